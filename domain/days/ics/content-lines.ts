/** More of a line than this says nothing that is asked for; the rest of it is let fall. */
const MAX_LINE = 8_000;

/**
 * The content lines of an iCalendar text (RFC 5545 section 3.1): those that were folded are joined, empty ones left out.
 * However often a line is folded, the work grows with the length of the text alone.
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
