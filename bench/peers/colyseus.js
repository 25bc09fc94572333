// War on Colyseus: a room holds its state in a schema, and sends what a move changes as soon as it is made.

import { createServer } from "node:http";

import { Room, Server } from "@colyseus/core";
import { ArraySchema, Schema, defineTypes } from "@colyseus/schema";
import { WebSocketTransport } from "@colyseus/ws-transport";

import { mayFlip, shuffledDeck, winner } from "./war.js";

class Round extends Schema {}
defineTypes(Round, { first: "uint8", second: "uint8", winner: "int8" });

// The counts of flips stand first, so that a client finds them at the start of every patch.
class Table extends Schema {}
defineTypes(Table, {
  firstFlips: "uint32",
  secondFlips: "uint32",
  number: "uint16",
  left: "uint8",
  firstScore: "uint8",
  secondScore: "uint8",
  rounds: [Round],
});

class WarRoom extends Room {
  onCreate() {
    this.maxClients = 2;
    this.autoDispose = false;
    this.patchRate = null;
    this.state = new Table();
    this.state.firstFlips = this.state.secondFlips = 0;
    this.seats = [];
    this.deal(1);
    this.onMessage("flip", (client, flip) => this.flip(this.seats.indexOf(client.sessionId), flip));
  }

  onJoin(client) {
    this.seats.push(client.sessionId);
  }

  deal(number) {
    this.deck = shuffledDeck();
    Object.assign(this.state, { number, left: 26, firstScore: 0, secondScore: 0, rounds: new ArraySchema() });
  }

  flip(seat, flip) {
    const table = this.state;
    const counts = [table.firstFlips, table.secondFlips];
    if (this.seats.length < 2 || !mayFlip(counts[seat], counts[1 - seat], flip)) return;
    if (seat === 0) table.firstFlips++;
    else table.secondFlips++;
    if (table.firstFlips === table.secondFlips) this.draw();
    this.broadcastPatch();
  }

  draw() {
    const table = this.state;
    if (table.left === 0) this.deal(table.number + 1);
    const round = new Round();
    const [first, second] = [this.deck.pop(), this.deck.pop()];
    Object.assign(round, { first, second, winner: winner(first, second) });
    table.rounds.push(round);
    table.left--;
    if (round.winner === 0) table.firstScore += 2;
    if (round.winner === 1) table.secondScore += 2;
  }
}

const http = createServer();
const server = new Server({ transport: new WebSocketTransport({ server: http }), greet: false });
server.define("war", WarRoom);
await server.listen(0, "127.0.0.1");
console.log(`Peer listens on ws://127.0.0.1:${http.address().port}`);
