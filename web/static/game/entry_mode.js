// Who counts in the match on the table, and what is entered.

/** True if players count their hands, so that a claim is asked for. */
export const playersCount = ({ entry_mode: mode }) => mode?.counted_by === "players";

/** What is entered: every card, hands only or points only. */
export const enteredIn = (state) => state?.entry_mode?.entered ?? "cards";

/** Who counts, as it is chosen on the page: the program, or players, checked or with muggins. */
export const countingOf = ({ counted_by: by }, muggins) =>
  (by === "program" ? "program" : muggins ? "muggins" : "players");

/** Who counts in the match on the table. */
export const countingNow = ({ entry_mode: mode, rules }) => countingOf(mode, rules.muggins);

export const countingText = (t, counting) => ({
  program: t("Cribble counts"),
  players: t("you count and Cribble checks"),
  muggins: t("you count, with muggins"),
})[counting];
