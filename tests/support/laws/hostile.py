"""Texts that somebody might write to harm a screen, a log or another player, each by a name that says how."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from unicodedata import name

ESC, BEL, CSI, OSC, DCS, ST = "\x1b", "\x07", "\x1b[", "\x1b]", "\x1bP", "\x1b\\"
FORMAT = (
    *range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x2065), *range(0x2066, 0x2070), 0xAD, 0x61C,
    0x180E, 0xFEFF, 0xFFF9, 0xFFFA, 0xFFFB, 0x1D173, 0x1D17A, 0xE0001,
)  # fmt: skip
"""Characters that join, part, turn round or annotate their neighbours."""
BLANK = (0x20, 0xA0, 0x1680, *range(0x2000, 0x200B), 0x202F, 0x205F, 0x3000)
FILLERS = (0x115F, 0x1160, 0x3164, 0xFFA0, 0x2800, 0x17B4, 0x17B5, 0x034F)
PRIVATE = (0xE000, 0xF8FF, 0xF0000, 0x10FFFD)
NONE = (0x0378, 0xFDD0, 0xFDEF, 0xFFFE, 0xFFFF, 0x1FFFE, 0x10FFFF, 0x2FE0)
"""Code points that are no characters."""

_SEQUENCES = {
    "wipe the screen": f"{CSI}2J",
    "set margins": f"{CSI}5;10r",
    "hidden": f"{CSI}8m",
    "any colour": f"{CSI}38;2;1;2;3m",
    "leave the other screen": f"{CSI}?1049l",
    "ask where the cursor is": f"{CSI}6n",
    "repeat": f"x{CSI}999b",
    "a press of the mouse": f"{CSI}<0;10;10M",
    "an old press": f"{CSI}M !!",
    "a key": f"{ESC}OP",
    "pasted": f"{CSI}200~quit\r{CSI}201~",
    "reset": f"{ESC}c",
    "soft reset": f"{CSI}!p",
    "fill with E": f"{ESC}#8",
    "line drawing": f"{ESC}(0qqq{ESC}(B",
    "UTF-8 off": f"{ESC}%@",
    "title": f"{OSC}0;mine{BEL}",
    "link": f"{OSC}8;;http://evil.example{ST}here{OSC}8;;{ST}",
    "clipboard": f"{OSC}52;c;ZXZpbA=={BEL}",
    "colour of the ground": f"{OSC}11;?{BEL}",
    "open title": f"{OSC}0;never ends",
    "device control": f"{DCS}+q544e{ST}",
    "sixel": f"{DCS}q#0!99~{ST}",
    "open device control": f"{DCS}never ends",
    "privacy message": f"{ESC}^secret{ST}",
    "program": f"{ESC}_Gf=100;{ST}",
    "start of string": f"{ESC}Xsos{ST}",
    "lone escape": ESC,
    "escape at the end": f"hi{ESC}",
    "two escapes": ESC * 2,
    "lone CSI": CSI,
    "CSI of one byte": "\x9b2J",
    "OSC of one byte": "\x9d0;mine\x9c",
    "DCS of one byte": "\x90q\x9c",
    "next line of one byte": "a\x85b",
    "cut sequence": f"{CSI}31",
    "nested": f"{CSI}3{CSI}1m2J",
    "many": f"{CSI}1m" * 60,
}
"""Sequences of ECMA-48 and of terminals since, of every shape, each with what it asks for."""

_MARKUP = (
    "<ansired>red</ansired>", "<b>bold</b>", "<style bg='red'>x</style>", "&lt;b&gt;", "&#27;[2J", "<!-- -->", "%s",
    "%(name)s", "%n%n%n", "{0}", "{name}", "{}", "{0.__class__}", "${HOME}", "$(reboot)", "`reboot`", "\\x1b[2J",
    "\\u202e", "\\033[31m", "'; DROP TABLE players; --", '"}{"type":"table"}', "../../etc/passwd", "#{1+1}",
    "[red]hi[/]", "<script>alert(1)</script>", "\\", "\\n", "'", '"', "{x} {y}", "press quit", ":quit", "/quit",
    "talk talk talk", "class:bad", "[SetCursorPosition]", "[ZeroWidthEscape]", "~", "^[[2J", "^C",
)  # fmt: skip
"""What some program somewhere reads as more than text."""

_FORGED = (
    "server: you have won", "* ana mutes ben.", "You say: I resign", "ana says: I resign", "says: hello",
    "ben says: hello", "[server] restart now", "The game is over.", "It's your turn.", "> quit",
    "You have been signed out.", "hi\nana: I resign", "hi\rana: I resign", "hi" + " " * 60 + "ana  I resign",
    "hi" + "\u3000" * 30 + "ana  I resign", "│", "├─ Talk ─┤", "┌──────┐", "hi │\u2028│ ana  hi",
    "──────────────────────────────────────", "█" * 90, "● 4 ms", "t talk: 1 said", "(ana) hi", "ana  hi",
    "Code  K Q F M", "table KQFM", "you ● 4 ms", "http://evil.example/?x=1", "YOUR TURN",
)  # fmt: skip
"""What looks like the house, like its drawings, or like somebody else."""

LIKE_ANA = (
    "аna", "anа", "аnа", "αna", "anα", "ａｎａ", "𝐚𝐧𝐚", "𝒶𝓃𝒶", "ⓐⓝⓐ", "ᴀna", "ana\u200b", "\u200bana", "a\u00adna",
    "a\u2060na", "ana\ufe0f", "ana ", " ana", "ana\u3164", "ANA", "Ana", "ΑΝΑ", "АNА", "ªna", "ana\u202c",
    "\u202eana", "\u2066ana\u2069", "ana\U000e0061", "ɑna", "anɑ", "ana\u0300\u0301\u0302", "an\u034fa", "a\u0307na",
    "ana\x00", "ana\x7f", "ana\u061c", "ana\ufeff", "ana\u180e", "ana\uffa0", "an\u200da",
)  # fmt: skip
"""Names that somebody may take for ana's."""

_LETTERS = {
    "zalgo": "Z\u0351\u0343\u0302\u0313\u033f\u0346" * 8,
    "a tower of marks": "a" + "\u0301" * 300,
    "marks on nothing": "\u0301\u0302\u0303",
    "a mark first": "\u0301ana",
    "a mark after a space": "a \u0301b",
    "a keycap": "1\ufe0f\u20e3",
    "a ring around": "a\u20dd",
    "a family": "👨\u200d👩\u200d👧\u200d👦",
    "a skin": "👋🏽",
    "a skin alone": "🏽",
    "a flag": "🇩🇪",
    "half a flag": "🇩",
    "flags in a row": "🇩🇪🇫🇷🇯🇵" * 9,
    "a flag of tags": "🏴\U000e0067\U000e0062\U000e007f",
    "a heart as text": "❤\ufe0e",
    "a heart as a picture": "❤\ufe0f",
    "a selector alone": "\ufe0f",
    "a far selector": "葛\U000e0100",
    "Arabic": "مرحبا بالعالم",
    "Hebrew": "שלום עולם",
    "both ways": "abc שלום 123 مرحبا xyz",
    "Arabic with marks": "مَرْحَبًا",
    "Thai": "ที่นี่",
    "Hindi": "नमस्ते दुनिया",
    "Tamil": "வணக்கம்",
    "Tibetan": "བཀྲ་ཤིས",
    "Burmese": "မင်္ဂလာပါ",
    "Khmer": "សួស្តី",
    "Hangul in pieces": "\u1112\u1161\u11ab\u1100\u1173\u11af",
    "vowels of Hangul alone": "\u1161\u1175\u11ab",
    "old Hangul": "\ua960\ud7b0\ud7cb",
    "wide": "漢字" * 40,
    "full width": "ｗｉｄｅ",
    "half width": "ｶﾀｶﾅﾞ",
    "wide and narrow": "a漢" * 40,
    "ambiguous": "§±×÷αЖ○●★☆♀♂",
    "a very wide sign": "﷽" * 9,
    "a long dash": "⸻" * 9,
    "Cuneiform": "𒐫𒈙",
    "private pictures": "\ue0b0\uf8ff",
    "braille": "⠁⠃\u2800",
    "ligatures": "ﬁﬂﷺ",
    "letters of mathematics": "𝕳𝖊𝖑𝖑𝖔",
    "small capitals": "ʜᴇʟʟᴏ",
    "upside down": "ollǝɥ",
    "a word of no width": "\u2060\u200b\u200c",
    "the longest word": "x" * 250,
    "the longest of wide ones": "漢" * 250,
    "nothing": "",
    "one space": " ",
    "spaces": " " * 200,
    "tabs": "a\tb\t\tc",
    "lines": "a\nb\r\nc\rd",
    "a vertical tab": "a\vb\fc",
    "backspaces": "hello\b\b\b\b\bevil",
    "only bells": BEL * 20,
    "shift in and out": "a\x0eb\x0fc",
    "a null": "a\x00b",
    "delete": "a\x7fb",
    "decomposed": "Zoe\u0308",
    "Ångström and Kelvin": "\u212b\u212a",
    "the dotless i": "ıİ",
    "sharp s": "ßẞ",
    "music": "𝅘𝅥𝅮",
    "an interlinear note": "\ufff9a\ufffab\ufffb",
    "the replacement": "\ufffd\ufffd",
    "an object": "\ufffc",
    "a soft hyphen": "co\u00adop",
    "joined Persian": "می\u200cخواهم",
    "Mongolian": "ᠮᠣᠩᠭᠣᠯ\u180b",
    "a variation of zero": "0\ufe00",
}
"""Letters, signs and pictures that not every terminal gives the room one thinks."""


NUMBERS = (
    "9" * 5000, "0" * 5000, "0" * 4400 + "1", "1" * 200, "01", "²", "½", "①", "Ⅷ", "٣", "३", "３", "一", "1\u0300",
    "+1", "-1", "--1", "1_0", "1.0", "1e3", "0x1", "1,000", " 1", "1 ", "1\t", "1\n", "nan", "inf",
)  # fmt: skip
"""What somebody may write for a number, and some reader of numbers takes for one or stumbles over."""


def strange_numbers(texts: Iterable[str]) -> Iterator[str]:
    """Each of those numbers alone, after the first word of a text, and in place of each number and of the last."""
    for number in NUMBERS:
        yield number
        for text in texts:
            yield f"{text.split()[0]} {number}"
            yield number.join(re.split("[0-9]+", text))
            yield f"{text.rstrip('0123456789')}{number}"


def cases() -> dict[str, str]:
    return dict(_all())


def _all() -> Iterator[tuple[str, str]]:
    for code in (*range(0x20), *range(0x7F, 0xA0)):
        yield f"control {code:02X}", f"a{chr(code)}b"
    for code in FORMAT:
        yield f"format {code:04X}", f"abc{chr(code)}def"
    for code in (*BLANK, *FILLERS):
        yield f"blank {code:04X} {name(chr(code))}", f"a{chr(code)}{chr(code)}b"
    for code in (*PRIVATE, *NONE):
        yield f"no character {code:04X}", f"a{chr(code)}b"
    for what, text in _SEQUENCES.items():
        yield f"sequence: {what}", f"hi {text} there"
    for what, text in {"override": "\u202e", "embedding": "\u202b", "isolate": "\u2067", "strong": "\u2068"}.items():
        yield f"direction: {what}, open", f"{text}evil"
        yield f"direction: {what}, many", f"{text * 60}evil"
    for what, text in _LETTERS.items():
        yield f"letters: {what}", text
    for text in (*_MARKUP, *_FORGED):
        yield f"reads as more: {ascii(text)[1:30]}", text
    for text in LIKE_ANA:
        yield f"like ana: {text!a}", text


def not_utf8() -> dict[str, bytes]:
    """Bytes that stand for no text, which no message can hold."""
    return {
        "a lone high surrogate": b"a\xed\xa0\x80b",
        "a lone low surrogate": b"a\xed\xb0\x80b",
        "a pair of them": b"\xed\xa0\xbd\xed\xb8\x80",
        "a byte too long": b"\xc0\xaf",
        "an escape, too long": b"\xc0\x9b[2J",
        "beyond the last character": b"\xf4\x90\x80\x80",
        "a cut character": b"\xe6\xbc",
        "a lone rest": b"\x9b2J",
    }
