"""What clients may use: token buckets, quotas per address, and their defaults. Imports nothing else of ours."""
