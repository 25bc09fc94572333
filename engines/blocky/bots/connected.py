"""The groups of a plane's cells, and how large the largest is once a few cells have changed.

A move changes few cells, so most groups stay as they were. Only what the changed cells touch is looked at anew.
"""

from __future__ import annotations

from dataclasses import dataclass

from engines.blocky.goals import Plane, grow, row_of


@dataclass(frozen=True, slots=True)
class Groups:
    """The groups of a plane's cells that are connected side to side.

    Attributes:
        row: how many bits lie from a cell to the one below it.
        sized: each group with the number of its cells, the largest first.
    """

    plane: Plane
    row: int
    sized: tuple[tuple[int, Plane], ...]

    @classmethod
    def of(cls, plane: Plane, depth: int) -> Groups:
        row, groups, rest = row_of(depth), [], plane
        while rest:
            group = grow(rest & -rest, rest, row)
            groups.append((group.bit_count(), group))
            rest ^= group
        return cls(plane, row, tuple(sorted(groups, reverse=True)))

    def largest_after(self, plane: Plane) -> int:
        """Count the cells of the largest group of a plane that differs from this one, the quicker the less it does."""
        if plane == self.plane:
            return self.sized[0][0] if self.sized else 0
        removed, loose, largest = self.plane & ~plane, plane & ~self.plane, 0
        for size, group in self.sized:
            if not group & removed:
                largest = size
                break
            loose |= group & plane
        # A larger group than that has a cell that was added, or is what was left of one that was larger.
        return self._largest_around(loose, removed, plane, largest) if loose else largest

    def _largest_around(self, loose: Plane, removed: Plane, plane: Plane, largest: int) -> int:
        """The same for the groups of the loose cells, where one of that size is known."""
        beside = loose << 1 | loose >> 1 | loose << self.row | loose >> self.row
        whole = [group for _, group in self.sized if group & beside and not group & removed]
        reached = loose
        for group in whole:
            reached |= group
        reached = grow(reached, plane, self.row)
        first = whole[0] if whole else reached & -reached
        while reached.bit_count() > largest:
            group = grow(first, reached, self.row)
            largest = max(largest, group.bit_count())
            reached ^= group
            first = reached & -reached
        return largest
