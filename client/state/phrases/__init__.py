"""Everything about a table or the lobby in words."""
