import type { Sentence } from '../sentence.js';

/** Signs that may touch a phrase: all others make it part of something longer ("bi-weekly", "friday.com", "5%"). */
const BEFORE = '([{«“"\',;:!?…';
const AFTER = ')]}»”"\',;:!?….';

/** Whether tokens `from` up to `to` stand by themselves. */
export function standsAlone({ tokens }: Sentence, from: number, to: number): boolean {
  const [first, before] = [tokens[from], tokens[from - 1]];
  if (first?.glued === true && before !== undefined && !BEFORE.includes(before.folded || 'x')) return false;
  return endsAlone({ tokens }, to);
}

export function endsAlone({ tokens }: Pick<Sentence, 'tokens'>, to: number): boolean {
  const [after, next] = [tokens[to], tokens[to + 1]];
  if (after?.glued !== true) return true;
  if (!AFTER.includes(after.folded || 'x')) return false;
  return after.text !== '.' || next?.glued !== true || next.type === 'sign';
}
