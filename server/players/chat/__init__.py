"""What people say in one place, and who hears it. May import protocol, net, players.accounts and room."""
