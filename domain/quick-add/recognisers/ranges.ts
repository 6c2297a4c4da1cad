import { minuteOf } from '../day-parts.js';
import type { Captures } from '../grammar/captures.js';
import type { Clock, Condition, Finding } from '../readings.js';
import type { Sentence } from '../sentence.js';
import { RANK, type PhraseRecogniser } from './phrase.js';

const DAY = 1440;
const HALF_DAY = 720;

/** "2pm to 4pm": a time and how long. */
export const ranges: PhraseRecogniser = {
  rank: RANK.moment,
  meanings: {
    'range.clocks': (_, captures, sentence) => {
      // Two of them said in full hold anywhere; "read 7 to 9" needs a date beside it.
      const clocks = bothEnds(captures);
      return clocks && range(clocks, sentence, clocks.some(({ bare }) => bare) ? [] : ['besideDate']);
    },
    'range.hours': (_, captures, sentence) => {
      const clocks = bothEnds(captures);
      return clocks && range(clocks, sentence, ['besideDate']);
    },
  },
};

function bothEnds(captures: Captures): readonly [Clock, Clock] | null {
  const clocks = captures.all('clock');
  const hours = captures.all('hour');
  const [start, end] = [...clocks, ...hours];
  if (start === undefined || end === undefined) return null;
  const hourFirst = clocks.length === 1 && (captures.placeOf('hour') ?? 0) < (captures.placeOf('clock') ?? 0);
  return hourFirst ? [end, start] : [start, end];
}

function range(
  [start, end]: readonly [Clock, Clock],
  { grammar }: Sentence,
  when: readonly Condition[],
): Finding | null {
  const { clock } = grammar.language;
  const first =
    !start.fixed && end.fixed ? startBefore(start.minute, end.minute) : minuteOf(start, null, clock);
  const last = end.fixed || clock === 24 ? end.minute : endAfter(first, end.minute);
  const minutes = (((last - first) % DAY) + DAY) % DAY;
  return minutes === 0 ? null : { claim: { field: 'range', start: first, minutes }, when };
}

/** "7-9pm" begins in the half of the day in which it ends, "11-1pm" in the one before. */
function startBefore(start: number, end: number): number {
  const inSameHalf = (start % HALF_DAY) + (end % DAY >= HALF_DAY || end === DAY ? HALF_DAY : 0);
  return inSameHalf < end ? inSameHalf : start % HALF_DAY;
}

/** "8pm - 11" ends at the next 11 o'clock. */
function endAfter(start: number, end: number): number {
  const early = end % HALF_DAY;
  return [early, early + HALF_DAY, early + DAY].find((minute) => minute > start) ?? end;
}
