// War for the servers beside ours: 26 rounds, in each of which both players flip a card and the higher one wins.

const CARDS = 52;
const SUITS = 4;

export function shuffledDeck() {
  const deck = Array.from({ length: CARDS }, (_, card) => card);
  for (let place = deck.length - 1; place > 0; place--) {
    const other = Math.floor(Math.random() * (place + 1));
    [deck[place], deck[other]] = [deck[other], deck[place]];
  }
  return deck;
}

/** The seat whose card is higher, or -1 for neither. */
export function winner(first, second) {
  const difference = Math.floor(first / SUITS) - Math.floor(second / SUITS);
  return difference === 0 ? -1 : difference > 0 ? 0 : 1;
}

/** Whether a seat that has flipped so many times, the other so many, may flip for the `flip`-th time. */
export function mayFlip(mine, theirs, flip) {
  return flip === mine && mine <= theirs;
}
