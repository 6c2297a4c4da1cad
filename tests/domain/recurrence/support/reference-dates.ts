import type { RecurrenceRule } from '../../../../domain/recurrence/rule.js';

/**
 * Returns the dates of a rule before `end`. It is written to be compared with RFC 5545 (section 3.3.10) and
 * RFC 7529 (section 4.1): it examines every day of every period, with the JavaScript Date of the host.
 */
export function referenceDates(rule: RecurrenceRule, start: string, end: string): string[] {
  const first = Date.parse(start);
  const last = Math.min(Date.parse(end) - DAY, Date.parse(rule.until ?? end));
  const complete = withStart(rule, new Date(first));
  const found = new Set<number>();
  for (const period of periods(complete, first, last)) {
    const candidates = period.flatMap((month) => candidatesOf(complete, month)).sort((a, b) => a - b);
    const unique = candidates.filter((day, place) => day !== candidates[place - 1]);
    const chosen = complete.bySetPosition?.map((at) => unique.at(at > 0 ? at - 1 : at)) ?? unique;
    for (const day of chosen) if (day !== undefined && day >= first && day <= last) found.add(day);
  }
  return [...found]
    .sort((a, b) => a - b)
    .slice(0, rule.count)
    .map((day) => new Date(day).toISOString().slice(0, 10));
}

const DAY = 86_400_000;
const NAMES = ['su', 'mo', 'tu', 'we', 'th', 'fr', 'sa'] as const;

/** Consecutive days as instants at midnight UTC. */
type Days = readonly number[];

function withStart(rule: RecurrenceRule, start: Date): RecurrenceRule {
  if (rule.byDay || rule.byMonthDay || rule.frequency === 'daily') return rule;
  if (rule.frequency === 'weekly') return { ...rule, byDay: [{ day: NAMES[start.getUTCDay()]! }] };
  const byMonthDay = [start.getUTCDate()];
  if (rule.frequency === 'monthly') return { ...rule, byMonthDay };
  return { ...rule, byMonthDay, byMonth: rule.byMonth ?? [start.getUTCMonth() + 1] };
}

/** Yields each period as groups of days. Each month of a monthly or yearly period is its own group. */
function* periods(rule: RecurrenceRule, first: number, last: number): Generator<Days[]> {
  const { frequency, interval = 1 } = rule;
  const start = new Date(first);
  const [year, month] = [start.getUTCFullYear(), start.getUTCMonth()];
  if (frequency === 'daily') for (let day = first; day <= last; day += interval * DAY) yield [[day]];
  else if (frequency === 'weekly') {
    let monday = first;
    while (NAMES[new Date(monday).getUTCDay()] !== (rule.firstDayOfWeek ?? 'mo')) monday -= DAY;
    for (let week = monday; week <= last; week += 7 * interval * DAY)
      yield [[0, 1, 2, 3, 4, 5, 6].map((day) => week + day * DAY)];
  } else if (frequency === 'monthly') {
    const at = (number: number) => [daysOfMonth(year, month + number)];
    const given = (number: number) => at(number).flatMap((days) => candidatesOf(rule, days));
    // If the month before moved a day forward onto the start, the first period is that month.
    const begin =
      !chosenOf(rule, given(0)).includes(first) && chosenOf(rule, given(-1)).includes(first) ? -1 : 0;
    for (let number = begin; at(number)[0]![0]! <= last; number += interval) yield at(number);
  } else
    for (let number = year; Date.UTC(number, 0, 1) <= last; number += interval)
      yield [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11].map((ofYear) => daysOfMonth(number, ofYear));
}

function chosenOf(rule: RecurrenceRule, days: Days): Days {
  const sorted = [...new Set(days)].sort((a, b) => a - b);
  return rule.bySetPosition?.map((at) => sorted.at(at > 0 ? at - 1 : at) ?? NaN) ?? sorted;
}

const known = new Map<string, Days>();

function daysOfMonth(year: number, month: number): Days {
  const name = `${year}/${month}`;
  const days: number[] = [];
  const of = new Date(Date.UTC(year, month, 1)).getUTCMonth();
  if (!known.has(name)) {
    for (let day = Date.UTC(year, month, 1); new Date(day).getUTCMonth() === of; day += DAY) days.push(day);
    known.set(name, days);
  }
  return known.get(name)!;
}

function candidatesOf(rule: RecurrenceRule, group: Days): Days {
  const { byMonth, byMonthDay, byDay, skip } = rule;
  const length = group.length;
  const inMonth = group.filter((day) => byMonth?.includes(new Date(day).getUTCMonth() + 1) ?? true);
  if (inMonth.length === 0) return [];
  const days = inMonth.filter((day) => {
    const number = new Date(day).getUTCDate();
    return (
      byMonthDay === undefined || byMonthDay.includes(number) || byMonthDay.includes(number - length - 1)
    );
  });
  if (byMonthDay?.some((day) => day > length) && skip === 'backward') days.push(group.at(-1)!);
  if (byMonthDay?.some((day) => day > length) && skip === 'forward') days.push(group.at(-1)! + DAY);
  return days.filter((day) => byDay === undefined || byDay.some((nth) => isNth(nth, day)));
}

function isNth({ day, nthOfPeriod }: NonNullable<RecurrenceRule['byDay']>[number], date: number): boolean {
  const at = new Date(date);
  if (NAMES[at.getUTCDay()] !== day) return false;
  if (nthOfPeriod === undefined) return true;
  const length = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate();
  const fromStart = Math.ceil(at.getUTCDate() / 7);
  const fromEnd = -Math.ceil((length - at.getUTCDate() + 1) / 7);
  return nthOfPeriod === fromStart || nthOfPeriod === fromEnd;
}
