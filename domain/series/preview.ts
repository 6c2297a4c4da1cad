import type { CivilDate } from '../shared/civil-date.js';
import type { CivilTime } from '../shared/civil-time.js';
import type { MemberId, OccurrenceId } from '../shared/ids.js';
import { compareSortKeys, type SortKey } from '../shared/page.js';
import { sameJson } from '../shared/json.js';
import { pickContent } from '../tasks/content.js';
import type { Occurrence } from '../tasks/occurrence.js';
import { listKey } from '../tasks/views.js';
import { addAmounts } from '../shared/amounts.js';

/**
 * An occurrence before and after an edit. null means that it did not exist before, or would be removed
 * without a trace.
 */
export type ChangePreview = { readonly before: Occurrence | null; readonly after: Occurrence | null };

export type PreviewedDate = Pick<Occurrence, 'seriesId' | 'title'> & {
  /** The id of the occurrence. null if the edit would create it. */
  readonly occurrenceId: OccurrenceId | null;
  /** The new date of the occurrence. If the edit would remove the occurrence, this is its current date. */
  readonly date: CivilDate;
  readonly time: CivilTime | null;
  readonly index: number | null;
  readonly responsibleMemberIds: readonly MemberId[];
  /** The values before the edit if the occurrence would be changed or removed; otherwise null. */
  readonly was: Pick<Occurrence, 'date' | 'responsibleMemberIds'> | null;
  readonly removed: boolean;
};

export type EditPreview = {
  readonly counts: {
    readonly created: number;
    readonly changed: number;
    readonly removed: number;
    /** The number of open occurrences that would stay unchanged. */
    readonly kept: number;
  };
  readonly dates: readonly PreviewedDate[];
  /**
   * False if only a part of the series was examined, so that the real counts may be higher. Absent means
   * true.
   */
  readonly isComplete?: boolean;
};

const SHOWN_DATES = 10;

/**
 * Returns a preview of an edit as the members of the task would see it. It contains counts and the first
 * dates from `today` on, including unchanged dates.
 *
 * @param touched all rows that the edit would write
 * @param kept the open rows that the edit would not write
 */
export function previewEdit(
  touched: readonly ChangePreview[],
  kept: readonly Occurrence[],
  today: CivilDate,
): EditPreview {
  const stays = [...kept.map((row) => ({ before: row, after: row })), ...touched.filter(isSame)];
  return {
    counts: countChanges(touched, kept.length),
    dates: firstListed(
      [...stays, ...touched.filter((one) => !isSame(one))].flatMap((one) => listLeft(one, today)),
    ).map(({ date }) => date),
  };
}

/**
 * The preview of one part of a change, which {@link joinPreviews} joins with the other parts. It contains
 * counts, and the first dates with their sort keys.
 */
export type PartialPreview = {
  readonly counts: EditPreview['counts'];
  readonly first: readonly KeyedDate[];
};

/**
 * Returns the preview of one part of a change that affects many tasks. Unlike {@link previewEdit}, it lists
 * only the dates that would change, and removed ones too.
 *
 * @param kept how many open occurrences this part leaves unchanged
 */
export function previewPart(
  touched: readonly ChangePreview[],
  kept: number,
  today: CivilDate,
): PartialPreview {
  const other = touched.filter((one) => !isSame(one));
  return {
    counts: countChanges(touched, kept),
    first: firstListed(other.flatMap((one) => [...listLeft(one, today), ...listGone(one, today)])),
  };
}

/**
 * Joins the previews of all parts of a change.
 *
 * @param kept how many open occurrences stay unchanged in addition to those that the parts count
 */
export function joinPreviews(
  parts: readonly PartialPreview[],
  kept: number,
): Omit<EditPreview, 'isComplete'> {
  const none = { created: 0, changed: 0, removed: 0, kept };
  return {
    counts: parts.map(({ counts }) => counts).reduce(addAmounts, none),
    dates: firstListed(parts.flatMap(({ first }) => first)).map(({ date }) => date),
  };
}

function countChanges(touched: readonly ChangePreview[], kept: number): EditPreview['counts'] {
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

/** Returns true if members would see no difference between before and after. */
function isSame({ before, after }: ChangePreview): boolean {
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

export type KeyedDate = { readonly key: SortKey; readonly date: PreviewedDate };

function firstListed(listed: readonly KeyedDate[]): readonly KeyedDate[] {
  return listed.toSorted((one, other) => compareSortKeys(one.key, other.key)).slice(0, SHOWN_DATES);
}

/**
 * Returns the date after the edit if the occurrence would be open and dated today or later, otherwise an empty list.
 */
function listLeft({ before, after }: ChangePreview, today: CivilDate): readonly KeyedDate[] {
  if (after?.deletedAt !== null || after.status !== 'TODO') return [];
  const was = before !== null && !isSame({ before, after }) ? before : null;
  return listDate(after, today, {
    occurrenceId: before?.id === after.id ? after.id : null,
    was,
    removed: false,
  });
}

/**
 * Returns the date before the edit if the edit would remove an open occurrence dated today or later, otherwise an
 * empty list.
 */
function listGone({ before, after }: ChangePreview, today: CivilDate): readonly KeyedDate[] {
  if (before?.deletedAt !== null || before.status !== 'TODO' || isThere(after)) return [];
  return listDate(before, today, { occurrenceId: before.id, was: before, removed: true });
}

function listDate(
  row: Occurrence,
  today: CivilDate,
  { was, ...how }: Pick<PreviewedDate, 'occurrenceId' | 'removed'> & { readonly was: Occurrence | null },
): readonly KeyedDate[] {
  const { seriesId, title, date, time, seriesIndex, responsibleMemberIds } = row;
  if (date === null || date < today) return [];
  const shown: PreviewedDate = {
    ...{ ...how, seriesId, title, date, time, responsibleMemberIds, index: seriesIndex },
    was: was && { date: was.date, responsibleMemberIds: was.responsibleMemberIds },
  };
  return [{ key: listKey(row), date: shown }];
}
