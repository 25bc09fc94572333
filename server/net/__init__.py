"""Sockets, TLS, frames, send queues and limits per address. The only place that imports websockets.

May import protocol and limits.
"""
