/** One line of a pasted list: its text, and whether its box is ticked. */
export type ListLine = { readonly text: string; readonly done: boolean };

const BOX = /^(?:\[([ xX]?)\](?=\s)|([☐☑☒✓✔✅]))\uFE0F?\s*/u;
const BULLET = /^(?:[-*+•‣◦▪–—](?=\s)|\d{1,3}[.)](?=\s)|(?:\d\uFE0F?\u20E3)+|🔟)\s*/u;

/**
 * Reads one line of a pasted list without its bullet, number or box: `- [x] milk` gives "milk" and done. A
 * byte order mark, tabs and line ends around the line are removed. A line with nothing but a mark gives an
 * empty text.
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

/** Removes the mark. A space is appended so that a mark at the end of the line matches, too. */
const strip = (text: string, mark: RegExp): string => `${text} `.replace(mark, '').trim();

const trim = (text: string): string => text.replace(/^[\s\uFEFF]+|[\s\uFEFF]+$/gu, '');
