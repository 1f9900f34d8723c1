// What somebody is typing on the keypad, before it is entered: everybody sees it.

/** "On the keypad: Ben's crib: 5 5 _ _"; null where nothing is half typed. */
export const typedNow = (state, words) =>
  state?.typed ? words("On the keypad: {typed}", { typed: state.typed }) : null;
