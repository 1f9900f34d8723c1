// What each card of this deal brought whoever laid it, read off the entries.

/** The points of every card laid in this deal, in the order in which they were laid. */
export const gainsOf = (state) =>
  state.record.flatMap(({ actions, awards }) => {
    const cards = actions.filter((action) => action.do === "play");
    return cards.map((_, at) => earnedBy(cards, at, awards));
  });

/** A go is nobody's card. Where an entry was corrected to several cards, each has its own. */
function earnedBy(cards, at, awards) {
  const earned = awards.filter(({ why, cards: by }) => why !== "go" && by.length > 0);
  const own = earned.filter(({ cards: by }) => cards.length === 1 || by.at(-1) === cards[at].card);
  return own.reduce((sum, { points }) => sum + points, 0);
}
