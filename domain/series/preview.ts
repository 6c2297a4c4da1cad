import type { CivilDate } from '../shared/civil-date.js';
import type { CivilTime } from '../shared/civil-time.js';
import type { MemberId, OccurrenceId } from '../shared/ids.js';
import { compareSortKeys } from '../shared/page.js';
import { sameJson } from '../shared/same-json.js';
import { pickContent } from '../tasks/content.js';
import type { Occurrence } from '../tasks/occurrence.js';
import { listKey } from '../tasks/views.js';

/** An occurrence as an edit finds it and as it would leave it; null: it was not there, or would go without a trace. */
export type WouldBe = { readonly before: Occurrence | null; readonly after: Occurrence | null };

export type PreviewedDate = {
  /** null of a date that would be new. */
  readonly occurrenceId: OccurrenceId | null;
  readonly date: CivilDate;
  readonly time: CivilTime | null;
  readonly index: number | null;
  readonly responsibleMemberIds: readonly MemberId[];
  /** Of a date that would change: what it is now. */
  readonly was: Pick<Occurrence, 'date' | 'responsibleMemberIds'> | null;
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
};

const SHOWN_DATES = 10;

/**
 * What an edit would do, as its members would see it: a date that a split creates anew in place of one that it removes
 * is the same date, changed or kept. `touched` is all that the edit would write, `kept` what is open and it would not.
 * The first dates from `today` on, those that stay too unless only the changed ones are wanted.
 */
export function previewChanges(
  touched: readonly WouldBe[],
  kept: readonly Occurrence[],
  today: CivilDate,
  wanted: 'coming' | 'changed',
): EditPreview {
  const paired = pairReplaced(touched);
  const [stays, other] = [paired.filter(isSame), paired.filter((one) => !isSame(one))];
  const count = (holds: (one: WouldBe) => boolean) => other.filter(holds).length;
  const unchanged = [...kept.map((row) => ({ before: row, after: row })), ...stays];
  const shown = wanted === 'coming' ? [...unchanged, ...other] : other;
  return {
    counts: {
      created: count(({ before, after }) => !isThere(before) && isThere(after)),
      changed: count(({ before, after }) => isThere(before) && isThere(after)),
      removed: count(({ before, after }) => isThere(before) && !isThere(after)),
      kept: kept.length + stays.filter(({ after }) => after?.status === 'TODO').length,
    },
    dates: shown
      .flatMap((one) => listDates(one, today))
      .toSorted((a, b) => compareSortKeys(a.key, b.key))
      .slice(0, SHOWN_DATES)
      .map(({ date }) => date),
  };
}

/** Rows that are removed and created in one edit are the same dates: in order, as far as there are both. */
function pairReplaced(touched: readonly WouldBe[]): WouldBe[] {
  const inOrder = (one: Occurrence, other: Occurrence) => compareSortKeys(listKey(one), listKey(other));
  const gone = touched.flatMap(({ before, after }) => (after === null && before !== null ? [before] : []));
  const made = touched.flatMap(({ before, after }) => (before === null && after !== null ? [after] : []));
  const [were, are] = [gone.toSorted(inOrder), made.toSorted(inOrder)];
  const pairs = Array.from({ length: Math.max(were.length, are.length) }, (_, i) => ({
    before: were[i] ?? null,
    after: are[i] ?? null,
  }));
  return [...touched.filter(({ before, after }) => before !== null && after !== null), ...pairs];
}

const isThere = (row: Occurrence | null) => row !== null && row.deletedAt === null;

/** Whether members would see no difference. */
function isSame({ before, after }: WouldBe): boolean {
  return before !== null && after !== null && sameJson(seen(before), seen(after));
}

function seen(row: Occurrence) {
  const { date, softDue, responsibleMemberIds, status, deletedAt, checklist } = row;
  const titles = checklist.map(({ title, done }) => [title, done]);
  return { ...pickContent(row), date, softDue, responsibleMemberIds, status, deletedAt, titles };
}

function listDates({ before, after }: WouldBe, today: CivilDate) {
  if (after?.deletedAt !== null || after.status !== 'TODO' || after.date === null || after.date < today)
    return [];
  const isNew = before?.id !== after.id;
  const was = before !== null && !isSame({ before, after }) ? before : null;
  const date: PreviewedDate = {
    occurrenceId: isNew ? null : after.id,
    date: after.date,
    time: after.time,
    index: after.seriesIndex,
    responsibleMemberIds: after.responsibleMemberIds,
    was: was && { date: was.date, responsibleMemberIds: was.responsibleMemberIds },
  };
  return [{ key: listKey(after), date }];
}
