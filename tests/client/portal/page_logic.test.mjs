// What the page decides: run by test_page.py with the Node of a wheel, and by hand with `node --test`.

import assert from "node:assert/strict";
import test from "node:test";
import * as logic from "../../../client/portal/web/page/logic.mjs";

test("the address says which table", () => {
  assert.deepEqual(logic.placeOf("#KQFM"), { table: "KQFM", link: "" });
  assert.deepEqual(logic.placeOf("#kqfm7x"), { table: "KQFM7X", link: "" });
  assert.deepEqual(logic.placeOf(""), { table: "", link: "" });
});

test("what is no code joins nothing", () => {
  for (const hash of ["#K", "#KQFM7", "#../KQFM", "#<b>AB", "#KQ%20FM"]) assert.equal(logic.placeOf(hash).table, "");
});

test("the address can have the code of another machine", () => {
  assert.deepEqual(logic.placeOf("#link-kqfm7xwp"), { table: "", link: "KQFM7XWP" });
});

test("who is new is told where they are going, and asked for a name unless they have one", () => {
  assert.match(logic.welcome(logic.placeOf("")).text, /^War, /);
  assert.deepEqual(logic.welcome(logic.placeOf("#KQFM")), { text: "You are invited to table KQFM.", asksName: true });
  assert.equal(logic.welcome(logic.placeOf("#link-KQFM7XWP")).asksName, false);
});

test("a token is 32 bytes in hexadecimal", () => {
  const token = logic.tokenOf(Uint8Array.from({ length: 32 }, (_, at) => at));
  assert.ok(logic.isToken(token));
  assert.ok(token.startsWith("000102"));
  for (const word of [undefined, null, "", token.slice(1), `${token}0`, token.toUpperCase().replace("0", "X")]) {
    assert.ok(!logic.isToken(word));
  }
});

test("the greeting has all that the portal asks for", () => {
  const said = logic.greeting({
    token: "t", place: { table: "KQFM", link: "" }, name: "eva", cols: 80, rows: 24, motion: false,
  });
  assert.deepEqual(JSON.parse(said), { token: "t", table: "KQFM", link: "", name: "eva", cols: 80, rows: 24, motion: false });
});

test("attempts to come back become rarer, up to five seconds", () => {
  assert.equal(logic.waitFor(0, 1), 500);
  assert.equal(logic.waitFor(0, 0), 250);
  assert.ok(logic.waitFor(3, 1) > logic.waitFor(1, 1));
  assert.equal(logic.waitFor(50, 1), 5000);
});

test("only buttons that do something are shown", () => {
  const flip = { key: "Space", label: "flip", send: " ", on: true };
  assert.deepEqual(logic.read(JSON.stringify({ buttons: [flip, { ...flip, on: false }] })), { buttons: [flip] });
});

test("an ending says whether to come back, and nonsense says nothing", () => {
  assert.deepEqual(logic.read('{"end":"Gone.","again":true}'), { end: "Gone.", again: true });
  assert.deepEqual(logic.read('{"end":"Gone."}'), { end: "Gone.", again: false });
  for (const text of ["", "{", "null", "[]", '{"end":1}', '{"buttons":1}']) assert.equal(logic.read(text), null);
});

test("a tap is a click on the cell under it", () => {
  const box = { left: 10, top: 20, width: 800, height: 480 };
  assert.deepEqual(logic.cellAt(10, 20, box, 80, 24), { column: 1, row: 1 });
  assert.deepEqual(logic.cellAt(809, 499, box, 80, 24), { column: 80, row: 24 });
  assert.equal(logic.cellAt(811, 30, box, 80, 24), null);
  assert.equal(logic.cellAt(9, 30, box, 80, 24), null);
  assert.equal(logic.click({ column: 3, row: 7 }), "\x1b[<0;3;7M\x1b[<0;3;7m");
});

test("a stroke is no tap, and turns the wheel", () => {
  const start = { x: 0, y: 0, at: 0 };
  assert.ok(logic.isTap(start, { x: 5, y: 5, at: 200 }));
  assert.ok(!logic.isTap(start, { x: 0, y: 40, at: 200 }));
  assert.ok(!logic.isTap(start, { x: 0, y: 0, at: 2000 }));
  assert.equal(logic.wheel({ column: 1, row: 2 }, 2), "\x1b[<65;1;2M\x1b[<65;1;2M");
  assert.equal(logic.wheel({ column: 1, row: 2 }, -1), "\x1b[<64;1;2M");
});

test("letters are as large as wished, but the smallest screen always fits", () => {
  assert.equal(logic.fontFor(16, 1280, 800, 0.6), 16);
  const phone = logic.fontFor(28, 844, 320, 0.6);
  assert.ok(phone * 0.6 * logic.LEAST_COLUMNS <= 844 && phone * 1.2 * logic.LEAST_ROWS <= 320);
  assert.equal(logic.fontFor(16, 100, 100, 0.6), logic.SMALLEST_FONT);
});

test("only a phone that is upright is to be turned", () => {
  assert.ok(logic.mustTurn(390, 844));
  assert.ok(!logic.mustTurn(844, 390));
  assert.ok(!logic.mustTurn(800, 1200));
});

test("Ctrl-C copies only where something is selected", () => {
  const press = { type: "keydown", key: "c", ctrlKey: true, metaKey: false };
  assert.ok(logic.isCopying(press, true));
  assert.ok(logic.isCopying({ ...press, key: "C" }, true));
  assert.ok(!logic.isCopying(press, false));
  assert.ok(!logic.isCopying({ ...press, ctrlKey: false }, true));
  assert.ok(!logic.isCopying({ ...press, type: "keyup" }, true));
});

test("Ctrl-V pastes", () => {
  const press = { type: "keydown", key: "v", ctrlKey: true, metaKey: false, altKey: false };
  assert.ok(logic.isPasting(press));
  assert.ok(logic.isPasting({ ...press, ctrlKey: false, metaKey: true }));
  assert.ok(!logic.isPasting({ ...press, ctrlKey: false }));
  assert.ok(!logic.isPasting({ ...press, altKey: true }));
  assert.ok(!logic.isPasting({ ...press, type: "keyup" }));
});

test("a program may copy a text, and read nothing", () => {
  assert.equal(logic.copied("c;S1FGTSDimaA=", atob), "KQFM ♠");
  for (const data of ["c;?", "c;", "", "c;%%%", `c;${"A".repeat(9000)}`]) assert.equal(logic.copied(data, atob), null);
});
