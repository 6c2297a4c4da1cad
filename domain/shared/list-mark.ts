/** The largest number of lines of a list that is pasted. */
export const MAX_LIST_LINES = 100;

const LINE_END = /\r\n?|[\n\u2028\u2029]/u;

/**
 * Splits a pasted list into its lines. Lines end with LF, CR, CRLF, or a Unicode line or paragraph separator.
 */
export const splitListLines = (text: string): readonly string[] => text.split(LINE_END);

/** Reads all lines of a pasted list. Lines that are blank or contain only a mark are left out. */
export const readListLines = (text: string): readonly ListLine[] =>
  splitListLines(text)
    .map(readListLine)
    .filter((line) => line.text !== '');

/** One line of a pasted list. `done` is true if its box is ticked. */
export type ListLine = { readonly text: string; readonly done: boolean };

const BOX = /^(?:\[([ xX]?)\](?=\s)|([☐☑☒✓✔✅]))\uFE0F?\s*/u;
const BULLET = /^(?:[-*+•‣◦▪–—](?=\s)|\d{1,3}[.)](?=\s)|(?:\d\uFE0F?\u20E3)+|🔟)\s*/u;

/**
 * Reads one line of a pasted list and removes its bullet, number or box. For example, `- [x] milk` gives
 * "milk" and done. A byte order mark, tabs and line ends around the line are removed too. A line that
 * contains only a mark gives an empty text.
 */
export function readListLine(line: string): ListLine {
  const rest = strip(line.trim(), BULLET);
  const box = BOX.exec(`${rest} `);
  if (box === null) return { text: rest, done: false };
  const [mark, letter, sign] = box;
  return { text: rest.slice(mark.length).trim(), done: letter?.toLowerCase() === 'x' || isTicked(sign) };
}

const isTicked = (sign: string | undefined): boolean => sign !== undefined && sign !== '☐';

/**
 * Removes the mark from the line. A space is appended first, so that a mark at the end of the line also
 * matches.
 */
const strip = (text: string, mark: RegExp): string => `${text} `.replace(mark, '').trim();
