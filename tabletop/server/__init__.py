"""Rooms over the network: one documented protocol, JSON over WebSocket (docs/reference/protocol.md)."""
