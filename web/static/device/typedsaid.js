// What is half typed on the keypad, for those who hear it: said once whoever types pauses.

const PAUSE = 1500;

/** heard(text) with each state; say(text) is called once it has stayed the same for a while. */
export function typedSaid(say) {
  let timer = null;
  let last = null;

  return function heard(text) {
    if (text === last) return;
    last = text;
    clearTimeout(timer);
    if (text) timer = setTimeout(() => say(text.replaceAll(" _", "")), PAUSE);
  };
}
