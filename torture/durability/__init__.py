"""Topics: what was acknowledged or shown is durable, through kills, restarts and broken disks."""
