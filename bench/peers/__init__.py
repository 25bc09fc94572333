"""Measures other game servers, which run on Node, beside ours: Colyseus and boardgame.io, on the same work as nearly as
it goes.

May import bench.figure, bench.load, bench.machine, bench.plan, bench.server and tests.support.processes.
"""
