// The replay that everybody is shown, on phones, walls and lights alike.

/** The one that is on, unless somebody entered something since it began. */
export const running = ({ version, asides }) =>
  asides.replay?.version === version ? asides.replay : null;
