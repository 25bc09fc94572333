"""What opens over a screen: panels, rules, tours, the invitation, seeks."""
