// Entry mode of the current match: who counts, and the kind of entries.

/** True if players count their hands, so a claim is required. */
export const playersCount = ({ entry_mode: mode }) => mode?.counted_by === "players";

/** The kind of entries: all cards, hands only or points only. */
export const enteredIn = (state) => state?.entry_mode?.entered ?? "cards";

/** Who counts, as offered on the page: the program, or players, with checks or with muggins. */
export const countingOf = ({ counted_by: by }, muggins) =>
  (by === "program" ? "program" : muggins ? "muggins" : "players");

/** Who counts in the current match. */
export const countingNow = ({ entry_mode: mode, rules }) => countingOf(mode, rules.muggins);

export const countingText = (t, counting) => ({
  program: t("Cribble counts"),
  players: t("you count and Cribble checks"),
  muggins: t("you count, with muggins"),
})[counting];

/** The kinds of entries, as offered before and during a match. */
export const enteringChoices = (t) => [
  {
    value: "cards", title: t("Every card"),
    about: t("Every card as it’s played: Cribble counts the play too."),
  },
  {
    value: "hands", title: t("Hands only"),
    about: t("Peg the play yourselves; enter the hands at the show."),
  },
  {
    value: "points", title: t("Points only"),
    about: t("Just points, no cards. Cribble can’t check your counts."),
  },
];
