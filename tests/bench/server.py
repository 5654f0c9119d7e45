"""The Python peer of the bench: one tool, over standard input and output."""

from mcp.server import MCPServer

server = MCPServer("bench")


@server.tool()
def echo(text: str) -> str:
    """Returns what it was given."""
    return text


server.run()
