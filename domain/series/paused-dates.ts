import { coversDate, indexAfter, type SeriesPause } from '../days/pause.js';
import { expand } from '../recurrence/expand.js';
import { type RecurrenceRule, withoutParts } from '../recurrence/rule.js';
import { addDays, type CivilDate } from '../shared/civil-date.js';
import type { SeriesState } from './series.js';

/** A stretch of the dates of a series: its rule begun on `start`, which has the index `startIndex`. */
export type Span = {
  readonly rule: RecurrenceRule;
  readonly start: CivilDate;
  readonly startIndex: number;
  /** What was due then comes after a pause; null: the rule goes on. */
  readonly end: CivilDate | null;
};

type Begun = Pick<SeriesState, 'start' | 'startIndex'> & {
  readonly rule: RecurrenceRule;
  readonly pauses?: readonly SeriesPause[];
};

/** The first date in a stretch of what a rule gives, and its index; null: there is none. */
export type FirstWithin = (
  span: Span,
  from: CivilDate,
  to: CivilDate,
) => { readonly date: CivilDate; readonly index: number } | null;

/**
 * Its dates as pauses with `later` leave them: where something is due within one, the rule begins again after it, and the
 * index goes on. One within which nothing is due changes nothing.
 */
export function spansOf(
  { rule, start, startIndex, pauses = [] }: Begun,
  firstWithin: FirstWithin,
): readonly Span[] {
  const spans: Span[] = [];
  let span: Span = { rule, start, startIndex, end: null };
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

/** null: the rule gives no date any more. */
function beginAgain(
  { rule, start, startIndex }: Span,
  index: number,
  day: CivilDate,
  pause: SeriesPause,
): Span | null {
  const { until } = rule;
  const each = withoutParts(rule, 'interval', 'count', 'until');
  const [first] = expand(each, day, day, END);
  if (first === undefined) return null;
  const isFirst = (begun: CivilDate) => {
    const [found] = expand(withoutParts(rule, 'count', 'until'), begun, begun, END);
    return found?.date === first.date;
  };
  // A day that was moved forward out of a short month belongs to the month before.
  const begun = [first.date, addDays(first.date, -1)].find(isFirst) ?? first.date;
  if (until === undefined || until !== pause.until)
    return { rule, start: begun, startIndex: index, end: null };
  const endless = withoutParts(rule, 'until');
  const [beyond] = expand(endless, start, addDays(until, 1), END);
  const times = rule.times?.length ?? 1;
  const count = beyond === undefined ? undefined : beyond.index * times + startIndex;
  return {
    rule: count === undefined ? endless : { ...endless, count },
    ...{ start: begun, startIndex: index, end: null },
  };
}

/** Whether nothing of the series is done then. */
export function isHeld(pauses: readonly SeriesPause[], date: CivilDate): boolean {
  return pauses.some((pause) => pause.mode !== 'assign' && coversDate(pause, date));
}

/** From when on nothing is done until further notice; null: no pause is without an end. */
export function heldForGoodFrom(pauses: readonly SeriesPause[]): CivilDate | null {
  const [first] = pauses
    .filter(({ mode, to }) => mode !== 'assign' && to === null)
    .map(({ from }) => from)
    .sort();
  return first ?? null;
}
