"""Programs that ask a server one question. May import drawing, history, linemode, net, state and protocol."""
