// How the connection of a page to its table is called.

export const linkName = (words, link) =>
  ({
    live: words("Live"),
    reconnecting: words("Reconnecting…"),
    paused: words("Paused"),
    starting: words("Looking…"),
  })[link];
