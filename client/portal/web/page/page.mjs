// The page: a terminal in it, a socket to the portal, and buttons. What it decides is in logic.mjs.

import { Terminal } from "./vendor/xterm.mjs";
import { FitAddon } from "./vendor/addon-fit.mjs";
import { WebLinksAddon } from "./vendor/addon-web-links.mjs";
import * as logic from "./logic.mjs";

const find = (id) => document.getElementById(id);
const still = matchMedia("(prefers-reduced-motion: reduce)");
const coarse = matchMedia("(pointer: coarse)");
const isTouched = () => coarse.matches || navigator.maxTouchPoints > 0;

allowStyles(document.querySelector("script[nonce]").nonce);
const memory = openMemory();
const terminal = new Terminal({
  cursorBlink: false, scrollback: 0, macOptionIsMeta: true, rightClickSelectsWord: false, fontSize: logic.USUAL_FONT,
  fontFamily: '"DejaVu Sans Mono", "Cascadia Mono", Menlo, Consolas, "Liberation Mono", monospace',
  theme: { background: "#0f1216", foreground: "#e9edf2" }, screenReaderMode: memory.get("reader") === "on",
});
const fit = new FitAddon();
let socket = null, attempt = 0, wanted = Number(memory.get("font")) || logic.USUAL_FONT, upright = false, touch = null;

terminal.loadAddon(fit);
terminal.loadAddon(new WebLinksAddon());
terminal.open(find("terminal"));
terminal.onData(send);
terminal.onBinary(send);
// With something selected, Ctrl-C copies it, rather than leave. Ctrl-V is the browser's.
terminal.attachCustomKeyEventHandler((event) => {
  if (logic.isPasting(event)) return false;
  if (!logic.isCopying(event, terminal.hasSelection())) return true;
  navigator.clipboard?.writeText(terminal.getSelection()).catch(() => undefined);
  event.preventDefault();
  return false;
});
terminal.onTitleChange((title) => { document.title = title || "Parlour"; });
terminal.parser.registerOscHandler(52, (data) => {
  const text = logic.copied(data, atob);
  if (text !== null) navigator.clipboard?.writeText(text).catch(() => undefined);
  return true;
});

/** Let the terminal add its styles, which the page's policy forbids to everything that does not know the number. */
function allowStyles(nonce) {
  const create = document.createElement.bind(document);
  document.createElement = (name, options) => {
    const made = create(name, options);
    if (name === "style") made.nonce = nonce;
    return made;
  };
  const set = Element.prototype.setAttribute;
  Element.prototype.setAttribute = function (name, value) {
    if (name === "style") this.style.cssText = value;
    else set.call(this, name, value);
  };
}

/** What the browser keeps, or this page alone where it may keep nothing. */
function openMemory() {
  const held = new Map();
  return {
    get: (name) => { try { return localStorage.getItem(`parlour-${name}`) ?? held.get(name); } catch { return held.get(name); } },
    set: (name, value) => { held.set(name, value); try { localStorage.setItem(`parlour-${name}`, value); } catch { /* in memory */ } },
  };
}

function layOut() {
  const box = find("terminal").getBoundingClientRect();
  const turn = logic.mustTurn(innerWidth, innerHeight) && isTouched();
  find("turn").hidden = !turn || upright || !find("welcome").hidden;
  document.body.classList.toggle("shows-bar", isTouched());
  terminal.options.fontSize = logic.fontFor(wanted, box.width - 4, box.height, letterRatio());
  fit.fit();
}

/** How wide a letter is, for each pixel of its height. */
function letterRatio() {
  const pen = document.createElement("canvas").getContext("2d");
  pen.font = `100px ${terminal.options.fontFamily}`;
  return pen.measureText("W").width / 100;
}

function send(text) {
  if (socket?.readyState === WebSocket.OPEN) socket.send(new TextEncoder().encode(text));
}

function connect() {
  find("ended").hidden = true;
  const address = new URL("play", location.href);
  address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  address.hash = "";
  const opened = socket = new WebSocket(address), place = logic.placeOf(location.hash);
  let ending = null;
  opened.binaryType = "arraybuffer";
  opened.onopen = () => {
    attempt = 0;
    find("status").textContent = "";
    terminal.reset();
    layOut();
    opened.send(logic.greeting({
      token: memory.get("token"), place, name: memory.get("name") ?? "",
      cols: terminal.cols, rows: terminal.rows, motion: !still.matches,
    }));
    terminal.focus();
  };
  opened.onmessage = ({ data }) => {
    if (typeof data !== "string") {
      // A code works once: whoever loads the page again is known by then.
      if (place.link) history.replaceState(null, "", location.pathname);
      return terminal.write(new Uint8Array(data));
    }
    const change = logic.read(data);
    if (change?.buttons) showButtons(change.buttons);
    if (change?.end !== undefined) ending = change;
  };
  opened.onclose = () => {
    if (socket !== opened) return;
    showButtons([]);
    if (ending && !ending.again) return end(ending.end);
    find("status").textContent = ending?.end || "The connection was lost. Coming back ...";
    setTimeout(connect, logic.waitFor(attempt++, Math.random()));
  };
}

function end(text) {
  find("ended-text").textContent = text;
  find("ended").hidden = false;
  find("again").focus();
}

function showButtons(buttons) {
  find("keys").replaceChildren(...buttons.map(({ key, label, send: sent }) => {
    const button = document.createElement("button");
    const shown = document.createElement("kbd");
    button.type = "button";
    shown.textContent = key;
    button.append(shown, label && ` ${label}`);
    button.onclick = () => { send(sent); if (!isTouched()) terminal.focus(); };
    return button;
  }));
}

function start() {
  if (logic.isToken(memory.get("token"))) return connect();
  const { text, asksName } = logic.welcome(logic.placeOf(location.hash));
  find("where").textContent = text;
  find("naming").hidden = !asksName;
  find("welcome").hidden = false;
  find(asksName ? "name" : "play").focus();
  return undefined;
}

find("welcome").onsubmit = (event) => {
  event.preventDefault();
  memory.set("name", find("name").value.trim());
  memory.set("token", logic.tokenOf(crypto.getRandomValues(new Uint8Array(32))));
  find("welcome").hidden = true;
  layOut();
  connect();
};
find("again").onclick = connect;
find("more").onclick = () => {
  find("tools").hidden = !find("tools").hidden;
  find("more").setAttribute("aria-expanded", String(!find("tools").hidden));
};
find("anyway").onclick = () => { upright = true; layOut(); terminal.focus(); };
find("smaller").onclick = () => letters(-1);
find("larger").onclick = () => letters(1);
find("keyboard").onclick = () => {
  const shows = find("keyboard").getAttribute("aria-pressed") !== "true";
  find("keyboard").setAttribute("aria-pressed", String(shows));
  terminal.textarea.inputMode = shows ? "text" : "none";
  terminal.blur();
  if (shows) terminal.focus();
};
find("paste").onclick = async () => {
  const text = await navigator.clipboard?.readText().catch(() => "");
  if (text) terminal.paste(text);
};
find("reader").setAttribute("aria-pressed", String(terminal.options.screenReaderMode));
find("reader").onclick = () => {
  const reads = !terminal.options.screenReaderMode;
  terminal.options.screenReaderMode = reads;
  memory.set("reader", reads ? "on" : "off");
  find("reader").setAttribute("aria-pressed", String(reads));
};

function letters(step) {
  wanted = Math.max(logic.SMALLEST_FONT, Math.min(logic.LARGEST_FONT, terminal.options.fontSize + step));
  memory.set("font", String(wanted));
  layOut();
}

// A tap is a click of the mouse, and a stroke turns the wheel. The browser's own idea of both comes too late.
const screen = find("terminal");
const point = ({ clientX, clientY }) => ({ x: clientX, y: clientY, at: performance.now() });
const cell = ({ x, y }) => logic.cellAt(x, y, screen.querySelector(".xterm-screen").getBoundingClientRect(), terminal.cols, terminal.rows);
screen.addEventListener("touchstart", (event) => {
  event.preventDefault();
  event.stopPropagation();
  const first = point(event.changedTouches[0]);
  touch = { first, last: first };
}, { capture: true, passive: false });
screen.addEventListener("touchmove", (event) => {
  event.preventDefault();
  event.stopPropagation();
  const now = point(event.changedTouches[0]), height = screen.clientHeight / terminal.rows, under = cell(now);
  const steps = touch ? Math.trunc((touch.last.y - now.y) / height) : 0;
  if (!steps || !under || logic.isTap(touch.first, now)) return;
  send(logic.wheel(under, steps));
  touch.last = now;
}, { capture: true, passive: false });
screen.addEventListener("touchend", (event) => {
  event.preventDefault();
  event.stopPropagation();
  const now = point(event.changedTouches[0]), under = cell(now);
  if (touch && under && logic.isTap(touch.first, now) && terminal.modes.mouseTrackingMode !== "none") send(logic.click(under));
  touch = null;
  if (find("keyboard").getAttribute("aria-pressed") === "true") terminal.focus();
}, { capture: true, passive: false });

if (isTouched()) terminal.textarea.inputMode = "none";
terminal.onResize(({ cols, rows }) => {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ cols, rows }));
});
new ResizeObserver(layOut).observe(screen);
addEventListener("hashchange", () => { if (socket) { attempt = 0; socket.close(); } else start(); });
layOut();
start();
