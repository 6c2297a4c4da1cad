import { placeListLines, type PlacedLine } from '../shared/list-mark.js';

/** A half-open range of the text, without surrounding white space. */
export type TextRange = { readonly start: number; readonly end: number };

export type Lines = {
  readonly sentence: PlacedLine;
  /** The lines of the checklist. Each begins at its list mark. */
  readonly items: readonly PlacedLine[];
  /** All later lines that are no checklist lines. */
  readonly others: readonly TextRange[];
};

/**
 * Splits the text into lines. The first line is the sentence. Later lines with a list mark, such as `- ` or `[x] `,
 * are its checklist. If the first line has a list mark too, the text is a list of tasks.
 */
export function splitLines(text: string): Lines {
  const lines = placeListLines(text);
  const [sentence = NO_LINE, ...rest] = lines.filter((line) => line.text !== '');
  // A text that contains only a mark, such as "✅", is a title.
  if (sentence === NO_LINE) return { sentence: unmarked(lines[0] ?? NO_LINE), items: [], others: [] };
  if (sentence.isItem) return { sentence, items: [], others: rest };
  return {
    sentence,
    items: rest.filter(({ isItem }) => isItem),
    others: rest.filter(({ isItem }) => !isItem),
  };
}

const NO_LINE: PlacedLine = { text: '', done: false, isItem: false, start: 0, textStart: 0, end: 0 };

/** Returns the line with its list mark as a part of its text. */
export const unmarked = (line: PlacedLine): PlacedLine => ({
  ...line,
  textStart: line.start,
  done: false,
  isItem: false,
});

const PAIRS = ['""', '“”', '«»', "''", '‘’'];

/** Returns the quoted text if the whole `text` is in one pair of quotation marks, otherwise null. */
export function readWholeQuotation(text: string): string | null {
  const pair = PAIRS.find(
    (marks) => text.length > 1 && text.startsWith(marks.charAt(0)) && text.endsWith(marks.charAt(1)),
  );
  if (pair === undefined) return null;
  const inside = text.slice(1, -1);
  return inside.includes(pair.charAt(0)) || inside.includes(pair.charAt(1)) ? null : inside;
}
