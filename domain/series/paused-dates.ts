import { coversDate, indexAfter, type SeriesPause } from '../days/pause.js';
import { expand } from '../recurrence/expand.js';
import type { RecurrenceRule } from '../recurrence/rule.js';
import { addDays, type CivilDate } from '../shared/civil-date.js';
import type { SeriesState } from './series.js';
import { omit } from '../shared/json.js';

/** A part of a series without interruption. Its rule starts on `start`, which has the index `startIndex`. */
export type RuleSpan = {
  readonly rule: RecurrenceRule;
  readonly start: CivilDate;
  readonly startIndex: number;
  /**
   * The first date due within a `later` pause. The dates from the first postponed one on belong to the next span.
   * null means that the rule continues without interruption.
   */
  readonly end: CivilDate | null;
};

type RuleStart = Pick<SeriesState, 'start' | 'startIndex'> & {
  readonly rule: RecurrenceRule;
  readonly pauses?: readonly SeriesPause[];
};

/** A function that returns the first date of a span in the window and its index, or null if there is none. */
export type FirstWithin = (
  span: RuleSpan,
  from: CivilDate,
  to: CivilDate,
) => { readonly date: CivilDate; readonly index: number } | null;

/**
 * Divides the dates of a rule into spans at the pauses of mode `later`. If a date is due within a pause, the
 * rule starts again after the pause and the index continues. A pause in which no date is due has no effect.
 */
export function spansOf(
  { rule, start, startIndex, pauses = [] }: RuleStart,
  firstWithin: FirstWithin,
): readonly RuleSpan[] {
  const spans: RuleSpan[] = [];
  let span: RuleSpan = { rule, start, startIndex, end: null };
  for (const pause of pauses.filter(({ mode }) => mode === 'later').toSorted(byFirstDay)) {
    const end = pause.to === null ? END : addDays(pause.to, 1);
    if (end <= span.start) continue;
    const due = firstWithin(span, pause.from, end);
    if (due === null) continue;
    spans.push({ ...span, end: due.date });
    const next = pause.to === null ? null : beginAgain(span, indexAfter(pause, due.index), end, pause);
    if (next === null) return spans;
    span = next;
  }
  return [...spans, span];
}

const END = '9998-12-31' as CivilDate;

const byFirstDay = (one: SeriesPause, other: SeriesPause) =>
  one.from < other.from ? -1 : Number(one.from > other.from);

/** Starts the rule again on or after `day`. Returns null if the rule has no dates left. */
function beginAgain(
  { rule, start, startIndex }: RuleSpan,
  index: number,
  day: CivilDate,
  pause: SeriesPause,
): RuleSpan | null {
  const { until } = rule;
  const each = omit(rule, 'interval', 'count', 'until');
  const [first] = expand(each, day, day, END);
  if (first === undefined) return null;
  const isFirst = (begun: CivilDate) => {
    const [found] = expand(omit(rule, 'count', 'until'), begun, begun, END);
    return found?.date === first.date;
  };
  // A day that was moved forward out of a short month belongs to the previous month, so the start may be the
  // day before.
  const begun = [first.date, addDays(first.date, -1)].find(isFirst) ?? first.date;
  if (until === undefined || until !== pause.until)
    return { rule, start: begun, startIndex: index, end: null };
  const endless = omit(rule, 'until');
  const [beyond] = expand(endless, start, addDays(until, 1), END);
  const times = rule.times?.length ?? 1;
  const count = beyond === undefined ? undefined : beyond.index * times + startIndex;
  return {
    rule: count === undefined ? endless : { ...endless, count },
    ...{ start: begun, startIndex: index, end: null },
  };
}

/**
 * Returns true if a pause skips or postpones this date. A pause of mode `assign` does neither, because it
 * only changes the assignee.
 */
export function isPausedOn(pauses: readonly SeriesPause[], date: CivilDate): boolean {
  return pauses.some((pause) => pause.mode !== 'assign' && coversDate(pause, date));
}

/**
 * Returns the first day of the earliest pause without an end that skips or postpones dates, or null if there is none.
 */
export function pausedForeverFrom(pauses: readonly SeriesPause[]): CivilDate | null {
  const [first] = pauses
    .filter(({ mode, to }) => mode !== 'assign' && to === null)
    .map(({ from }) => from)
    .sort();
  return first ?? null;
}
