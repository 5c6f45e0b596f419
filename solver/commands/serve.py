"""``421 serve``: the page, and answers over HTTP."""

from importlib.util import find_spec

import click

from solver.commands.options import whole_number
from solver.errors import SolverError
from solver.language import _

PORT = 4210


@click.command("serve")
@click.option(
    "--port",
    type=whole_number(0, 65535),
    default=str(PORT),
    show_default=True,
    help="Where to listen; 0 is any port that is free.",
)
@click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    help="Who can reach it: by default this machine alone; 0.0.0.0 is everybody.",
)
@click.option("--open", "opening", is_flag=True, help="Open the page in the browser.")
def command(port: int, host: str, opening: bool) -> int:
    """Serve the page, and answers to other programs, until it is interrupted.

    \b
    Examples:
      421 serve
      421 serve --port 8000 --open
    """
    if not all(map(find_spec, ("starlette", "uvicorn"))):
        raise SolverError(
            _("a server takes packages that are not installed: pip install 'solver-421[web]'")
        )
    from solver.web.server import address_of, listen, serve

    listening = listen(host, port)
    address = address_of(listening, host)
    click.echo(address)
    if opening:
        click.launch(address)
    serve(listening, host)
    return 0
