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
};

/** Reads all lines of a pasted list. Lines that are blank or contain only a mark are left out. */
export const readListLines = (text: string): readonly ListLine[] =>
  placeListLines(text).flatMap(({ text: words, done }) => (words === '' ? [] : [{ text: words, done }]));

/**
 * Reads all lines of a pasted list that are not blank, and removes their bullets, numbers and boxes. For example,
 * `- [x] milk` gives "milk" and done. Lines end with LF, CR, CRLF, or a Unicode line or paragraph separator. A line
 * that contains only a mark has an empty text.
 */
export function placeListLines(text: string): readonly PlacedLine[] {
  const lines: PlacedLine[] = [];
  for (let at = 0; at <= text.length;) {
    LINE_END.lastIndex = at;
    const end = LINE_END.exec(text)?.index ?? text.length;
    const raw = text.slice(at, end);
    const line = raw.trim();
    if (line !== '') {
      const start = at + raw.length - raw.trimStart().length;
      const mark = readMark(line);
      const words = line.slice(mark.length);
      lines.push({
        text: words,
        done: mark.done,
        start,
        textStart: start + mark.length,
        end: start + line.length,
      });
    }
    at = end + 1;
  }
  return lines;
}

/** Word processors use the vertical tab for a line break within a paragraph. */
const LINE_END = /[\n\r\v\f\u0085\u2028\u2029]/gu;

/** Invisible characters for the direction of text, which messengers put before the marks of a list. */
const UNSEEN = '[\\u200B\\u200E\\u200F\\u202A-\\u202E\\u2060\\u2066-\\u2069\\uFEFF]*';
/** The space after a mark, with the variation selectors that show it as text or as an emoji. */
const GAP = `[\\uFE0E\\uFE0F\\s]*${UNSEEN}`;
const SQUARE = '\\[\\s{0,3}([xX✓✔✅☑]?)\\s{0,3}\\]';
/** Signs that are bullets only if white space or a box follows, because they also begin words: "-5 degrees". */
const SIGN = `[-*+–—](?=\\s|${SQUARE})`;
const SYMBOL = '[•‣⁃∙·◦●○◯⚪◉▪▫■◼◾◆◇❖▸►➢➤→➔➡🔹🔸🔷🔶👉]';
/**
 * `1.`, `1)`, `1/`, `1-`, `a)` or `ii)`. A number after `/` or `-` means a fraction or a range: "2- 3 onions".
 */
const NUMBER =
  '(?:\\d{1,3}(?:\\.\\)?|\\)|[/-](?!\\s+\\d))|(?:[a-zA-Z]|[ivx]{2,4})\\))(?=\\s)|(?:\\d[\\uFE0E\\uFE0F]?\\u20E3)+|🔟';
const BULLET = new RegExp(`^${UNSEEN}(?:${SIGN}|${SYMBOL}|${NUMBER})${GAP}`, 'u');
/** A box, for example `[ ]`, `[x]` or `☑`. A link of Markdown is no box: `[x](https://…)`. */
const BOX = new RegExp(`^${UNSEEN}(?:${SQUARE}(?!\\()|([☐□▢◻◽⬜🔲☑☒✓✔✅🗹]))${GAP}`, 'u');
const OPEN_BOXES = '☐□▢◻◽⬜🔲';

/**
 * The time and the name before a message that is copied or exported from a messenger: `[12:30, 28/11/2026] Ana: ` or
 * `28/11/2026, 12:30 - Ana: `.
 */
const MESSAGE = new RegExp(
  `^${UNSEEN}(?:\\[(?=[^\\]]{0,30}\\d:\\d\\d)[\\d/.:,\\sAPMapm-]{6,30}\\]\\s|` +
    '\\d{1,4}([/.-])\\d{1,2}\\1\\d{2,4}(?:,|\\s(?:à|at))\\s\\d{1,2}:\\d\\d(?::\\d\\d)?(?:\\s?[AP]M)?\\s[-–]\\s)' +
    '[^\\s:][^:]{0,60}:\\s+',
  'iu',
);
/** A line between two parts of a list, such as `---` or `- - -`. */
const RULE = /^([-*_=~–—])(?:\s{0,3}\1){2,}$/u;

/** Returns the length of the mark before the text of a line, which is 0 without one, and whether its box is ticked. */
function readMark(line: string): { readonly length: number; readonly done: boolean } {
  // Most lines begin with a letter, so no pattern has to be tried.
  if (WORD.test(line)) return { length: 0, done: false };
  if (RULE.test(line)) return { length: line.length, done: false };
  const message = MESSAGE.exec(line)?.[0].length ?? 0;
  if (message > 0) {
    const { length, done } = readMark(line.slice(message));
    return { length: message + length, done };
  }
  // A space is appended, so that a mark at the end of the line also matches.
  const padded = `${line} `;
  const bullet = BULLET.exec(padded)?.[0] ?? '';
  const isDate = DAY.test(bullet) && isMonthName(/^\p{L}+/u.exec(line.slice(bullet.length))?.[0] ?? '');
  const first = isDate ? '' : bullet;
  const [box = '', letter = '', sign = ''] = BOX.exec(padded.slice(first.length)) ?? [];
  const length = Math.min(first.length + box.length, line.length);
  return { length, done: letter !== '' || (sign !== '' && !OPEN_BOXES.includes(sign)) };
}

/** A letter that is no mark such as `a)` or `ii)`. */
const WORD = /^\p{L}(?![ivx]{0,3}\))/u;
/** A number with a dot, which is a date before the name of a month: "24. Dezember". */
const DAY = /\d\.\s/u;
