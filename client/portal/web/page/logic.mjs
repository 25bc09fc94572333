// What the page decides, without a page: each function gives the same answer for the same arguments.

export const LEAST_COLUMNS = 60, LEAST_ROWS = 20;
export const SMALLEST_FONT = 7, LARGEST_FONT = 28, USUAL_FONT = 16;
const GAMES = "War, Blocky, Tower Blaster, Streets and Alleys: with a friend, or against the computer.";
const TAP_PX = 12, TAP_MS = 700;

/** Where somebody wants to go, as the address says behind #: to a table by its code, or with another machine's code. */
export function placeOf(hash) {
  const word = decodeURIComponent(hash.replace(/^#/, "")).trim();
  const link = /^link[-=]([A-Za-z0-9]{1,16})$/.exec(word);
  if (link) return { table: "", link: link[1].toUpperCase() };
  const code = word.toUpperCase();
  return { table: /^([A-Z0-9]{4}|[A-Z0-9]{6})$/.test(code) ? code : "", link: "" };
}

/** What is said to somebody who is new here, and whether they need a name. */
export function welcome({ table, link }) {
  if (link) return { text: "You play already: this browser becomes one of your machines.", asksName: false };
  return { text: table ? `You are invited to table ${table}.` : GAMES, asksName: true };
}

/** A token that nobody guesses, from 32 random bytes. */
export function tokenOf(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export const isToken = (word) => typeof word === "string" && /^[0-9a-f]{64}$/.test(word);

/** The first message of a visit. */
export function greeting({ token, place, name, cols, rows, motion }) {
  return JSON.stringify({ token, table: place.table, link: place.link, name, cols, rows, motion });
}

/** How long to wait before the next attempt, in milliseconds; at random, so that not all pages come at once. */
export function waitFor(attempt, random) {
  return Math.min(500 * 2 ** attempt, 5000) * (0.5 + random / 2);
}

/** What a message of the portal changes: the buttons, or that the visit has ended; null for anything else. */
export function read(text) {
  let message;
  try {
    message = JSON.parse(text);
  } catch {
    return null;
  }
  if (message && Array.isArray(message.buttons)) return { buttons: message.buttons.filter((button) => button.on) };
  if (message && typeof message.end === "string") return { end: message.end, again: message.again === true };
  return null;
}

/** The cell of the screen under a point of the page, counted from 1; null beside the screen. */
export function cellAt(x, y, box, cols, rows) {
  const column = Math.floor(((x - box.left) / box.width) * cols) + 1;
  const row = Math.floor(((y - box.top) / box.height) * rows) + 1;
  return column >= 1 && column <= cols && row >= 1 && row <= rows ? { column, row } : null;
}

/** What a terminal sends for a click on a cell. */
export const click = ({ column, row }) => `\x1b[<0;${column};${row}M\x1b[<0;${column};${row}m`;

/** What it sends for the wheel, turned by some steps, down where they are positive. */
export function wheel({ column, row }, steps) {
  return `\x1b[<${steps > 0 ? 65 : 64};${column};${row}M`.repeat(Math.abs(steps));
}

/** Whether a touch was a tap, rather than a stroke. */
export function isTap(start, end) {
  return Math.hypot(end.x - start.x, end.y - start.y) < TAP_PX && end.at - start.at < TAP_MS;
}

/** The size of letters: the wanted one, or the largest with which the smallest screen fits. `ratio` is width to height. */
export function fontFor(wanted, width, height, ratio, lineHeight = 1.2) {
  const fits = Math.min(width / (LEAST_COLUMNS * ratio), height / (LEAST_ROWS * lineHeight));
  return Math.max(SMALLEST_FONT, Math.min(wanted, LARGEST_FONT, Math.floor(fits * 2) / 2));
}

/** Whether a phone is upright, where a table is hardly readable. */
export const mustTurn = (width, height) => width < height && width < 600;

/** Whether a key copies what is selected: Ctrl-C or Cmd-C, with Shift or without. */
export function isCopying({ type, key, ctrlKey, metaKey }, hasSelection) {
  return hasSelection && type === "keydown" && key.toLowerCase() === "c" && (ctrlKey || metaKey);
}

/** Whether a key pastes, as everywhere in a browser; the terminal alone would take Ctrl-V for a character. */
export function isPasting({ type, key, ctrlKey, metaKey, altKey }) {
  return type === "keydown" && key.toLowerCase() === "v" && (ctrlKey || metaKey) && !altKey;
}

/** The text that a program asks to copy (OSC 52); null if it asks for something else. */
export function copied(data, decode) {
  const [, packed] = /^[cps0-9]*;([A-Za-z0-9+/=]*)$/.exec(data) ?? [];
  if (!packed || packed.length > 8192) return null;
  try {
    return new TextDecoder().decode(Uint8Array.from(decode(packed), (letter) => letter.charCodeAt(0)));
  } catch {
    return null;
  }
}
