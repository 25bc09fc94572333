// War on boardgame.io: the game is a plain value of functions, and all of its state is sent after every move.

import boardgame from "boardgame.io/dist/cjs/server.js";

import { mayFlip, shuffledDeck, winner } from "./war.js";

function deal(number) {
  return { number, left: 26, scores: [0, 0], rounds: [] };
}

// `secret` is never sent: boardgame.io's own way is a function from the state to what a player may see.
function withoutSecret({ G }) {
  const { secret, ...table } = G;
  return table;
}

function flip({ G, playerID }, count) {
  const seat = Number(playerID);
  if (!mayFlip(G.flips[seat], G.flips[1 - seat], count)) return "INVALID_MOVE";
  G.flips[seat]++;
  if (G.flips[0] === G.flips[1]) draw(G);
}

function draw(G) {
  if (G.left === 0) Object.assign(G, deal(G.number + 1), { secret: shuffledDeck() });
  const [first, second] = [G.secret.pop(), G.secret.pop()];
  const won = winner(first, second);
  G.rounds.push({ first, second, winner: won });
  G.left--;
  if (won >= 0) G.scores[won] += 2;
}

const war = {
  name: "war",
  minPlayers: 2,
  maxPlayers: 2,
  setup: () => ({ flips: [0, 0], ...deal(1), secret: shuffledDeck() }),
  playerView: withoutSecret,
  // Both flip at any time: a move of the other's meanwhile does not make one stale.
  moves: { flip: { move: flip, client: false, ignoreStaleStateID: true } },
  turn: { activePlayers: { all: "flipping" }, stages: { flipping: {} } },
  disableUndo: true,
};

// The server is published for CommonJS alone.
const server = boardgame.Server({ games: [war], origins: [/^/] });
const { appServer } = await server.run({ port: 0, callback: () => {} });
console.log(`Peer listens on ws://127.0.0.1:${appServer.address().port}`);
