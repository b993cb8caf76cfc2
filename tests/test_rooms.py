"""A room owns a table and asks its players; readers are told each what they may know."""
