// The words of the page: every key is the English text, every language has its own for it.

const LETTERS = { JQK: { J: "J", Q: "Q", K: "K" }, VDR: { J: "V", Q: "D", K: "R" } };

const AGAIN_AFTER = 1000;

/** The words of *lang*, once they came. *letters* are those on the cards: JQK or VDR. */
export async function loadWords(lang, letters) {
  try {
    const answer = await fetch(`/words/${lang}.json`);
    if (answer.ok) return speaker(lang, letters, await answer.json());
  } catch {
    // The network went away while the page came; without words there is nothing to show.
  }
  await new Promise((then) => setTimeout(then, AGAIN_AFTER));
  return loadWords(lang, letters);
}

/**
 * words("Peg {n} for {team}", {n: 3, team: "Ann"}) is a sentence in the language of the device.
 *
 * A key "{n} card|{n} cards" holds one form for each number; words.rank("J") is a letter on a card.
 */
function speaker(lang, letters, { sentences, de }) {
  const plural = new Intl.PluralRules(lang);
  const words = (key, facts = {}) =>
    fill(form(sentences[key] ?? key, plural, facts.n), facts, (text) => joined(text, de));
  words.lang = lang;
  words.letters = letters;
  words.rank = (rank) => LETTERS[letters][rank] ?? rank;
  words.rankName = (rank) => rankNames(words)[rank] ?? rank;
  words.suitName = (suit) => suitNames(words)[suit];
  words.cardName = ({ rank, suit }) =>
    suit
      ? words("{rank} of {suit}", { rank: words.rankName(rank), suit: words.suitName(suit) })
      : words.rankName(rank);
  return words;
}

const rankNames = (words) => ({
  A: words("ace"),
  J: words("jack"),
  Q: words("queen"),
  K: words("king"),
});

const suitNames = (words) => ({
  S: words("spades"),
  H: words("hearts"),
  D: words("diamonds"),
  C: words("clubs"),
});

function form(text, plural, n) {
  const [one, many] = text.split("|");
  return many === undefined || plural.select(n) === "one" ? one : many;
}

function fill(text, facts, joining) {
  return text.replace(/\{(\w+)(:de)?\}/g, (whole, name, de) => {
    if (!(name in facts)) return whole;
    const value = String(facts[name]);
    return de ? joining(value) : value;
  });
}

/** *de* before *text*, by the rule that came with the words: d'Anne, de Hans, du crib, du joueur 2. */
function joined(name, { elided, contracted, placed }) {
  const text = name.replace(new RegExp(placed, "gu"), "le joueur ");
  if (new RegExp(elided, "u").test(plain(text))) return `d'${text}`;
  const [article, ...others] = text.split(" ");
  const rest = others.join(" ");
  return rest && contracted[article] ? `${contracted[article]} ${rest}` : `de ${text}`;
}

/** Small letters without accents. */
const plain = (text) => text.trim().toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");
