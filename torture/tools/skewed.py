"""A PostgreSQL whose wall clock can be put forward or back while it runs, by a library that it loads."""

from __future__ import annotations

import mmap
import struct
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.support.postgres.server import PostgresServer, running_postgres

SOURCE = r"""
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static volatile long *offset_s;

static long skew(void) {
    if (!offset_s) {
        int file = open(getenv("SKEW"), O_RDONLY);
        offset_s = mmap(NULL, sizeof(long), PROT_READ, MAP_SHARED, file, 0);
        close(file);
    }
    return *offset_s;
}

int clock_gettime(clockid_t clock, struct timespec *now) {
    int failed = syscall(SYS_clock_gettime, clock, now);
    if (!failed && clock == CLOCK_REALTIME) now->tv_sec += skew();
    return failed;
}

int gettimeofday(struct timeval *now, void *zone) {
    int failed = syscall(SYS_gettimeofday, now, zone);
    if (!failed) now->tv_sec += skew();
    return failed;
}

time_t time(time_t *now) {
    struct timespec read;
    clock_gettime(CLOCK_REALTIME, &read);
    if (now) *now = read.tv_sec;
    return read.tv_sec;
}
"""
OFFSET = struct.Struct("l")
ENGINE_TIME = b"SELECT extract(epoch FROM clock_timestamp())"


@contextmanager
def skewed_postgres(folder: Path) -> Iterator[tuple[PostgresServer, Callable[[int], None]]]:
    """A PostgreSQL, and what sets how many seconds its wall clock is wrong. Raises OSError without a C compiler."""
    folder.chmod(0o755)  # PostgreSQL reads here as somebody else
    source, library, skew = folder / "skew.c", folder / "skew.so", folder / "skew"
    source.write_text(SOURCE)
    subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", str(library), str(source)], check=True)
    skew.write_bytes(OFFSET.pack(0))
    with skew.open("r+b") as file, mmap.mmap(file.fileno(), OFFSET.size) as shared:

        def jump(offset_s: int) -> None:
            shared[:] = OFFSET.pack(offset_s)

        with running_postgres(LD_PRELOAD=str(library), SKEW=str(skew)) as engine:
            yield engine, jump
