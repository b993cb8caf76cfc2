"""The UI service: menu, forms, shell and table, for a terminal or in plain lines."""
