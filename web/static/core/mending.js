// Looking back and putting right: fetched when somebody opens it, since most deals need none of it.

/** Returns mend(how, ...asked), which does something of `mend/verbs.js`; act(action) asks the table. */
export const mender =
  (store, act) =>
  async (how, ...asked) => {
    try {
      const { makeMending } = await import("../correction/correction.js");
      store.ui.mending ??= makeMending(store, act);
    } catch {
      return store.ui.tell(store.words("The table did not answer."));
    }
    return store.ui.mending[how](...asked);
  };

/** Whether an entry can be put right: something stands there, at a table that plays. */
export const isMendable = (state, ui) => ui.me.scorer && state.phase !== "idle";
