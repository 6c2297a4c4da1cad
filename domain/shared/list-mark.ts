/** One line of a pasted list: what it says, and whether the list shows it as done. */
export type ListLine = { readonly text: string; readonly done: boolean };

const BOX = /^(?:\[([ xX]?)\](?=\s)|([☐☑☒✓✔✅]))\uFE0F?\s*/u;
const BULLET = /^(?:[-*+•‣◦▪–—](?=\s)|\d{1,3}[.)](?=\s)|(?:\d\uFE0F?\u20E3)+|🔟)\s*/u;

/**
 * Reads one line of a list that somebody pasted, without its bullet, number or box: `- [x] milk` says "milk" and is
 * done. A byte order mark, tabs and line ends around the line are left out. A line that consists of a mark alone says
 * nothing and gives an empty text.
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

/** A space at the end lets a mark that stands alone match, too. */
const strip = (text: string, mark: RegExp): string => `${text} `.replace(mark, '').trim();

const trim = (text: string): string => text.replace(/^[\s\uFEFF]+|[\s\uFEFF]+$/gu, '');
