/** A half-open range of the text, without white space around. */
export type Line = { readonly start: number; readonly end: number };

export type Lines = {
  readonly sentence: Line;
  /** `- x` lines, each from its dash on. */
  readonly items: readonly Line[];
  /** Lines that are neither: sentences of their own. */
  readonly others: readonly Line[];
};

/** The first line with anything in it is the sentence; those after it that begin with `- ` are the checklist. */
export function splitLines(text: string): Lines {
  const lines: Line[] = [];
  for (let start = 0; start <= text.length;) {
    const newline = text.indexOf('\n', start);
    const end = newline < 0 ? text.length : newline;
    const trimmed = trim(text, start, end);
    if (trimmed.end > trimmed.start) lines.push(trimmed);
    start = end + 1;
  }
  const [sentence = { start: 0, end: 0 }, ...rest] = lines;
  const isItem = ({ start, end }: Line) => text.startsWith('- ', start) && end > start + 2;
  return { sentence, items: rest.filter(isItem), others: rest.filter((line) => !isItem(line)) };
}

function trim(text: string, from: number, to: number): Line {
  const line = text.slice(from, to);
  const start = from + (line.length - line.trimStart().length);
  return { start, end: Math.max(start, from + line.trimEnd().length) };
}

const PAIRS = ['""', '“”', '«»', "''", '‘’'];

/** What stands between quotation marks that hold the whole of `text`; null when they do not. */
export function readWholeQuotation(text: string): string | null {
  const pair = PAIRS.find(
    (marks) => text.length > 1 && text.startsWith(marks.charAt(0)) && text.endsWith(marks.charAt(1)),
  );
  if (pair === undefined) return null;
  const inside = text.slice(1, -1);
  return inside.includes(pair.charAt(0)) || inside.includes(pair.charAt(1)) ? null : inside;
}
