// Plays a game of every kind that a Parlour server has, with itself and at random: node client.mjs [ws://HOST:PORT]
// It knows the rules of none of them, and needs nothing but Node 22, or a browser. protocol.md describes the messages.

/** What options keep games short, in those that have them: chance alone would never end some. */
const SHORT = { time_limit_s: 2, turn_limit: 20 };

/** Plays a game to its end and returns its last table: at a table of its own, or as a guest at the one of this code. */
export function play(url, game, code) {
  let table, moved, isAsking, guests;
  return connect(url, (message, send) => {
    const sit = () => send(code ? { type: "join", ref: 1, room: code, games: [game.name] } : create(game));
    const proceed = () => {
      if (isAsking || !table.turn.includes(table.seat) || table.ply === moved) return;
      isAsking = true;
      send({ type: "get-legal-moves", ref: 2, room: table.room });
    };
    if (message.type === "welcome") sit();
    else if (message.type === "table") {
      table = message;
      if (table.phase === "over") return send({ type: "leave", room: table.room }), table;
      const open = table.chairs.filter(({ kind }) => kind === "open");
      guests ??= code ? [] : open.map(() => play(url, game, table.room));
      proceed();
    } else if (message.type === "legal-moves") {
      isAsking = false;
      if (message.head !== table.head || !message.moves.length) return proceed();
      const move = message.moves[Math.floor(Math.random() * message.moves.length)];
      moved = table.ply;
      send({ type: "play", room: table.room, number: table.number, ply: moved, move });
    } else if (message.type === "refused") {
      if (!table && message.retry_after_s === null) throw new Error(message.text);
      isAsking = moved = undefined;
      setTimeout(() => (table ? proceed() : sit()), 1000 * message.retry_after_s);
    }
  });
}

/** The command that makes a table for two, or for as many as the game needs. */
function create({ name, min_seats, max_seats, options }) {
  const others = Array(Math.max(min_seats, Math.min(max_seats, 2)) - 1).fill("open");
  const short = Object.entries(SHORT).filter(([key]) => options.some((option) => option.name === key));
  const choice = { game: name, options: Object.fromEntries(short), seats: ["me", ...others], watch: "anyone" };
  const clock = { move_s: null, total_s: null, increment_s: 0 };
  return { type: "create", ref: 1, ...choice, listed: false, serious: false, clock };
}

/** Signs in, and hands each message to `hear` with a function that sends others, until `hear` returns something. */
export function connect(url, hear) {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url, "parlour.1");
    const send = (message) => socket.send(Uint8Array.from(pack(message)));
    const hello = { type: "hello", name: "chance", token: null, client: "client.mjs", deals: false, bot: true };
    const handle = async ({ data }) => hear(unpack(new Uint8Array(data)), send);
    const settle = (done) => (result) => result && (done(result), socket.close());
    socket.binaryType = "arraybuffer";
    socket.onopen = () => send(hello);
    socket.onmessage = (event) => handle(event).then(settle(resolve), settle(reject));
    socket.onclose = ({ code, reason }) => reject(new Error(`${url} closed the connection: ${code} ${reason}`));
  });
}

// MessagePack (https://msgpack.org), as far as frames have it. Of the kinds of number, the first has the code 0xca.

const NUMBERS = "Float32 Float64 Uint8 Uint16 Uint32 BigUint64 Int8 Int16 Int32 BigInt64".split(" ");
const bytesOf = (kind) => parseInt(kind.match(/\d+/)) / 8;

/** A value as a list of bytes. */
export function pack(value) {
  if (value === null || typeof value === "boolean") return [value === null ? 0xc0 : 0xc2 + value];
  if (typeof value === "number") return packNumber(value);
  if (Array.isArray(value)) return [...packLength(value.length, 0x90, 16, 0xdc), ...value.flatMap(pack)];
  if (typeof value === "object") {
    const fields = Object.entries(value);
    return [...packLength(fields.length, 0x80, 16, 0xde), ...fields.flat().flatMap(pack)];
  }
  const bytes = new TextEncoder().encode(value);
  return [...packLength(bytes.length, 0xa0, 32, 0xda, 0xd9), ...bytes];
}

function packLength(length, short, below, long, medium) {
  if (length < below) return [short + length];
  return medium && length < 256 ? [medium, length] : [long, length >> 8, length & 0xff];
}

function packNumber(value) {
  if (value % 1 === 0 && value >= -32 && value < 128) return [value & 0xff];
  const index = value % 1 ? 1 : value < 0 ? 9 : value < 2 ** 8 ? 2 : value < 2 ** 16 ? 3 : value < 2 ** 32 ? 4 : 5;
  const kind = NUMBERS[index], view = new DataView(new ArrayBuffer(bytesOf(kind)));
  view[`set${kind}`](0, kind.startsWith("Big") ? BigInt(value) : value);
  return [0xca + index, ...new Uint8Array(view.buffer)];
}

/** The value in a frame's bytes. */
export function unpack(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  const number = (kind) => Number(view[`get${kind}`]((at += bytesOf(kind)) - bytesOf(kind)));
  const text = (length) => new TextDecoder().decode(bytes.subarray(at, (at += length)));
  const list = (length) => Array.from({ length }, value);
  const map = (length) => Object.fromEntries(Array.from({ length }, () => [value(), value()]));
  function value() {
    const code = number("Uint8");
    if (code < 0x80 || code >= 0xe0) return code < 0x80 ? code : code - 0x100;
    if (code < 0xc0) return code < 0x90 ? map(code - 0x80) : code < 0xa0 ? list(code - 0x90) : text(code - 0xa0);
    if (code < 0xca) return { 0xc0: null, 0xc2: false, 0xc3: true }[code];
    if (code < 0xd9) return number(NUMBERS[code - 0xca]);
    const read = { 0xd9: text, 0xda: text, 0xdc: list, 0xde: map }[code];
    return read(number(code === 0xd9 ? "Uint8" : "Uint16"));
  }
  return value();
}

if (globalThis.process?.argv[1] === import.meta.filename) {
  const url = process.argv[2] ?? "ws://127.0.0.1:8765";
  const fail = (error) => (console.error(error.message), process.exit(1));
  const games = await connect(url, ({ games }) => games).catch(fail);
  const tables = await Promise.all(games.map((game) => play(url, game))).catch(fail);
  for (const { game, room, ending } of tables) console.log(JSON.stringify({ game, room, ending }));
}
