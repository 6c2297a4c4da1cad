import type { Member, Occurrence } from '../../data/household.ts';
import { findAbsence, isHere, isPerson } from '../../data/presence.ts';
import { byTime, isShown } from '../../data/today.ts';
import { civilDate } from '../../i18n/formats.ts';

export type Cell = {
  readonly row: Occurrence;
  /** By whose column it is, where each has a tick of their own. */
  readonly isDone: boolean;
  readonly isLate: boolean;
  /** How many later dates of its series are late too, and the same people's: they come up one by one, as this one is ticked. */
  readonly behind: number;
};

export type Column = {
  /** null: what is nobody's in particular. */
  readonly member: Member | null;
  readonly cells: readonly Cell[];
  /** What is theirs on the days after. */
  readonly coming: readonly Occurrence[];
  /** The absence that today lies in. */
  readonly away: Member['awayPeriods'][number] | undefined;
};

type Dated = Occurrence & { readonly date: string };

type Day = {
  readonly today: string;
  /** The last date of what is coming. */
  readonly until: string;
  readonly zone: string;
  /** Ticked a moment ago: where it stands it stays, and is taken back. */
  readonly recent: ReadonlySet<string>;
};

/** What is everybody's to see of a day, a column a person. Whatever is personal is not there. */
export function toColumns(
  rows: readonly Occurrence[],
  members: readonly Member[],
  day: Day,
): readonly Column[] {
  const shared = whatIsShared(rows);
  const ids = new Set(members.map(({ id }) => id));
  const isTheirs = (row: Occurrence, member: Member | null) =>
    member === null
      ? row.responsibleMemberIds.every((id) => !ids.has(id))
      : row.responsibleMemberIds.includes(member.id);
  const toColumn = (member: Member | null): Column => {
    const own = shared.filter((row) => isTheirs(row, member));
    return {
      member,
      cells: foldLate(toCells(own, member, day)),
      coming: own.filter((row) => isComing(row, day)),
      away: member === null ? undefined : findAbsence(member, day.today),
    };
  };
  const columns = [...members.map(toColumn), toColumn(null)];
  return columns.filter(
    ({ member, cells, coming }) =>
      cells.length > 0 || (member !== null && (coming.length > 0 || livesHere(member, day.today))),
  );
}

/** The same for somebody who is there for some days: what is theirs to tick, what the others do, and the days that follow. */
export function toPassDays(
  rows: readonly Occurrence[],
  member: Member | undefined,
  day: Day,
): {
  readonly own: readonly Cell[];
  readonly others: readonly Cell[];
  readonly coming: readonly { readonly date: string; readonly rows: readonly Occurrence[] }[];
} {
  const shared = whatIsShared(rows);
  const coming = Map.groupBy(
    shared.filter((row) => isComing(row, day)),
    ({ date }) => date,
  );
  const cells = toCells(shared, member ?? null, day);
  const isOwn = ({ row: { responsibleMemberIds, completedForIds } }: Cell) =>
    member?.group === 'ADULT' ||
    responsibleMemberIds.length === 0 ||
    [...responsibleMemberIds, ...completedForIds].includes(member?.id ?? '');
  return {
    own: foldLate(cells.filter(isOwn)),
    others: foldLate(cells.filter((cell) => !isOwn(cell))),
    coming: [...coming].map(([date, ofDay]) => ({ date, rows: ofDay })),
  };
}

/** Whatever has a date, in the order of the API. */
const whatIsShared = (rows: readonly Occurrence[]): readonly Dated[] =>
  rows.filter((row): row is Dated => row.visibility === 'SHARED' && row.date !== null).sort(byTime);

/** What is to do before what is done, which stays where it stands for a moment. */
function toCells(rows: readonly Dated[], member: Member | null, day: Day): readonly Cell[] {
  const cells = rows.filter((row) => isOfDay(row, day)).map((row) => toCell(row, member, day.today));
  const { open = [], done = [] } = Object.groupBy(cells, ({ row, isDone }) =>
    isDone && !day.recent.has(row.id) ? 'done' : 'open',
  );
  return [...open, ...done];
}

/** Of a series and its people only the oldest date that is late, so that what was missed for months leaves room for the day. */
function foldLate(cells: readonly Cell[]): readonly Cell[] {
  const isFolded = ({ row, isDone, isLate }: Cell) => isLate && !isDone && row.seriesId !== null;
  const keyOf = ({ row }: Cell) => [row.seriesId, ...row.responsibleMemberIds.toSorted()].join(' ');
  const late = Map.groupBy(cells.filter(isFolded), keyOf);
  return cells.flatMap((cell) => {
    if (!isFolded(cell)) return [cell];
    const alike = late.get(keyOf(cell)) ?? [];
    return cell === alike[0] ? [{ ...cell, behind: alike.length - 1 }] : [];
  });
}

const isComing = (row: Dated, { today, until }: Day): boolean =>
  row.status === 'TODO' && row.date > today && row.date <= until && isShown(row, today);

/** Of the day, or left over from before, if only it was done today. */
function isOfDay(row: Dated, { today, zone }: Day): boolean {
  if (row.status !== 'TODO' && row.status !== 'DONE') return false;
  if (row.date === today) return true;
  if (row.date > today) return false;
  return (
    row.status === 'TODO' ||
    (row.completedAt !== null && civilDate(new Date(row.completedAt), zone) === today)
  );
}

function toCell(row: Dated, member: Member | null, today: string): Cell {
  const isOwnTick =
    row.completion === 'all' && member !== null && row.doneBy.some(({ memberId }) => memberId === member.id);
  return {
    row,
    isDone: row.status === 'DONE' || isOwnTick,
    isLate: row.date < today && row.status === 'TODO',
    behind: 0,
  };
}

/** Guests are here on their days alone, and animals have a column when there is something to do for them. */
const livesHere = (member: Member, today: string): boolean => isPerson(member) && isHere(member, today);
