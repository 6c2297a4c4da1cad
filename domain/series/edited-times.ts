import { type Recurrence, timesOf } from '../recurrence/rule.js';
import type { Problem } from '../shared/problem.js';
import { isRule } from './dates.js';
import type { SeriesRow, SeriesState, SeriesTemplate } from './series.js';

/**
 * Resolves the time of an edit for a rule with several times a day. A new time for one occurrence replaces
 * the time that this occurrence had in the rule, for all dates. Any other change of the time contradicts the
 * rule and is refused.
 */
export function withTimes(
  { template }: SeriesState,
  wanted: Recurrence,
  {
    content = {},
    recurrence,
  }: { readonly content?: Partial<SeriesTemplate>; readonly recurrence?: Recurrence },
  target: SeriesRow | null,
):
  | { readonly wanted: Recurrence; readonly content: Partial<SeriesTemplate> }
  | { readonly problems: readonly Problem[] } {
  const times = timesOf(wanted).toSorted();
  if (!isRule(wanted) || times.length === 0) return { wanted, content };
  const { time, allDay, ...rest } = content;
  const from = target?.originalTime ?? null;
  const isMoved = recurrence === undefined && typeof time === 'string' && from !== null && time !== from;
  const said = isMoved ? times.map((one) => (one === from ? time : one)).sort() : times;
  if (new Set(said).size < times.length) return refusal('the rule has that time already');
  if (allDay === true || (recurrence === undefined && time === null) || (time && !said.includes(time)))
    return refusal('the rule says the times: send a rule with others');
  const [first] = said;
  const isOther = template.time !== first || template.allDay;
  return {
    wanted: isMoved ? { ...wanted, times: said } : wanted,
    content: { ...rest, ...(first !== undefined && isOther && { time: first, allDay: false }) },
  };
}

function refusal(message: string): { readonly problems: readonly Problem[] } {
  return { problems: [{ field: 'time', rule: 'times', message }] };
}
