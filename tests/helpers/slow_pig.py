"""The Pig family once more: slow, literal, and sharing nothing with the plugins, to compare them with.

It reads and writes nothing but texts, the way the rules pages speak of a match.
"""

from typing import Any

DEFAULTS: dict[str, Any] = {
    "target": 100,
    "target_mode": "at_least",
    "overshoot": "lose_turn",
    "minimum_to_hold": 0,
    "ones_lose": "turn",
    "ending": "immediate",
    "roll_limit": None,
    "die_sides": 6,
    "start": "seat_one",
    "partners": False,
}
ROUND_DEFAULTS = {"ending": "complete_round", "start": "roll_off"}


def effect(game: str, dice: list[int], ones_lose: str) -> tuple[str, int, bool]:
    """What a roll is (``scores``, ``loses turn``, ``loses total``), its points, and whether it owes a roll."""
    ones = dice.count(1)
    double = len(dice) == 2 and dice[0] == dice[1]
    doubled = 2 * sum(dice) if double else sum(dice)
    if ones == 1:
        return (f"loses {'turn' if game == 'bigpig' else ones_lose}", 0, False)
    if ones == 2 and game == "bigpig":
        return ("loses total", 0, False)
    if ones == 2 and game == "pig-doubles":
        return ("scores", 25, False)
    points = {"pig": sum(dice), "pig-two-dice": sum(dice), "pig-doubles": doubled, "bigpig": doubled}[game]
    return ("scores", points, double and game in ("pig-two-dice", "bigpig"))


class SlowPig:
    """A match of one of the four games."""

    def __init__(self, game: str, options: dict[str, Any], seats: int) -> None:
        self.game = game
        round_game = game in ("pig-two-dice", "bigpig")
        self.options = {**DEFAULTS, **(ROUND_DEFAULTS if round_game else {}), **options}
        self.seats = seats
        self.dice_count = 1 if game == "pig" else 2
        self.banked = dict.fromkeys(range(1, seats + 1), 0)
        self.reaches: dict[int, bool] = {}
        self.leader: int | None = None
        self.round = 1
        self.turns_left: list[int] | None = None
        self.roll_off: list[int] = []
        self.over = False
        self.seat = 0
        self.in_the_air = False
        if self.options["start"] == "seat_one":
            self.lead(1)

    # Throws

    def faces(self) -> range:
        return range(1, (self.options["die_sides"] if self.game == "pig" else 6) + 1)

    def all_throws(self) -> list[list[int]]:
        if self.dice_count == 1:
            return [[a] for a in self.faces()]
        return [[a, b] for a in self.faces() for b in self.faces()]

    def effect(self, dice: list[int]) -> tuple[str, int, bool]:
        return effect(self.game, dice, self.options["ones_lose"])

    def scoring_rolls(self) -> set[tuple[int, bool]]:
        found = set()
        for dice in self.all_throws():
            kind, points, owes = self.effect(dice)
            if kind == "scores":
                found.add((points, owes))
        return found

    def a_throw_loses_all(self) -> bool:
        return any(self.effect(dice)[0] == "loses total" for dice in self.all_throws())

    # Can the target still be reached? By trying everything.

    def can_reach(self, total: int) -> bool:
        """Whether some rolls and holds of a seat that has banked ``total`` lead to exactly the target."""
        if total == self.options["target"]:
            return True
        if total not in self.reaches:
            self.reaches[total] = any(self.can_reach(after) for after in sorted(self.banks_from(total), reverse=True))
        return self.reaches[total]

    def banks_from(self, total: int) -> set[int]:
        """Every higher total that one turn from ``total`` can bank, by walking through all its positions."""
        limit = self.options["roll_limit"]
        rolls_of_a_turn = self.scoring_rolls()
        todo, seen, banks = [(0, 0, False)], set(), set()
        while todo:
            position = todo.pop()
            if position in seen:
                continue
            seen.add(position)
            points, rolls, _owed = position
            for gain, owes in rolls_of_a_turn:
                now, now_owed = points + gain, owes
                if total + now > self.options["target"]:
                    if self.options["overshoot"] == "lose_turn":
                        continue
                    now, now_owed = points, False
                count = rolls + 1
                if limit is not None and count >= limit and not now_owed:
                    if now > 0:
                        banks.add(total + now)
                    continue
                if not now_owed and now > 0 and now >= self.options["minimum_to_hold"]:
                    banks.add(total + now)
                todo.append((now, 0 if limit is None else min(count, limit), now_owed))
        return banks

    def may_not_be_banked(self, total: int) -> bool:
        if self.options["target_mode"] != "exact" or self.a_throw_loses_all():
            return False
        return not self.can_reach(total)

    def hopeless(self) -> bool:
        return self.options["target_mode"] == "exact" and not self.can_reach(0)

    # Turns

    def lead(self, seat: int) -> None:
        self.leader = seat
        self.begin_turn(seat)

    def begin_turn(self, seat: int) -> None:
        self.seat, self.points, self.rolls, self.owed = seat, 0, 0, False

    def next_seat(self, seat: int) -> int:
        return seat % self.seats + 1

    def side(self, seat: int) -> list[int]:
        """The seats that play for the same side."""
        return [seat, (seat + 1) % 4 + 1] if self.options["partners"] else [seat]

    def total(self, seat: int) -> int:
        """What the side of a seat has banked."""
        return sum(self.banked[one] for one in self.side(seat))

    def totals(self) -> list[int]:
        """The totals of the sides."""
        return [self.total(seat) for seat in range(1, 3 if self.options["partners"] else self.seats + 1)]

    def end_turn(self) -> None:
        seat = self.seat
        self.points, self.rolls, self.owed = 0, 0, False
        if self.turns_left is None and self.total(seat) >= self.options["target"]:
            self.turns_left = self.last_turns(seat)
        elif self.turns_left:
            self.turns_left.remove(seat)
        if self.turns_left == []:
            self.over = True
            return
        following = self.next_seat(seat)
        if following == self.leader:
            self.round += 1
        self.begin_turn(following)

    def last_turns(self, seat: int) -> list[int]:
        """The seats that have a last turn after ``seat`` has banked the target."""
        if self.options["ending"] == "immediate":
            return []
        seats = []
        other = self.next_seat(seat)
        while other != (seat if self.options["ending"] == "final_turns" else self.leader):
            seats.append(other)
            other = self.next_seat(other)
        return seats

    def bank_and_end(self) -> None:
        if not self.may_not_be_banked(self.total(self.seat) + self.points):
            self.banked[self.seat] += self.points
        self.end_turn()

    # Questions

    def to_act(self) -> int | str | None:
        if self.over:
            return None
        return "*" if self.leader is None or self.in_the_air else self.seat

    def legal(self) -> list[str]:
        if self.to_act() in ("*", None):
            return []
        may_hold = (
            self.points > 0
            and self.points >= self.options["minimum_to_hold"]
            and not self.owed
            and not self.may_not_be_banked(self.total(self.seat) + self.points)
        )
        return ["roll", "hold"] if may_hold else ["roll"]

    def chances(self) -> list[str]:
        """Every event of chance that is possible now."""
        if self.to_act() != "*":
            return []
        if self.leader is None and self.options["start"] == "random":
            return [f"* lead {seat}" for seat in range(1, self.seats + 1)]
        return ["* " + " ".join(map(str, dice)) for dice in self.all_throws()]

    def ranks(self) -> list[int] | None:
        if not self.over:
            return None
        totals = self.totals()
        return [1 + sum(other > mine for other in totals) for mine in totals]

    def line(self) -> dict[str, Any]:
        """What can be compared with a line of the replay."""
        ranks = self.ranks()
        return {
            "to_act": self.to_act(),
            "legal": self.legal(),
            "scores": self.totals(),
            "result": {"ranks": ranks} if ranks else None,
            "state": {
                "banked": list(self.banked.values()),
                "turn_points": 0 if self.leader is None else self.points,
                "rolls": 0 if self.leader is None else self.rolls,
                "must_roll": self.leader is not None and self.owed,
                "round": self.round,
                "closing": self.turns_left is not None and self.options["ending"] != "immediate",
                "leader": self.leader,
                "roll_off": self.roll_off,
                **({"totals": self.totals()} if self.options["partners"] else {}),
            },
        }

    # Events

    def apply(self, event: str) -> None:
        """An event that is known to be possible."""
        if event.startswith("* lead "):
            self.lead(int(event.removeprefix("* lead ")))
        elif event.startswith("* "):
            self.fall([int(word) for word in event.removeprefix("* ").split()])
        elif event.endswith(" roll"):
            self.in_the_air = True
        else:
            self.bank_and_end()

    def fall(self, dice: list[int]) -> None:
        if self.leader is None:
            self.throw_for_the_lead(sum(dice))
            return
        self.in_the_air = False
        self.rolls += 1
        kind, points, owes = self.effect(dice)
        if kind != "scores":
            if kind == "loses total":
                self.banked[self.seat] = 0
            self.end_turn()
            return
        past = self.total(self.seat) + self.points + points > self.options["target"]
        if self.options["target_mode"] == "exact" and past:
            if self.options["overshoot"] == "lose_turn":
                self.end_turn()
                return
            self.owed = False
        else:
            self.points += points
            self.owed = owes
        limit = self.options["roll_limit"]
        if limit is not None and self.rolls >= limit and not self.owed:
            self.bank_and_end()

    def throw_for_the_lead(self, thrown: int) -> None:
        self.roll_off = [*self.roll_off, thrown]
        if len(self.roll_off) < self.seats:
            return
        best = max(self.roll_off)
        sums, self.roll_off = self.roll_off, []
        if sums.count(best) == 1:
            self.lead(sums.index(best) + 1)
