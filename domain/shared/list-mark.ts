import { isMonthName } from './month-names.js';

/** The largest number of lines of a list that is pasted. */
export const MAX_LIST_LINES = 100;

/** One line of a pasted list. `done` is true if its box is ticked. */
export type ListLine = { readonly text: string; readonly done: boolean };

/** A line of a pasted list and its place in the whole text, without surrounding white space. */
export type PlacedLine = ListLine & {
  readonly start: number;
  /** The position at which the text of the line begins, after its mark. Equals `start` if the line has no mark. */
  readonly textStart: number;
  readonly end: number;
  /** True if the line is an item of a list. Headings and quoted sentences are none, although they have a mark. */
  readonly isItem: boolean;
};

/** Reads all lines of a pasted list. Lines that are blank or contain only a mark are left out. */
export const readListLines = (text: string): readonly ListLine[] =>
  placeListLines(text).flatMap(({ text: words, done }) => (words === '' ? [] : [{ text: words, done }]));

/**
 * Reads all lines of a pasted list that are not blank, and removes their bullets, numbers and boxes. For example,
 * `- [x] milk` gives "milk" and done. Lines end with LF, CR, CRLF, or a Unicode line or paragraph separator. A line
 * that contains only a mark has an empty text. A line of invisible characters is blank.
 */
export function placeListLines(text: string): readonly PlacedLine[] {
  const lines = splitText(text);
  const shared = findSharedMarks(lines.map(({ words }) => words));
  return lines.map(({ start, words: line }) => {
    const { length, done, isItem } = readMark(line, shared);
    const words = line.slice(length);
    return { text: words, done, isItem, start, textStart: start + length, end: start + line.length };
  });
}

/** Returns the lines that are not blank, without surrounding white space. */
function splitText(text: string): readonly { readonly start: number; readonly words: string }[] {
  const lines: { start: number; words: string }[] = [];
  for (let at = 0; at <= text.length;) {
    LINE_END.lastIndex = at;
    const end = LINE_END.exec(text)?.index ?? text.length;
    const raw = text.slice(at, end);
    if (VISIBLE.test(raw)) lines.push({ start: at + raw.length - raw.trimStart().length, words: raw.trim() });
    at = end + 1;
  }
  return lines;
}

/** Word processors use the vertical tab for a line break within a paragraph. */
const LINE_END = /[\n\r\v\f\u0085\u2028\u2029]/gu;

/** Characters that nobody sees, for example those for the direction of text that messengers put before a mark. */
const UNSEEN = '\\p{Default_Ignorable_Code_Point}\\p{Cf}\\u2800';
const VISIBLE = new RegExp(`[^${UNSEEN}\\s\\p{Cc}\\p{M}]`, 'u');
const START = `^[${UNSEEN}]*`;
/** The space after a mark, with the variation selectors that show it as text or as an emoji. */
const GAP = `[${UNSEEN}\\s]*`;

/** A box of Markdown, also if its brackets are escaped. A link is no box: `[x](https://…)`. */
const SQUARE = '\\\\?\\[\\s{0,3}(?<tick>[xX✓✔✅☑]?)\\s{0,3}\\\\?\\](?!\\()';
/** Further boxes of note-taking programs, such as Obsidian: in progress `[/]`, forwarded `[>]`, cancelled `[-]`. */
const OTHER_SQUARE = '\\[(?<state>[-/<>!?])\\](?=\\s)';
const OPEN_BOXES = '☐□▢◻◽⬜🔲❏❐❑❒';
const BOXES = `${OPEN_BOXES}☑☒✓✔✅🗹`;
/**
 * Signs that are bullets only if white space or a box follows, because they also begin words: "-5 degrees". All dashes
 * are such signs.
 */
const SIGN = `\\\\?[\\p{Pd}−*+](?=\\s|${SQUARE}|${OTHER_SQUARE})`;
/**
 * Signs that are always bullets: arrows, stars, crosses, encircled numbers, geometric shapes and ornaments. Word copies
 * its bullets as private characters. A row of the same sign is text: "★★★ hotel".
 */
const SYMBOL =
  `(?<symbol>(?![${BOXES}])(?:[•‣⁃∙·◦⚪◉▪▫◼◾▸►➡→⇒⇨★☆⭐✖❌🔹🔸🔷🔶👉\\u2460-\\u24B5\\u24D0-\\u24FF\\uF020-\\uF0FF]|` +
  '(?!\\p{Extended_Pictographic})[\\u25A0-\\u25FF\\u2701-\\u2767\\u2776-\\u27BF]))(?!\\k<symbol>)\\p{Emoji_Modifier}?';
/** The letters that Word copies for its bullets if the program that receives them lacks the typeface. */
const WORD_BULLET = '[olnqvuØüèà§](?=\\t)';
/**
 * `1.`, `1)`, `1/`, `1-`, `a)` or `ii)`. A number after `/` or `-` means a fraction or a range: "2- 3 onions". Markdown
 * escapes the dot: `1\.`. A word may follow `1.` directly.
 */
const NUMBER =
  '(?:\\d{1,3}(?:\\\\?[.)]|\\.\\)|[/-](?!\\s+\\d))|(?:[a-zA-Z]|[ivx]{2,4})\\\\?\\))(?=\\s)|' +
  '\\d{1,3}\\\\?[.)](?=\\p{L}{2})|(?:\\d[\\uFE0E\\uFE0F]?\\u20E3)+|🔟';
const BULLET = new RegExp(`${START}(?:${SIGN}|${SYMBOL}|${WORD_BULLET}|${NUMBER})${GAP}`, 'u');
const BOX = new RegExp(`${START}(?:${SQUARE}|${OTHER_SQUARE}|(?<sign>[${BOXES}]))${GAP}`, 'u');
/** A line between two parts of a list, such as `---`, `- - -` or, in a table of Markdown, `|---|---|`. */
const RULE = /^(?:([\p{Pd}*_=~─━═])(?:\s{0,3}\1){2,}|(?=[^|+]*[|+])(?=[^-=]*[-=])[-+=:|\s]+)$/u;
/** The number signs of a heading, such as `# To do`. Without a space they are text: "#1 fan". */
const HEADING = /^#{1,6}\s+(?=\S)/u;
/** The marks before a quoted line of an e-mail. A number after them means "more than": "> 5 km". */
const QUOTE = /^(?:>\s{0,3})+/u;

type Mark = { readonly length: number; readonly done: boolean; readonly isItem: boolean };
const NO_MARK: Mark = { length: 0, done: false, isItem: false };

/**
 * Returns the mark before the text of a line, and whether its box is ticked.
 * @param shared the patterns of {@link findSharedMarks}
 */
function readMark(line: string, shared: readonly RegExp[]): Mark {
  for (const pattern of shared) {
    const { length } = pattern.exec(line)?.[0] ?? '';
    if (length > 0) return { ...after(length, readMark(line.slice(length), [])), isItem: true };
  }
  // Most lines begin with a letter, so no pattern has to be tried.
  if (WORD.test(line)) return NO_MARK;
  if (RULE.test(line)) return { ...NO_MARK, length: line.length };
  const heading = HEADING.exec(line);
  if (heading !== null) return { ...NO_MARK, length: heading[0].length };
  const [quote = ''] = QUOTE.exec(line) ?? [];
  if (quote !== '') {
    const rest = line.slice(quote.length);
    const inner = readMark(rest, []);
    const isQuote = inner.length > 0 || rest === '' || (/\s$/u.test(quote) && !/^\d/u.test(rest));
    return isQuote ? after(quote.length, inner) : NO_MARK;
  }
  // A space is appended, so that a mark at the end of the line also matches.
  const padded = `${line} `;
  const bullet = BULLET.exec(padded)?.[0] ?? '';
  const isDate = DAY.test(bullet) && isMonthName(/^\p{L}+/u.exec(line.slice(bullet.length))?.[0] ?? '');
  const first = isDate ? '' : bullet;
  const box = BOX.exec(padded.slice(first.length));
  const { tick = '', state = '', sign = '' } = box?.groups ?? {};
  const length = Math.min(first.length + (box?.[0].length ?? 0), line.length);
  const done = tick !== '' || state === '-' || (sign !== '' && !OPEN_BOXES.includes(sign));
  return { length, done, isItem: length > 0 };
}

const after = (length: number, mark: Mark): Mark => ({ ...mark, length: length + mark.length });

/** A letter that is no mark such as `a)` or `ii)`. */
const WORD = /^\p{L}(?!\t|[ivx]{0,3}\\?\))/u;
/** A number with a dot, which is a date before the name of a month: "24. Dezember". */
const DAY = /\d\\?\.(?!\))/u;

/** A mark that also begins ordinary sentences. It is removed only if the lines of a list show that it is a mark. */
type SharedMark = {
  /** Its group `key` is what `isMeant` compares. */
  readonly pattern: RegExp;
  /** @param keys the group `key` of each line that matches */
  readonly isMeant: (keys: readonly string[], lines: number) => boolean;
};

/** Returns true if the numbers or letters are 1, 2, 3 or a, b, c and so on. */
const isSequence = (keys: readonly string[]): boolean =>
  keys.length > 1 &&
  keys.every((key, at) => (Number(key) || key.toLowerCase().charCodeAt(0) - BEFORE_A) === at + 1);
const BEFORE_A = 'a'.charCodeAt(0) - 1;

const STAMP = '\\[(?=[^\\]]{0,30}\\d:\\d\\d)[\\d/.:,\\sAPMapm-]{6,30}\\]';
const NAME = '[^\\s:][^:]{0,60}:\\s+';
const DATE = '\\d{1,4}(?<separator>[/.-])\\d{1,2}\\k<separator>\\d{2,4}';
const TIME = '\\d{1,2}:(?<key>\\d\\d)(?::\\d\\d)?(?:\\s?[AP]M)?';

const SHARED_MARKS: readonly SharedMark[] = [
  // "1 - Milk" alone is an amount, and "1 - 2 onions" a range.
  { pattern: /^(?<key>1(?!\s+\p{Pd}\s+\d)|(?!1\s)\d{1,3})\s+\p{Pd}\s+/u, isMeant: isSequence },
  { pattern: /^\((?<key>\d{1,3}|[a-z])\)\s+/iu, isMeant: isSequence },
  // "A. Smith" alone is a name.
  { pattern: /^(?<key>[a-z])\.\s+/iu, isMeant: isSequence },
  // Messengers write the time and the name only if several messages are copied: `[12:30, 28/11/2026] Ana: milk`.
  { pattern: new RegExp(`${START}(?<key>${STAMP})\\s${NAME}`, 'u'), isMeant: ({ length }) => length > 1 },
  // A chat that is exported to a file: `28/11/2026, 12:31 - Ana: milk`. People write appointments in the same way, but
  // these begin at full five minutes.
  {
    pattern: new RegExp(`${START}${DATE}(?:,|\\s(?:à|at))\\s${TIME}\\s[-–]\\s${NAME}`, 'iu'),
    isMeant: (minutes) => minutes.length > 1 && minutes.some((minute) => Number(minute) % 5 !== 0),
  },
  // Telegram writes the name and the time above each message: `Ana, [28.11.2026 12:30]`.
  {
    pattern: new RegExp(`${START}(?<key>[^\\s[\\]][^[\\]]{0,60}), ${STAMP}$`, 'u'),
    isMeant: ({ length }, lines) => 2 * length <= lines,
  },
];

/** Returns the patterns of the marks that only a whole list shows to be marks. A single line has none. */
function findSharedMarks(lines: readonly string[]): readonly RegExp[] {
  if (lines.length < 2) return [];
  return SHARED_MARKS.filter(({ pattern, isMeant }) => {
    const keys = lines.flatMap((line) => pattern.exec(line)?.groups?.['key'] ?? []);
    return keys.length > 0 && isMeant(keys, lines.length);
  }).map(({ pattern }) => pattern);
}
