"""What an event costs at a table where a plugin listens, after 5,000 events beside after 20: processor time."""

from time import process_time

from quiet_disk import QuietDisk
from sittings import table_of
from tabletop_pig.games import Pig

FEW, MANY, SEVERAL = 20, 5_000, 400


class Listener:
    """A plugin that reads the log at each event, and the time that it begins."""

    def __init__(self):
        self.times = []

    def notify(self, hook, sitting, *arguments):
        said = sitting()
        if hook == "tabletop_match_event":
            self.times.append(process_time())
            assert said.log[-1] == arguments[0]()

    def commands(self, _taken):
        return {}


def test_an_event_among_many_beside_one_among_few(tmp_path, monkeypatch):
    monkeypatch.setattr("tabletop.saves.matches.Disk", QuietDisk)
    game = Pig(Pig.options_model(target=10_000), 2)
    listener = Listener()
    table = table_of(tmp_path, game, "cpu:easy,cpu:easy", seed=1)
    with table.save:
        table.run(listener)
    each = [after - before for before, after in zip(listener.times, listener.times[1:], strict=False)]
    assert len(each) > MANY
    few, many = (sorted(each[at : at + SEVERAL])[SEVERAL // 2] for at in (FEW, MANY - SEVERAL))
    print(
        f"\nan event at {MANY} / at {FEW}, with a listener: {many * 1e6:.0f} us / {few * 1e6:.0f} us = {many / few:.3f}"
    )
    assert many / few <= 1.2
