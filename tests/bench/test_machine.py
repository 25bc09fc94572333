from pathlib import Path

import pytest

from bench.machine import Machine, filesystem

MOUNTS = Path("/proc/mounts")


@pytest.mark.parametrize(("cores", "server_cores", "is_pinned"), [((0, 1), (0,), True), ((0,), (0,), False)])
def test_server_and_load_need_two_cores_to_have_one_each(cores, server_cores, is_pinned):
    machine = Machine(cores, server_cores, Path("/data"), "ext4", "")
    assert machine.is_pinned is is_pinned
    assert ("SHARE" in machine.describe()) is not is_pinned


def test_a_path_is_on_the_file_system_mounted_nearest_above_it():
    if MOUNTS.exists():
        assert filesystem(Path("/proc/self")) == "proc"
    else:
        assert filesystem(Path("/proc/self")) == "unknown"
