import type { Member, Occurrence } from '../../data/household.ts';
import { findAbsence, isPresent, isPerson } from '../../data/presence.ts';
import { byTime, isShown } from '../../data/today.ts';
import { civilDate } from '../../i18n/formats.ts';

export type Cell = {
  readonly row: Occurrence;
  /**
   * True if the task is done. Also true if every assignee ticks separately and the member of this column has ticked
   * it.
   */
  readonly isDone: boolean;
  readonly isLate: boolean;
  /**
   * How many later dates of the same series and assignees are overdue too. The next of them is shown after this
   * one was ticked.
   */
  readonly behind: number;
};

export type Column = {
  /** The member of the column. null for the column of unassigned tasks. */
  readonly member: Member | null;
  readonly cells: readonly Cell[];
  /** The member's tasks of the following days. */
  readonly coming: readonly Occurrence[];
  /** The member's absence that includes today. */
  readonly away: Member['awayPeriods'][number] | undefined;
};

type Dated = Occurrence & { readonly date: string };

type Day = {
  readonly today: string;
  /** The last date of the upcoming tasks. */
  readonly until: string;
  readonly zone: string;
  /** Ids of rows that were just ticked. These rows stay in place, so that the tick can be removed again. */
  readonly recent: ReadonlySet<string>;
};

/**
 * Returns the columns of the wall with the shared tasks of a day. There is one column for each member who has tasks
 * or is in the household (see `livesHere`), and a last one for unassigned tasks, if there are any. Personal tasks are
 * never included.
 */
export function toColumns(
  rows: readonly Occurrence[],
  members: readonly Member[],
  day: Day,
): readonly Column[] {
  const shared = listShared(rows);
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

/**
 * Returns the tasks for the page of a guest link, in three groups. `own` contains the tasks that the guest may tick:
 * for a child or guest their own and the unassigned ones, for an adult all. `others` contains all other tasks of the
 * day, and `coming` those of the following days.
 */
export function toPassDays(
  rows: readonly Occurrence[],
  member: Member | undefined,
  day: Day,
): {
  readonly own: readonly Cell[];
  readonly others: readonly Cell[];
  readonly coming: readonly { readonly date: string; readonly rows: readonly Occurrence[] }[];
} {
  const shared = listShared(rows);
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

/** Returns the shared tasks that have a date, in the order of the API. */
const listShared = (rows: readonly Occurrence[]): readonly Dated[] =>
  rows.filter((row): row is Dated => row.visibility === 'SHARED' && row.date !== null).sort(byTime);

/**
 * Returns the cells of a column: open tasks before completed ones. A task that was just ticked keeps its position
 * for a moment.
 */
function toCells(rows: readonly Dated[], member: Member | null, day: Day): readonly Cell[] {
  const cells = rows.filter((row) => isOfDay(row, day)).map((row) => toCell(row, member, day.today));
  const { open = [], done = [] } = Object.groupBy(cells, ({ row, isDone }) =>
    isDone && !day.recent.has(row.id) ? 'done' : 'open',
  );
  return [...open, ...done];
}

/**
 * Keeps only the oldest overdue date of each series and its assignees, so that a series that was missed for
 * months leaves room for today.
 */
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

/**
 * Returns true for tasks of today. Also returns true for earlier tasks that are open or that were completed today.
 */
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

/**
 * Returns true if the member gets a column even without tasks. People get one while they are in the household, for
 * example guests during their stay. Pets never do.
 */
const livesHere = (member: Member, today: string): boolean => isPerson(member) && isPresent(member, today);
