import { addDays, toDayNumber, type CivilDate } from '../shared/civil-date.js';
import { toMinutes } from '../shared/civil-time.js';
import { fold } from '../shared/normal-form.js';
import type { CategoryId, MemberId, SeriesId, TaskId } from '../shared/ids.js';
import type { SortKey } from '../shared/page.js';
import type { CivilMoment } from '../shared/zone.js';
import { isVisibleTo, PRIORITIES, type Occurrence, type Priority, type Status } from './occurrence.js';
import type { Visibility } from '../shared/visibility.js';
import { isOverdue } from './schedule.js';

export const VIEWS = ['all', 'today', 'upcoming', 'overdue', 'unscheduled', 'done'] as const;
export type View = (typeof VIEWS)[number];

/**
 * A filter by assignee: tasks of one member (who may share them with others), tasks of nobody, or tasks with
 * several assignees.
 */
export type AssigneeFilter =
  | { readonly kind: 'member'; readonly memberId: MemberId }
  | { readonly kind: 'unassigned' }
  | { readonly kind: 'together' };

/**
 * A query for occurrences. Filters are combined with AND, and a null filter matches everything. `from` and
 * `to` are inclusive.
 */
export type OccurrenceQuery = {
  readonly viewer: MemberId;
  readonly view: View;
  /**
   * The current date and time in the household's time zone, which determines what is today and what is
   * overdue.
   */
  readonly now: CivilMoment;
  readonly from: CivilDate | null;
  readonly to: CivilDate | null;
  readonly assignee: AssigneeFilter | null;
  readonly categoryId: CategoryId | null;
  readonly priority: Priority | null;
  readonly status: Status | null;
  readonly visibility: Visibility | null;
  readonly taskId: TaskId | null;
  readonly seriesId: SeriesId | null;
  /** The text to search for in title and notes. Case and accents do not matter. */
  readonly q: string | null;
};

/** A query without filters. */
export const NO_FILTER = {
  from: null,
  to: null,
  assignee: null,
  categoryId: null,
  priority: null,
  status: null,
  visibility: null,
  taskId: null,
  seriesId: null,
  q: null,
} as const satisfies Partial<OccurrenceQuery>;

/** The key of undated rows, which sorts after every date. */
export const UNDATED_KEY = '9999-12-31';

/**
 * Returns the sort key of an occurrence in lists: date, time (rows without a time first), soft due date, priority,
 * id. Undated rows come last.
 */
export function listKey(occurrence: Occurrence): SortKey {
  return [
    occurrence.date ?? UNDATED_KEY,
    occurrence.time === null ? -1 : toMinutes(occurrence.time),
    occurrence.softDue?.by ?? UNDATED_KEY,
    PRIORITIES.indexOf(occurrence.priority),
    occurrence.id,
  ];
}

/** Returns the sort key of an occurrence in the `done` view: newest completion first. */
export function doneKey(occurrence: Occurrence): SortKey {
  return [-(occurrence.completedAt ?? 0), occurrence.id];
}

/** Returns the sort key of an occurrence in the trash: newest deletion first. */
export function trashKey(occurrence: Occurrence): SortKey {
  return [-(occurrence.deletedAt ?? 0), occurrence.id];
}

/** Returns the sort key of an occurrence in the history of its series: latest date first. */
export function historyKey({ originalDate, seriesIndex, id }: Occurrence): SortKey {
  return [originalDate === null ? 0 : -toDayNumber(originalDate), -(seriesIndex ?? 0), id];
}

export function keyFor(view: View): (occurrence: Occurrence) => SortKey {
  return view === 'done' ? doneKey : listKey;
}

type Texts = Pick<Occurrence, 'title' | 'notes'>;

/** Returns the text that a search looks in, with its case and accents. */
export function toWrittenText({ title, notes }: Texts): string {
  return notes === null ? title : `${title}\n${notes}`;
}

/**
 * Returns the text that a search looks in: title and notes without case and accents. The result is limited to
 * twice the length of the original, because some characters are normalised to whole sentences (U+FDFA becomes
 * eighteen characters). Normal text never grows that much. Text beyond the limit is not found.
 */
export function toSearchText(texts: Texts): string {
  const written = toWrittenText(texts);
  const folded = fold(written);
  const most = 2 * written.length;
  return folded.length <= most ? folded : folded.slice(0, most).replace(/[\ud800-\udbff]$/, '');
}

/**
 * Returns true if the occurrence is a result of the query. Occurrences in the trash are only listed with the
 * status CANCELLED.
 *
 * @internal Only tests call it: the SQL in adapters/postgres implements the same rule.
 */
export function isListed(occurrence: Occurrence, query: OccurrenceQuery): boolean {
  const { date } = occurrence;
  return (
    (occurrence.deletedAt === null) === (query.status !== 'CANCELLED') &&
    isVisibleTo(occurrence, query.viewer) &&
    isInView(occurrence, query.view, query.now) &&
    (query.from === null || (date !== null && date >= query.from)) &&
    (query.to === null || (date !== null && date <= query.to)) &&
    (query.assignee === null || isAssigned(occurrence, query.assignee)) &&
    (query.categoryId === null || occurrence.categoryId === query.categoryId) &&
    (query.priority === null || occurrence.priority === query.priority) &&
    (query.status === null || occurrence.status === query.status) &&
    (query.visibility === null || occurrence.visibility === query.visibility) &&
    (query.taskId === null || occurrence.taskId === query.taskId) &&
    (query.seriesId === null || occurrence.seriesId === query.seriesId) &&
    (query.q === null || toSearchText(occurrence).includes(fold(query.q)))
  );
}

/**
 * Returns true if `showFrom` allows to list the occurrence before its date, because there is no limit or the date is
 * close enough. Also returns true if there is no date.
 */
export function isShownInAdvance(
  { date, showFrom }: Pick<Occurrence, 'date' | 'showFrom'>,
  today: CivilDate,
): boolean {
  return date === null || showFrom === null || addDays(date, -showFrom) <= today;
}

function isInView(occurrence: Occurrence, view: View, now: CivilMoment): boolean {
  switch (view) {
    case 'all':
      return true;
    case 'today':
      return occurrence.date === now.date;
    case 'upcoming':
      return occurrence.date !== null && occurrence.date > now.date && isShownInAdvance(occurrence, now.date);
    case 'overdue':
      return isOverdue(occurrence, now);
    case 'unscheduled':
      return occurrence.date === null;
    case 'done':
      return occurrence.status === 'DONE';
  }
}

function isAssigned({ responsibleMemberIds }: Occurrence, assignee: AssigneeFilter): boolean {
  switch (assignee.kind) {
    case 'member':
      return responsibleMemberIds.includes(assignee.memberId);
    case 'unassigned':
      return responsibleMemberIds.length === 0;
    case 'together':
      return responsibleMemberIds.length > 1;
  }
}
