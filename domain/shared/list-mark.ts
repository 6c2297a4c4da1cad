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
  const trimmed = trim(line);
  const rest = strip(trimmed, BULLET);
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

const trim = (text: string): string => text.replace(/^[\s\uFEFF]+|[\s\uFEFF]+$/gu, '');
