"""What to do when something goes wrong: the checks of `parlour doctor`, crash reports, and the report to send.

May import drawing, hosting, net, settings, state and protocol.
"""
