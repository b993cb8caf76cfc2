"""Rounds of the Passing Game between equals in compiled code, from which the value network learns.

The rules are those of the default options. A state is a few small arrays; a set of tiles is a 64-bit number in the
plugin's order of tiles. The move of a decision is chosen by softmax over the network's values of all moves, and after
each round the network is moved, backwards over each seat's decisions, towards the result and towards its own value of
the seat's next chosen move: TD(lambda) (Sutton, 1988; Tesauro, 1995).
"""

import numba
import numpy as np
from tabletop_dominoes_passing.layout import CLASSES, NUMBERS, PIPS, TILES
from tabletop_dominoes_passing.moves import MoveTables

_TABLES = MoveTables(NUMBERS - 1)
HIGH = np.array([tile.high for tile in _TABLES.tiles], dtype=np.int64)
LOW = np.array([tile.low for tile in _TABLES.tiles], dtype=np.int64)
WEIGHT = HIGH + LOW
SUIT = np.array(_TABLES.suits[:NUMBERS], dtype=np.int64)
TILE = np.array([[_TABLES.number[max(a, b), min(a, b)] for b in range(NUMBERS)] for a in range(NUMBERS)])
WHOLE = (1 << TILES) - 1

DRAW, PASS = TILES * 2, TILES * 2 + 1
"""Moves are numbers: a tile at the left end (and the first one), 28 + a tile at the right end, draw, pass."""
MOST_MOVES = 2 * TILES + 2
MOST_TURNS = 120
MOST_ROWS = 256
RESERVE = 2
LAMBDA = 0.8
CLIP = 1.5

compiled = numba.njit(fastmath=True, cache=False)


_HALF = TILES // 2
_MEMBERS = np.arange(1 << _HALF)[:, None] >> np.arange(_HALF) & 1
COUNTS = _MEMBERS.sum(axis=1)
PIPS_LOW, PIPS_HIGH = (_MEMBERS * WEIGHT[:_HALF]).sum(axis=1), (_MEMBERS * WEIGHT[_HALF:]).sum(axis=1)


@compiled
def count(tiles):
    """How many tiles are in a set."""
    return COUNTS[tiles & (1 << _HALF) - 1] + COUNTS[tiles >> _HALF]


@compiled
def pips_of(tiles):
    """The pips of a set."""
    return PIPS_LOW[tiles & (1 << _HALF) - 1] + PIPS_HIGH[tiles >> _HALF]


@compiled
def standing(lay, seat, public, marks, hands, rows, values):
    """The inputs that the seat's own move doesn't change, each with its value; how many."""
    seats = lay[0]
    found = 0
    unseen = WHOLE & ~hands[seat]
    for other in range(seats):
        unseen &= ~public[other]
    for tile in range(TILES):
        if hands[seat] >> tile & 1:
            rows[found], values[found] = lay[1] + tile, 1.0
            found += 1
    mean = pips_of(unseen) / max(1, count(unseen))
    for apart in range(seats):
        other = (seat + apart) % seats
        for tile in range(TILES):
            if public[other] >> tile & 1:
                rows[found], values[found] = lay[2] + TILES * apart + tile, 1.0
                found += 1
        for number in range(NUMBERS):
            at = NUMBERS * apart + number
            for kind in range(2):
                if marks[0, other, number] > kind:
                    rows[found], values[found] = lay[4 + kind] + at, 1.0
                    found += 1
                if marks[1 + kind, other, number]:
                    rows[found], values[found] = lay[6 + kind] + at, 0.5 * marks[1 + kind, other, number]
                    found += 1
        if apart:
            held = count(hands[other])
            rows[found], values[found] = lay[8] + CLASSES * apart + min(held, CLASSES - 1), 1.0
            rows[found + 1], values[found + 1] = lay[14] + apart, mean * held / PIPS
            found += 2
    return found


@compiled
def changing(lay, seat, public, marks, hands, left, right, drawable, passes, move, rows, values):
    """The inputs that the seat's move makes or changes, each with its value; how many."""
    seats = lay[0]
    hand = hands[seat]
    unseen = WHOLE & ~hand
    for other in range(seats):
        unseen &= ~public[other]
    pips = float(pips_of(hand))
    held = count(hand)
    found = 0
    if move < DRAW:
        tile = move % TILES
        hand &= ~(1 << tile)
        held -= 1
        pips -= WEIGHT[tile]
        rows[0], values[0] = lay[1] + tile, -1.0
        rows[1], values[1] = lay[2] + tile, 1.0
        found = 2
        if left < 0:
            left, right = LOW[tile], HIGH[tile]
        else:
            apart = left != right
            if move >= TILES:
                right = WEIGHT[tile] - right
                new, other_end = right, left
            else:
                left = WEIGHT[tile] - left
                new, other_end = left, right
            rows[found], values[found] = lay[7] + new, 0.5
            found += 1
            if apart:
                rows[found], values[found] = lay[6] + other_end, 0.5
                found += 1
    else:
        for side in range(2):
            number = right if side else left
            if side and left == right:
                break
            before = marks[0, seat, number]
            if before < 2:
                rows[found], values[found] = lay[4 + before] + number, 1.0
                found += 1
        if move == DRAW:
            rows[found], values[found] = lay[13], 1.0
            found += 1
            held += 1
            drawable -= 1
            pips += pips_of(unseen) / max(1, count(unseen))
        else:
            rows[found], values[found] = lay[12] + passes, 1.0
            found += 1
    fitting = SUIT[left] | SUIT[right]
    rows[found], values[found] = lay[3] + TILE[left, right], 1.0
    rows[found + 1], values[found + 1] = lay[8] + min(held, CLASSES - 1), 1.0
    rows[found + 2], values[found + 2] = lay[9] + min(drawable, CLASSES - 1), 1.0
    rows[found + 3], values[found + 3] = lay[10] + min(count(hand & fitting), CLASSES - 1), 1.0
    rows[found + 4], values[found + 4] = lay[11] + min(count(unseen & fitting), CLASSES - 1), 1.0
    rows[found + 5], values[found + 5] = lay[14], pips / PIPS
    return found + 6


@compiled
def add_rows(weights, rows, values, found, sums):
    """Adds the weights of inputs."""
    for number in range(found):
        row, value = rows[number], np.float32(values[number])
        for unit in range(len(sums)):
            sums[unit] += value * weights[row, unit]


@compiled
def value_of(sums, second, second_bias, last, last_bias, upper):
    """The network's value from the sums of its first layer; ``upper`` gets the second layer."""
    value = last_bias[0]
    upper[:] = second_bias
    for unit in range(len(sums)):
        if sums[unit] > 0:
            for over in range(len(upper)):
                upper[over] += sums[unit] * second[unit, over]
    for over in range(len(upper)):
        if upper[over] > 0:
            value += upper[over] * last[over]
    return value


@compiled
def learn(net, rows, values, found, target, rate):
    """One step of gradient descent of the squared error, clipped."""
    first, first_bias, second, second_bias, last, last_bias = net
    sums = first_bias.copy()
    upper = second_bias.copy()
    add_rows(first, rows, values, found, sums)
    error = target - value_of(sums, second, second_bias, last, last_bias, upper)
    step = np.float32(rate * min(CLIP, max(-CLIP, error)))
    lower = np.zeros(len(sums), dtype=np.float32)
    for over in range(len(upper)):
        if upper[over] <= 0:
            continue
        back = step * last[over]
        last[over] += step * upper[over]
        second_bias[over] += back
        for unit in range(len(sums)):
            if sums[unit] > 0:
                lower[unit] += back * second[unit, over]
                second[unit, over] += back * sums[unit]
    last_bias[0] += step
    for unit in range(len(sums)):
        first_bias[unit] += lower[unit]
    for number in range(found):
        row, value = rows[number], np.float32(values[number])
        for unit in range(len(sums)):
            first[row, unit] += value * lower[unit]
    return error * error


@compiled
def legal(hand, left, right, drawable, moves):
    """The moves, without those that come to the same; how many."""
    found = 0
    for tile in range(TILES):
        if hand >> tile & 1 and (left < 0 or SUIT[left] >> tile & 1):
            moves[found] = tile
            found += 1
    if left < 0:
        return found
    if left != right:
        for tile in range(TILES):
            if hand >> tile & 1 and SUIT[right] >> tile & 1:
                moves[found] = TILES + tile
                found += 1
    if drawable > 0:
        moves[found] = DRAW
        found += 1
    moves[found] = PASS
    return found + 1


@compiled
def chosen(worth, found, temperature, odd):
    """The number of a move by softmax, now and then any."""
    if np.random.random() < odd:
        return np.random.randint(found)
    best = worth[:found].max()
    total = 0.0
    for number in range(found):
        total += np.exp((worth[number] - best) / temperature)
    mark = np.random.random() * total
    for number in range(found):
        mark -= np.exp((worth[number] - best) / temperature)
        if mark <= 0:
            return number
    return found - 1


@compiled
def results(sides, hands, rewards):
    """What the round came to for each seat: its side's points less those of another side on average."""
    many = sides.max() + 1
    pips = np.zeros(many)
    for seat in range(len(sides)):
        pips[sides[seat]] += pips_of(hands[seat])
    lowest = pips.min()
    winner, tied = -1, 0
    for side in range(many):
        if pips[side] == lowest:
            winner = side
            tied += 1
    points = pips.sum() - 2 * lowest if tied == 1 else 0.0
    for seat in range(len(sides)):
        rewards[seat] = (points if sides[seat] == winner else -points / (many - 1)) / PIPS


@compiled
def play_round(lay, sides, size, net, temperature, odd, rate):
    """One round, and what the network learns of it; the mean squared error."""
    first, first_bias, second, second_bias, last, last_bias = net
    seats = lay[0]
    deal = np.random.permutation(TILES)
    hands, public = np.zeros(seats, dtype=np.int64), np.zeros(seats, dtype=np.int64)
    for seat in range(seats):
        for place in range(size):
            hands[seat] |= 1 << deal[seat * size + place]
    top, drawable = seats * size, TILES - seats * size - RESERVE
    reachable = WHOLE
    for place in range(TILES - RESERVE, TILES):
        reachable &= ~(1 << deal[place])
    marks = np.zeros((3, seats, NUMBERS), dtype=np.int64)
    left, right, passes, unplayed = -1, -1, 0, WHOLE
    seat = np.random.randint(seats)
    all_rows = np.empty((MOST_TURNS, MOST_ROWS), dtype=np.int64)
    all_values = np.empty((MOST_TURNS, MOST_ROWS))
    counts, movers = np.zeros(MOST_TURNS, dtype=np.int64), np.zeros(MOST_TURNS, dtype=np.int64)
    worths = np.zeros(MOST_TURNS)
    moves, worth = np.zeros(MOST_MOVES, dtype=np.int64), np.zeros(MOST_MOVES)
    upper = second_bias.copy()
    turns = 0
    while turns < MOST_TURNS:
        rows, values = all_rows[turns], all_values[turns]
        base = standing(lay, seat, public, marks, hands, rows, values)
        before = first_bias.copy()
        add_rows(first, rows, values, base, before)
        found = legal(hands[seat], left, right, drawable, moves)
        for number in range(found):
            more = changing(
                lay,
                seat,
                public,
                marks,
                hands,
                left,
                right,
                drawable,
                passes,
                moves[number],
                rows[base:],
                values[base:],
            )
            sums = before.copy()
            add_rows(first, rows[base:], values[base:], more, sums)
            worth[number] = value_of(sums, second, second_bias, last, last_bias, upper)
        number = chosen(worth, found, temperature, odd)
        move = moves[number]
        more = changing(
            lay, seat, public, marks, hands, left, right, drawable, passes, move, rows[base:], values[base:]
        )
        counts[turns], movers[turns], worths[turns] = base + more, seat, worth[number]
        turns += 1
        if move in (PASS, DRAW):
            for side in range(2):
                if not (side and left == right):
                    marks[0, seat, right if side else left] += 1
        if move == PASS:
            passes += 1
            if passes == seats:
                break
            seat = (seat + 1) % seats
            continue
        passes = 0
        if move == DRAW:
            hands[seat] |= 1 << deal[top]
            top += 1
            drawable -= 1
        else:
            tile = move % TILES
            hands[seat] &= ~(1 << tile)
            public[seat] |= 1 << tile
            unplayed &= ~(1 << tile)
            if left < 0:
                left, right = LOW[tile], HIGH[tile]
            else:
                if left != right:
                    marks[1, seat, left if move >= TILES else right] += 1
                if move >= TILES:
                    right = WEIGHT[tile] - right
                    marks[2, seat, right] += 1
                else:
                    left = WEIGHT[tile] - left
                    marks[2, seat, left] += 1
            if hands[seat] == 0:
                break
        fitting = unplayed & (SUIT[left] | SUIT[right])
        if drawable == 0:
            fitting &= reachable
        if fitting == 0:
            break
        seat = (seat + 1) % seats
    rewards = np.zeros(seats)
    results(sides, hands, rewards)
    error = 0.0
    targets, later, moved = rewards.copy(), np.zeros(seats), np.zeros(seats, dtype=np.bool_)
    for turn in range(turns - 1, -1, -1):
        mover = movers[turn]
        if moved[mover]:
            targets[mover] = (1 - LAMBDA) * later[mover] + LAMBDA * targets[mover]
        later[mover], moved[mover] = worths[turn], True
        error += learn(net, all_rows[turn], all_values[turn], counts[turn], targets[mover], rate)
    return error / turns


@compiled
def play_rounds(lay, sides, size, net, rounds, begun, total, seed, heat, odd, rate):
    """So many rounds of ``total``, of which ``begun`` are done; ``heat`` and the others are what they fall from and to.

    The rate falls exponentially, the others in a straight line. The mean squared error of all decisions.
    """
    if begun == 0:
        np.random.seed(seed)
    error = 0.0
    for number in range(rounds):
        done = (begun + number) / total
        error += play_round(
            lay,
            sides,
            size,
            net,
            heat[0] + (heat[1] - heat[0]) * done,
            odd[0] + (odd[1] - odd[0]) * done,
            rate[0] * (rate[1] / rate[0]) ** done,
        )
    return error / rounds
