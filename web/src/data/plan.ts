import { addDays } from '../i18n/formats.ts';
import type { HouseholdData, Member, Occurrence } from './household.ts';
import { dateChange, type Fields } from './merge.ts';
import { isHere, isPerson } from './presence.ts';
import { byTime } from './today.ts';

const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** `YYYY-MM-DD` of an address, where it is one. */
export const readDate = (text: string | undefined): string | null =>
  text !== undefined && /^\d{4}-\d\d-\d\d$/.test(text) && isDay(text) ? text : null;

/** The thirty-first of February is none. */
function isDay(text: string): boolean {
  const noon = new Date(`${text}T12:00:00Z`);
  return !Number.isNaN(noon.getTime()) && noon.toISOString().startsWith(text);
}

/** The first day of the week in which a day is. */
export function startOfWeek(date: string, weekStart: Weekday): string {
  const weekday = new Date(`${date}T12:00:00Z`).getUTCDay();
  return addDays(date, -((weekday - WEEKDAYS.indexOf(weekStart) + 7) % 7));
}

export const listDays = (from: string, count: number): string[] =>
  Array.from({ length: count }, (_, at) => addDays(from, at));

/** The first of the month that is so many months later than that of a day. */
export function startOfMonth(date: string, months = 0): string {
  const first = new Date(`${date.slice(0, 7)}-01T12:00:00Z`);
  first.setUTCMonth(first.getUTCMonth() + months);
  return first.toISOString().slice(0, 10);
}

/** All weeks that have a day of the month. */
export function daysOfMonth(month: string, weekStart: Weekday): string[] {
  const from = startOfWeek(startOfMonth(month), weekStart);
  const until = startOfMonth(month, 1);
  return listDays(from, 42).filter((_, at, days) => (days[at - (at % 7)] ?? '') < until);
}

/** What a plan shows: what is to do and what is done, of these days. */
export function selectDays(rows: readonly Occurrence[], from: string, to: string): readonly Occurrence[] {
  return rows
    .filter(
      ({ date, status }) =>
        date !== null && date >= from && date <= to && (status === 'TODO' || status === 'DONE'),
    )
    .sort(byTime);
}

/** By day, in their order. */
export function groupByDay(rows: readonly Occurrence[]): ReadonlyMap<string, readonly Occurrence[]> {
  const days = new Map<string, Occurrence[]>();
  for (const row of rows) {
    if (row.date === null) continue;
    const ofDay = days.get(row.date);
    if (ofDay === undefined) days.set(row.date, [row]);
    else ofDay.push(row);
  }
  return days;
}

/** In whose row of a plan a task stands; null: several do it together, or anyone does. */
export function findOwner(
  { responsibleMemberIds: ids }: Occurrence,
  people: readonly Member[],
): string | null {
  const [only] = ids;
  return ids.length === 1 && only !== undefined && people.some(({ id }) => id === only) ? only : null;
}

/** Those who live there, and then those who have left. */
export const listKnown = ({ members, replica }: HouseholdData): readonly Member[] => [
  ...members.value,
  ...[...replica.all('members').values()].filter(({ leftAt }) => leftAt !== null),
];

/** Who has a row in a plan of these days: whoever may be given something, and whoever has something, or had before they left. */
export function listPeople(
  members: readonly Member[],
  rows: readonly Occurrence[],
  from: string,
  to: string,
): readonly Member[] {
  const busy = new Set(rows.flatMap(({ responsibleMemberIds }) => responsibleMemberIds));
  const mayBeGiven = (member: Member) =>
    member.leftAt === null && isPerson(member) && member.takesTurns && isHere(member, from, to);
  return members.filter((member) => busy.has(member.id) || mayBeGiven(member));
}

/** Where something is put down. `memberId` absent: it stays whose it is; null: anyone's. */
export type Place = { readonly date: string; readonly memberId?: string | null };

/** What putting a task down there changes; null: nothing. */
export function planMove(
  row: Occurrence,
  people: readonly Member[],
  { date, memberId }: Place,
): Fields | null {
  const isSamePerson = memberId === undefined || findOwner(row, people) === memberId;
  if (row.date === date && isSamePerson) return null;
  return {
    ...(row.date !== date && dateChange(row, date)),
    ...(!isSamePerson && { responsibleMemberIds: memberId === null ? [] : [memberId] }),
  };
}
