"""What anybody may use: token buckets, quotas per address, and their defaults. May import room."""
