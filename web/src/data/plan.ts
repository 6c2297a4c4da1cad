import { addDays } from '../i18n/formats.ts';
import type { HouseholdData, Member, Occurrence } from './household.ts';
import { dateChange, type Fields } from './merge.ts';
import { isPresent, isPerson } from './presence.ts';
import { byTime } from './today.ts';

const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** Returns the date in a URL. null if the text is not an existing day in the form `YYYY-MM-DD`. */
export const readDate = (text: string | undefined): string | null =>
  text !== undefined && /^\d{4}-\d\d-\d\d$/.test(text) && isDay(text) ? text : null;

/** Returns false for days that do not exist, such as 31 February. */
function isDay(text: string): boolean {
  const noon = new Date(`${text}T12:00:00Z`);
  return !Number.isNaN(noon.getTime()) && noon.toISOString().startsWith(text);
}

/** Returns the first day of the week that contains `date`. */
export function startOfWeek(date: string, weekStart: Weekday): string {
  const weekday = new Date(`${date}T12:00:00Z`).getUTCDay();
  return addDays(date, -((weekday - WEEKDAYS.indexOf(weekStart) + 7) % 7));
}

export const listDays = (from: string, count: number): string[] =>
  Array.from({ length: count }, (_, at) => addDays(from, at));

/** Returns the first day of the month that is `months` after the month of `date`. */
export function startOfMonth(date: string, months = 0): string {
  const first = new Date(`${date.slice(0, 7)}-01T12:00:00Z`);
  first.setUTCMonth(first.getUTCMonth() + months);
  return first.toISOString().slice(0, 10);
}

/** Returns the days of all weeks that contain a day of the month. */
export function daysOfMonth(month: string, weekStart: Weekday): string[] {
  const from = startOfWeek(startOfMonth(month), weekStart);
  const until = startOfMonth(month, 1);
  return listDays(from, 42).filter((_, at, days) => (days[at - (at % 7)] ?? '') < until);
}

/** Returns the open and completed tasks of these days, sorted by time. */
export function selectDays(rows: readonly Occurrence[], from: string, to: string): readonly Occurrence[] {
  return rows
    .filter(
      ({ date, status }) =>
        date !== null && date >= from && date <= to && (status === 'TODO' || status === 'DONE'),
    )
    .sort(byTime);
}

/** Groups the rows by date and keeps their order. */
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

/**
 * Returns the id of the member in whose row of the plan a task is shown. null means that it has no assignee, several
 * assignees, or one that is not among `people`.
 */
export function findOwner(
  { responsibleMemberIds: ids }: Occurrence,
  people: readonly Member[],
): string | null {
  const [only] = ids;
  return ids.length === 1 && only !== undefined && people.some(({ id }) => id === only) ? only : null;
}

/** Returns the current members, followed by those who have left. */
export const listAllMembers = ({ members, replica }: HouseholdData): readonly Member[] => [
  ...members.value,
  ...[...replica.all('members').values()].filter(({ leftAt }) => leftAt !== null),
];

/**
 * Returns the members who get a row in a plan of these days. They are the people who take turns and are in the
 * household on one of the days, and all members who are assigned to one of the tasks, even if they have left.
 */
export function listPeople(
  members: readonly Member[],
  rows: readonly Occurrence[],
  from: string,
  to: string,
): readonly Member[] {
  const busy = new Set(rows.flatMap(({ responsibleMemberIds }) => responsibleMemberIds));
  const mayBeGiven = (member: Member) =>
    member.leftAt === null && isPerson(member) && member.takesTurns && isPresent(member, from, to);
  return members.filter((member) => busy.has(member.id) || mayBeGiven(member));
}

/**
 * The cell of a plan on which the user dropped a task. If `memberId` is missing, the assignee stays. null means
 * the task becomes unassigned.
 */
export type DropTarget = { readonly date: string; readonly memberId?: string | null };

/** Returns the fields of the task that change if it is dropped on this cell. null means nothing changes. */
export function planMove(
  row: Occurrence,
  people: readonly Member[],
  { date, memberId }: DropTarget,
): Fields | null {
  const isSamePerson = memberId === undefined || findOwner(row, people) === memberId;
  if (row.date === date && isSamePerson) return null;
  return {
    ...(row.date !== date && dateChange(row, date)),
    ...(!isSamePerson && { responsibleMemberIds: memberId === null ? [] : [memberId] }),
  };
}
