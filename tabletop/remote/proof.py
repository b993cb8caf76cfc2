"""Whether the dice of a match that was played elsewhere can be proven by its record, if its game is here."""

from io import BytesIO

from tabletop import host
from tabletop.outside import recorded
from tabletop.plugins.find.catalogue import Catalogue, PluginError
from tabletop.plugins.find.replaying import reading
from tabletop.plugins.find.versions import older
from tabletop.proving import Unproven, prove, sentences
from tabletop.record import check_result, read


def proof_of(record: str, catalogue: Catalogue) -> list[str]:
    """What can be said of its dice; nothing where there is nothing to prove, or the game isn't here.

    Raises ValueError with a sentence for what isn't as it should be.
    """
    found = read(BytesIO(record.encode()))
    if found.fair is None:
        return []
    try:
        plugin = catalogue.find_for(found, any_version=True).plugin
        with reading(plugin):
            match = recorded(
                host.guarded_game(catalogue, found), found, found.events, older(found.plugin_version, plugin)
            )
            check_result(found, match)
            return sentences(prove(found.fair, match), found.fair.hash)
    except PluginError:
        return []
    except Unproven as why:
        raise ValueError(str(why)) from None
