// Translations, keyed by the English text.

import { recall } from "./storage.js";

/** The program's name, the same in every language. */
export const PROGRAM = "Cribble";

export const LANGUAGES = [["en", "English"], ["fr", "Français"]];
const LETTERS = { JQK: { J: "J", Q: "Q", K: "K" }, VDR: { J: "V", Q: "D", K: "R" } };
const RETRY_AFTER = 1000;

/** The translations of *lang*, with the card letters set by the address, this device, or the table. */
export async function loadLanguage(lang) {
  const { dataset } = document.documentElement;
  const asked = new URLSearchParams(location.search).get("letters")?.toUpperCase();
  const chosen = LETTERS[asked] ? asked : recall("letters", null);
  const t = await loadTranslator(lang, chosen ?? (dataset.letters || "JQK"));
  t.mayAskLetters = lang === "fr" && !chosen && !dataset.letters;
  document.documentElement.lang = lang;
  return t;
}

/** Paper size: Letter for North American locales, else A4. */
export const usualPaper = () => (/-(US|CA)$/i.test(navigator.language) ? "letter" : "a4");

export async function setLanguage(store, lang, title = () => PROGRAM) {
  const t = await loadLanguage(lang);
  document.title = title(t);
  store.translate(t);
}

/** Loads the translations of *lang* (none for English). *letters* are those on the cards: JQK or VDR. */
export async function loadTranslator(lang, letters) {
  if (lang.startsWith("en")) return translator(lang, letters, { sentences: {}, joints: {} });
  try {
    const answer = await fetch(`/words/${lang}.json`);
    if (answer.ok) return translator(lang, letters, await answer.json());
  } catch {
    // Retry if the network failed while the page loaded; nothing can be shown without them.
  }
  await new Promise((then) => setTimeout(then, RETRY_AFTER));
  return loadTranslator(lang, letters);
}

/** t("Peg {n} for {team}", {n: 3, team: "Ann"}) is a sentence in the language of the device.
 *
 * A key "{n} card|{n} cards" has one form per plural; t.rank("J") is the letter on a card. */
function translator(lang, letters, { sentences, joints }) {
  const plural = new Intl.PluralRules(lang);
  const t = (key, facts = {}) => {
    const [one, many] = (sentences[key] ?? key).split("|");
    const text = many === undefined || plural.select(facts.n) === "one" ? one : many;
    return text.replace(/\{(\w+)(?::(\p{L}+))?\}/gu, (whole, name, joint) => {
      if (!(name in facts)) return whole;
      const value = String(facts[name]);
      return joint ? JOINTS[joint](value, joints) : value;
    });
  };
  t.lang = lang;
  t.letters = letters;
  t.rank = (rank) => LETTERS[letters][rank] ?? rank;
  t.rankName = (rank) => ({ A: t("ace"), J: t("jack"), Q: t("queen"), K: t("king") })[rank] ?? rank;
  t.suitName = (suit) => ({ S: t("spades"), H: t("hearts"), D: t("diamonds"), C: t("clubs") })[suit];
  t.cardName = ({ rank, suit }) =>
    suit
      ? t("{rank} of {suit}", { rank: t.rankName(rank), suit: t.suitName(suit) })
      : t.rankName(rank);
  return t;
}

/** Contractions of a French preposition with a name, by the rules in the catalogue. */
const JOINTS = {
  /** Paul, le joueur 2. */
  le: (name, { placed }) => name.replace(new RegExp(placed, "gu"), "le joueur\u00a0"),
  /** Paul, Le joueur 2: at the beginning of a sentence. */
  Le: (name, rules) => JOINTS.le(name, rules).replace(/^le joueur\b/, "Le joueur"),
  /** D’Anne, de Hans, du crib, du joueur 2. */
  de(name, rules) {
    const text = JOINTS.le(name, rules);
    const isElided = new RegExp(rules.elided, "u").test(unaccented(text.trim()));
    return isElided ? `d’${text}` : contracted(text, rules.de) ?? `de ${text}`;
  },
  /** À Paul, Au joueur 2, Aux Rouges: at the beginning of a sentence. */
  À(name, rules) {
    const text = JOINTS.le(name, rules);
    return capitalised(contracted(text, rules["à"]) ?? `à ${text}`);
  },
};

/** *text* with its article contracted by *contractions*; undefined if it has no article. */
function contracted(text, contractions) {
  const [article, ...others] = text.split(" ");
  const rest = others.join(" ");
  return rest && contractions[article] ? `${contractions[article]} ${rest}` : undefined;
}

export const capitalised = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** The day of *time* as people say it: yesterday, Thursday, March 3. */
export function dayOf(time, t) {
  const midnight = (when) => new Date(when).setHours(0, 0, 0, 0);
  const days = Math.round((midnight(Date.now()) - midnight(time)) / 86_400_000);
  if (days === 0 || days === 1) return new Intl.RelativeTimeFormat(t.lang, { numeric: "auto" }).format(-days, "day");
  const year = days > 300 ? "numeric" : undefined;
  const parts = days > 0 && days < 7 ? { weekday: "long" } : { day: "numeric", month: "long", year };
  return new Date(time).toLocaleDateString(t.lang, parts).replace(/^1 /, "1er ");
}

/** *text* in lower case without accents, as typed on a phone. */
export const unaccented = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
