/**
 * The maximum length of a line. The part of a line beyond it is ignored, because no relevant property is that
 * long.
 */
const MAX_LINE = 8_000;

/**
 * Yields the content lines of an iCalendar text (RFC 5545, section 3.1), with folded lines joined and empty
 * ones left out. The cost grows only with the length of the text, no matter how often a line is folded.
 */
export function* contentLines(text: string): Generator<string, void, undefined> {
  let line = '';
  let more: string[] = [];
  let length = 0;
  for (let at = 0; at < text.length;) {
    const end = text.indexOf('\n', at);
    const next = end < 0 ? text.length : end;
    const stop = next > at && text.charCodeAt(next - 1) === CR ? next - 1 : next;
    const first = text.charCodeAt(at);
    if (first === SPACE || first === TAB) {
      if (length < MAX_LINE) more.push(text.slice(at + 1, Math.min(stop, at + 1 + MAX_LINE - length)));
      length += stop - at - 1;
    } else if (stop > at) {
      if (line !== '') yield more.length === 0 ? line : line + more.join('');
      line = text.slice(at, Math.min(stop, at + MAX_LINE));
      more = [];
      length = stop - at;
    }
    at = next + 1;
  }
  if (line !== '') yield more.length === 0 ? line : line + more.join('');
}

const [CR, SPACE, TAB] = [13, 32, 9];
