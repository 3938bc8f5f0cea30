"""How playouts choose actions."""
