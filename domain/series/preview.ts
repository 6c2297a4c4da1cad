import type { CivilDate } from '../shared/civil-date.js';
import type { CivilTime } from '../shared/civil-time.js';
import type { MemberId, OccurrenceId } from '../shared/ids.js';
import { compareSortKeys, type SortKey } from '../shared/page.js';
import { sameJson } from '../shared/same-json.js';
import { pickContent } from '../tasks/content.js';
import type { Occurrence } from '../tasks/occurrence.js';
import { listKey } from '../tasks/views.js';

/** An occurrence as an edit finds it and as it would leave it; null: it was not there, or would go without a trace. */
export type WouldBe = { readonly before: Occurrence | null; readonly after: Occurrence | null };

export type PreviewedDate = Pick<Occurrence, 'seriesId' | 'title'> & {
  /** null of a date that would be new. */
  readonly occurrenceId: OccurrenceId | null;
  /** Of a date that would be removed: the one that it has. */
  readonly date: CivilDate;
  readonly time: CivilTime | null;
  readonly index: number | null;
  readonly responsibleMemberIds: readonly MemberId[];
  /** Of a date that would change, or be removed: what it is now. */
  readonly was: Pick<Occurrence, 'date' | 'responsibleMemberIds'> | null;
  readonly removed: boolean;
};

export type EditPreview = {
  readonly counts: {
    readonly created: number;
    readonly changed: number;
    readonly removed: number;
    /** What is open and would stay as it is. */
    readonly kept: number;
  };
  readonly dates: readonly PreviewedDate[];
  /** false: only the first series were looked at, and counts are at least these. Absent: true. */
  readonly isComplete?: boolean;
};

const SHOWN_DATES = 10;

/**
 * What an edit of a task would do, as its members would see it. `touched` is all that the edit would write, `kept` what is
 * open and it would not. The first dates from `today` on, those that stay too.
 */
export function previewEdit(
  touched: readonly WouldBe[],
  kept: readonly Occurrence[],
  today: CivilDate,
): EditPreview {
  const stays = [...kept.map((row) => ({ before: row, after: row })), ...touched.filter(isSame)];
  return {
    counts: countChanges(touched, kept.length),
    dates: firstDates(
      [...stays, ...touched.filter((one) => !isSame(one))].flatMap((one) => listLeft(one, today)),
    ),
  };
}

/** What a part of a change would do, so that parts can be put together: counts, and the first dates with their order. */
export type PartialPreview = {
  readonly counts: EditPreview['counts'];
  readonly first: readonly Listed[];
};

/**
 * What a part of a change of many tasks would do: as {@link previewEdit}, each row for itself, and the first dates that it
 * concerns. `kept`: how many occurrences it keeps as they are.
 */
export function previewPart(touched: readonly WouldBe[], kept: number, today: CivilDate): PartialPreview {
  const other = touched.filter((one) => !isSame(one));
  return {
    counts: countChanges(touched, kept),
    first: firstListed(other.flatMap((one) => [...listLeft(one, today), ...listGone(one, today)])),
  };
}

/** Puts the parts of a change together; `kept`: what none of them touches. */
export function joinPreviews(
  parts: readonly PartialPreview[],
  kept: number,
): Omit<EditPreview, 'isComplete'> {
  const sum = (count: keyof EditPreview['counts']) =>
    parts.reduce((total, { counts }) => total + counts[count], 0);
  return {
    counts: {
      ...{ created: sum('created'), changed: sum('changed'), removed: sum('removed') },
      kept: sum('kept') + kept,
    },
    dates: firstListed(parts.flatMap(({ first }) => first)).map(({ date }) => date),
  };
}

function countChanges(touched: readonly WouldBe[], kept: number): EditPreview['counts'] {
  const [stays, other] = [touched.filter(isSame), touched.filter((one) => !isSame(one))];
  const count = (was: boolean, is: boolean) =>
    other.filter(({ before, after }) => isThere(before) === was && isThere(after) === is).length;
  return {
    created: count(false, true),
    changed: count(true, true),
    removed: count(true, false),
    kept: kept + stays.filter(({ after }) => after?.status === 'TODO').length,
  };
}

const isThere = (row: Occurrence | null) => row !== null && row.deletedAt === null;

/** Whether members would see no difference. */
function isSame({ before, after }: WouldBe): boolean {
  return before !== null && after !== null && sameJson(seen(before), seen(after));
}

function seen(row: Occurrence) {
  const { date, dateReason, softDue, responsibleMemberIds, turnReason, turnOf, status, deletedAt } = row;
  const titles = row.checklist.map(({ title, done }) => [title, done]);
  return {
    ...pickContent(row),
    ...{ date, dateReason, softDue, responsibleMemberIds, turnReason, turnOf, status, deletedAt, titles },
  };
}

export type Listed = { readonly key: SortKey; readonly date: PreviewedDate };

function firstDates(listed: readonly Listed[]): readonly PreviewedDate[] {
  return firstListed(listed).map(({ date }) => date);
}

function firstListed(listed: readonly Listed[]): readonly Listed[] {
  return listed.toSorted((one, other) => compareSortKeys(one.key, other.key)).slice(0, SHOWN_DATES);
}

/** The date that is to be done then. */
function listLeft({ before, after }: WouldBe, today: CivilDate): readonly Listed[] {
  if (after?.deletedAt !== null || after.status !== 'TODO') return [];
  const was = before !== null && !isSame({ before, after }) ? before : null;
  return listDate(after, today, {
    occurrenceId: before?.id === after.id ? after.id : null,
    was,
    removed: false,
  });
}

/** The date that was to be done before. */
function listGone({ before, after }: WouldBe, today: CivilDate): readonly Listed[] {
  if (before?.deletedAt !== null || before.status !== 'TODO' || isThere(after)) return [];
  return listDate(before, today, { occurrenceId: before.id, was: before, removed: true });
}

function listDate(
  row: Occurrence,
  today: CivilDate,
  { was, ...how }: Pick<PreviewedDate, 'occurrenceId' | 'removed'> & { readonly was: Occurrence | null },
): readonly Listed[] {
  const { seriesId, title, date, time, seriesIndex, responsibleMemberIds } = row;
  if (date === null || date < today) return [];
  const shown: PreviewedDate = {
    ...{ ...how, seriesId, title, date, time, responsibleMemberIds, index: seriesIndex },
    was: was && { date: was.date, responsibleMemberIds: was.responsibleMemberIds },
  };
  return [{ key: listKey(row), date: shown }];
}
