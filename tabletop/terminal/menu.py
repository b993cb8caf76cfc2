"""The menu: choose a game, see what it is, say who plays and by which rules, begin; or go on with a match."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from tabletop import setup
from tabletop.i18n import Texts, find_language
from tabletop.match import with_options
from tabletop.person import shown
from tabletop.plugins.find.catalogue import GameListing, PluginError, load
from tabletop.saves import SaveError, Terms, unfinished
from tabletop.saves.personal import Personal
from tabletop.terminal import forms, house, pages
from tabletop.terminal.console import Role, confirmed
from tabletop.terminal.entrance import Entered, main_choices
from tabletop.terminal.introduction import sits_unnamed
from tabletop.terminal.matches_page import MatchesPage
from tabletop.terminal.numbered import LEADS_ON, numbered
from tabletop.terminal.session import Session
from tabletop.terminal.stats_page import StatsPage
from tabletop.values import shown_value, word_text

_ = Texts(__file__)


Serve = Callable[..., None]
"""Serves a room: of a game, with house rules, for the network at home or for this computer alone; ``fair``: whether its
dice can be proven.
"""


class Menu:
    """The main menu and the pages behind it."""

    def __init__(self, here: Session, serve: Serve | None = None) -> None:
        """The menu of one run of the program. ``serve``: serves a room until Ctrl-C; None: there is no such choice."""
        self.host = here
        self._serve = serve
        self._entered: Entered | None = None
        self.console = here.console
        self._pages: Mapping[str, Callable[[], None]] = {
            "new": self._new,
            "continue": lambda: MatchesPage(here).run(unfinished=True),
            "matches": lambda: MatchesPage(here).run(),
            "statistics": lambda: StatsPage(here).say(),
            "rules": self._rules,
            "plugins": self._plugins,
            "settings": self._settings,
            "friends": self._friends,
        }

    def run(self, entered: Entered | None = None) -> None:
        """Shows the menu until the person quits, with the word or with Ctrl-D; goes on where it was ``entered``."""
        self._entered = entered
        if entered is None:
            self.console.say("Tabletop", Role.TITLE)
            for problem in self.host.catalogue.problems():
                self.console.say(problem, Role.PROBLEM)
        token = LEADS_ON.set(self._lead_on)
        try:
            while self._main():
                pass
        except EOFError:
            pass
        finally:
            LEADS_ON.reset(token)

    def _lead_on(self, typed: str) -> None:
        """Goes where a line leads that means nothing where it was typed. Raises Elsewhere."""
        if (there := house.meant(typed, self.host.catalogue)) is not None:
            raise there

    def _go(self, there: house.Elsewhere) -> None:
        """Does what was typed somewhere else."""
        if there.command in ("resume", "review", "watch"):
            MatchesPage(self.host).obey(f"{there.command} {there.argument}")
        elif there.command in self._pages and not there.argument:
            self._pages[there.command]()
        else:
            listing = self.host.choose_game(there.argument)
            if there.command == "rules":
                self._say_rules(listing)
            elif there.command == "learn":
                self._learn(listing, load(listing))
            elif there.command == "play":
                self._play(listing, load(listing))
            else:
                self._details(listing, load(listing))

    def _play(self, listing: GameListing, rules: type[Any]) -> None:
        seats, values = self.host.last_choice(listing, rules)
        self.host.start(listing, rules, seats, values, None, self.host.usual_terms)

    def _main(self) -> bool:
        """One choice; whether the menu goes on."""
        wished, self.host.wish = self.host.wish, None
        try:
            return self._guarded((lambda: self._go(wished)) if wished else self._choose)
        except house.Elsewhere as there:
            self.host.wish = there
            return True

    def _choose(self) -> bool:
        looks = unfinished.looks_of(self.host.home)
        number = self.host.unfinished()
        unfinished.keep(self.host.home, number, looks)
        choices = main_choices(number, friends=self._serve is not None)
        entered, self._entered = self._entered, None
        typed = entered.typed if entered is not None and entered.choices == choices else None
        if typed is None:
            self.console.say()
        chosen = numbered(self.console, "", choices, _("tabletop> "), choices[0][0], typed)
        if chosen == "quit":
            return False
        self._pages[chosen]()
        return True

    def _guarded(self, do: Callable[[], bool | None]) -> bool:
        """Whether the menu goes on after what it does; what goes wrong is said."""
        try:
            return do() is not False
        except KeyboardInterrupt:
            pass
        except (EOFError, house.Elsewhere):
            raise
        except BaseException as error:
            if self.host.tell_failure(error):
                return True
            if not isinstance(error, PluginError | SaveError | ValueError):
                raise
            self.console.say(str(error), Role.PROBLEM)
        return True

    def _choose_game(self) -> GameListing | None:
        games = self.host.catalogue.games
        if not games:
            self._offer_games()
            return None
        choices = [(game.name, f"{_title(game)}: {game.summary}") for game in games]
        chosen = numbered(self.console, _("Games"), [*choices, ("back", _("Back"))], _("game> "), games[0].name)
        return None if chosen == "back" else self.host.catalogue.find(chosen)

    def _offer_games(self) -> None:
        """Where no game is installed: says where games come from, and installs this project's own if that is wanted."""
        from tabletop.plugins.find.origin import own_games, without_games
        from tabletop.terminal.plugins_page import PluginsPage

        for line in without_games():
            self.console.say(line)
        if own_games() and confirmed(self.console, _("Install them now? Type yes to do so: ")):
            PluginsPage(self.host).install(list(map(str, own_games())))

    def _new(self) -> None:
        game = self._choose_game()
        if game is not None:
            self._details(game, load(game))

    def _friends(self) -> None:
        """A room for friends with keyboards or phones of their own, as the game was played last."""
        game = self._choose_game()
        if game is None or self._serve is None:
            return
        _seats, values = self.host.last_choice(game, load(game))
        wishes: dict[str, bool] = {}
        while True:
            fair = _("The dice: the program's own") if wishes else _("The dice: so that everybody can prove them")
            choices = [
                ("home", _("Friends on other devices in your network (Enter)")),
                ("here", _("On this computer alone, to try it")),
                ("fair", fair),
                ("back", _("Back")),
            ]
            chosen = numbered(self.console, _("Who may come?"), choices, f"{game.name}> ", "home")
            if chosen == "back":
                return
            if chosen != "fair":
                self._serve(game, values, chosen == "home", **wishes)
                return
            wishes = {} if wishes else {"fair": True}

    def _details(self, listing: GameListing, rules: type[Any]) -> None:
        """The page of a game: what will be played, and how to change it."""
        seats, values = self.host.last_choice(listing, rules)
        terms = self.host.usual_terms
        while True:
            game = with_options(rules, values, len(seats))
            self._show_details(listing, game, seats, values)
            if terms != Terms():
                self.console.say("  " + _("Take-back: {take_back}; dice: {dice}").format(**terms.model_dump()))
            self.console.say()
            choices = [
                ("play", _("Play (Enter)")),
                ("seats", _("Change the seats")),
                ("options", _("Change the house rules")),
                ("rules", _("Read the rules")),
                ("table", _("Take-back, and real dice")),
                ("learn", _("Learn by playing")),
                ("back", _("Back")),
            ]
            chosen = numbered(self.console, "", choices, f"{listing.name}> ", "play")
            if chosen == "play":
                if sits_unnamed(seats, with_others=True):
                    self.host.introduce()
                self.host.start(listing, rules, seats, values, None, terms)
                return
            if chosen == "seats":
                seats = self._new_seats(rules, seats, values)
            elif chosen == "options":
                values = forms.edit_house_rules(self.console, rules, values, len(seats))
            elif chosen == "table":
                check = partial(setup.check_terms, game)
                terms = forms.edit(self.console, _("At the table"), terms, _, check)
            elif chosen == "rules":
                self.console.page(pages.rules_page(listing, self.console.style, game))
            elif chosen == "learn":
                self._learn(listing, rules)
            else:
                return

    def _learn(self, listing: GameListing, rules: type[Any]) -> None:
        """The lessons of a game; a sentence where there are none."""
        from tabletop.terminal.course_page import Lessons

        try:
            Lessons(self.host, listing, rules).run()
        except ValueError as why:
            self.console.say(str(why), Role.PROBLEM)

    def _new_seats(self, rules: type[Any], seats: Any, values: Any) -> Any:
        """Other seats, or the same when the new ones don't go with the house rules."""
        new = forms.ask_seats(self.console, with_options(rules, values, len(seats)), seats, self.host.person)
        try:
            setup.check_levels(with_options(rules, values, len(new)), new)
        except ValueError as why:
            self.console.say(str(why), Role.PROBLEM)
            return seats
        return new

    def _show_details(self, listing: GameListing, game: Any, seats: Any, values: Mapping[str, object]) -> None:
        self.console.say()
        self.console.say(listing.title, Role.TITLE)
        self.console.say(listing.summary)
        for number, seat in enumerate(seats, 1):
            who = _("person") if seat.player == "human" else f"CPU, {word_text(seat.level or '')}"
            name = shown(seat.name, self.host.me)
            self.console.say("  " + _("Seat {number}: {name} ({who})").format(number=number, name=name, who=who))
        changed = [f"{name} {shown_value(game.options, name)}" for name in values]
        rules = ", ".join(changed) if changed else _("the usual rules")
        self.console.say("  " + _("House rules: {rules}").format(rules=rules))

    def _rules(self) -> None:
        game = self._choose_game()
        if game is not None:
            self._say_rules(game)

    def _say_rules(self, game: GameListing) -> None:
        self.console.page(pages.rules_page(game, self.console.style, plain=self.console.plain))

    def _plugins(self) -> None:
        from tabletop.terminal.plugins_page import PluginsPage

        PluginsPage(self.host).run()

    def _settings(self) -> None:
        def check(values: Personal) -> None:
            if values.language:
                find_language(values.language)

        self.host.change_personal(forms.edit(self.console, _("Settings"), self.host.personal, _, check))


def _title(game: GameListing) -> str:
    """The title; with the plugin where the id alone could mean another game."""
    return game.title if game.name == game.id else f"{game.title} ({game.plugin})"
