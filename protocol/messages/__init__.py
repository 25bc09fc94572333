"""Every message that crosses the wire: one frozen type each. On the wire a message is one MessagePack map whose key
"type" names it. The fields are exactly those below: none may be missing, none may be added. Bytes become these
types, and the other way round, in `protocol.codec`. Games are opaque here: `options` and `view` are plain maps that
the game's own types give a meaning to, and a move is its canonical text.

Imports nothing else of ours.
"""

from protocol.messages.account import *
from protocol.messages.dealing import *
from protocol.messages.fields import *
from protocol.messages.history import *
from protocol.messages.lobby import *
from protocol.messages.play import *
from protocol.messages.records import *
from protocol.messages.seats import *
from protocol.messages.session import *
from protocol.messages.table import *
from protocol.messages.talk import *
from protocol.messages.unions import *
