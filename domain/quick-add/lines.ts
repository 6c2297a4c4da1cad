/** A half-open range of the text, without surrounding white space. */
export type TextRange = { readonly start: number; readonly end: number };

export type Lines = {
  readonly sentence: TextRange;
  /** Checklist lines, which begin with `- `. Each range begins at the dash. */
  readonly items: readonly TextRange[];
  /** All later lines that are no checklist lines. */
  readonly others: readonly TextRange[];
};

/**
 * Splits the text into lines. The first non-empty line is the sentence. Later lines that begin with `- ` are
 * the checklist.
 */
export function splitLines(text: string): Lines {
  const lines: TextRange[] = [];
  for (let start = 0; start <= text.length;) {
    const end = findLineEnd(text, start);
    const trimmed = trim(text, start, end);
    if (trimmed.end > trimmed.start) lines.push(trimmed);
    start = end + 1;
  }
  const [sentence = { start: 0, end: 0 }, ...rest] = lines;
  const isItem = ({ start, end }: TextRange) => text.startsWith('- ', start) && end > start + 2;
  // A list without a sentence before it is a list of tasks.
  if (isItem(sentence)) return { sentence, items: [], others: rest };
  return { sentence, items: rest.filter(isItem), others: rest.filter((line) => !isItem(line)) };
}

function findLineEnd(text: string, from: number): number {
  let end = from;
  while (end < text.length && text[end] !== '\n' && text[end] !== '\r') end += 1;
  return end;
}

function trim(text: string, from: number, to: number): TextRange {
  const line = text.slice(from, to);
  const start = from + (line.length - line.trimStart().length);
  return { start, end: Math.max(start, from + line.trimEnd().length) };
}

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
