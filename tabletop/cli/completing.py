"""``tabletop completion``: what a shell completes."""

import click
from click.shell_completion import get_completion_class


@click.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def completion(context: click.Context, shell: str) -> None:
    """Print the completion script for a shell: eval "$(tabletop completion bash)"."""
    found = get_completion_class(shell)
    assert found is not None
    print(found(context.find_root().command, {}, "tabletop", "_TABLETOP_COMPLETE").source())
