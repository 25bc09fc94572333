"""What the topics share: players, proxies, readers of journals and traces, and servers with planted faults."""
