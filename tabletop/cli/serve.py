"""``tabletop serve``: rooms for friends elsewhere."""

import logging
import os
from pathlib import Path

import click

from tabletop.i18n import N_, Texts

_ = Texts(__file__)
_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.command()
@click.option("--host", default="127.0.0.1", help=N_("The address to listen at; 0.0.0.0 for friends in the network."))
@click.option("--port", type=click.IntRange(1, 65_535), default=8765, help=N_("The port to listen at."))
@click.option("--tls-cert", type=_FILE, help=N_("The file of a TLS certificate."))
@click.option("--tls-key", type=_FILE, help=N_("The file of its key."))
@click.option("--behind-proxy", is_flag=True, help=N_("A proxy stands before it and says who comes from where."))
@click.option("--public-url", metavar="URL", help=N_("The address that friends use, such as https://play.example."))
def serve(
    host: str,
    port: int,
    tls_cert: Path | None,
    tls_key: Path | None,
    behind_proxy: bool,
    public_url: str | None,
) -> None:
    """Serve rooms in which friends play from elsewhere."""
    if (tls_cert is None) != (tls_key is None):
        raise click.UsageError(_("A certificate needs its key: give both --tls-cert and --tls-key."))
    if behind_proxy != (public_url is not None):
        raise click.UsageError(_("Behind a proxy give both --behind-proxy and --public-url."))
    try:
        from tabletop.server.serving import Place
        from tabletop.server.serving import serve as run
    except ImportError as error:
        text = _("Serving needs more packages ({name} is missing): pip install 'tabletop-host[server]'.")
        raise ValueError(text.format(name=error.name)) from None
    from tabletop.host import Host

    here = Host.here(os.environ, warn=logging.getLogger("tabletop").warning)
    run(here, Place(host, port, tls_cert, tls_key, behind_proxy, public_url), lambda line: print(line, flush=True))
