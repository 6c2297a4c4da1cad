import type { Member } from '../households/household.js';
import { isRule } from '../series/dates.js';
import type { SeriesRecord } from '../series/series.js';
import { toRRule } from '../recurrence/to-rrule.js';
import type { MemberId, TaskId } from '../shared/ids.js';
import { sameJson } from '../shared/json.js';
import type { ShoppingItem } from '../shopping/item.js';
import { EMPTY_CONTENT, type TaskContent } from '../tasks/content.js';
import type { Occurrence } from '../tasks/occurrence.js';
import { findOthersTicked } from '../tasks/ticks.js';
import { listAudiences } from '../sync/entries.js';
import type { EntryOf, JournalEntry, SyncedKind } from '../sync/journal.js';
import { findHider } from './hidden-rows.js';
import { visibilityIn } from './inverse.js';
import type {
  Counts,
  CountsOf,
  MemberParams,
  Operation,
  OperationKind,
  OperationSubject,
} from './operation.js';

export type Description = Pick<Operation, 'kind' | 'subject' | 'taskId' | 'onlyFor' | 'counts' | 'params'>;

/**
 * Describes the effect of a transaction from its journal. Returns null if it changed nothing that clients keep a copy
 * of. A shift of dates (kind SHIFTED) changes many rows. It is described by a row that everyone may see, if there is
 * one.
 */
export function describe(
  journal: readonly JournalEntry[],
  kind: OperationKind | null = null,
): Description | null {
  const shared = kind === 'SHIFTED' ? journal.filter((entry) => onlyFor(entry) === null) : [];
  const about = shared.length > 0 ? shared : journal;
  const main = MAIN.map((isMain) => about.find(isMain)).find((entry) => entry !== undefined);
  if (main === undefined) return null;
  const isSplit = main.kind === 'series' && journal.filter(({ kind }) => kind === 'series').length > 1;
  return {
    kind: isSplit ? 'SPLIT' : judgeKind(main, journal),
    subject: toSubject(main),
    taskId: findTask(main),
    onlyFor: findHider(journal) ?? onlyFor(main),
    counts: countByAudience(journal),
    params: toParams(main),
  };
}

/**
 * Returns true if only the time of a repeated action changed, for example when somebody ticks an item that is
 * already ticked. Members see no change; the time matters only for comparing later offline actions.
 */
export function isInstantAlone({ kind, before, after }: JournalEntry): boolean {
  if ((kind !== 'occurrence' && kind !== 'shoppingItem') || before === null || after === null) return false;
  // A change that members can see always increases the version.
  if (kind === 'occurrence' && before.version !== after.version) return false;
  return sameJson(withoutInstants(before), withoutInstants(after));
}

/**
 * Returns true if only the state of the calendar synchronisation changed, which is internal to the service.
 */
export function isSyncStateAlone({ kind, before, after }: JournalEntry): boolean {
  if (kind !== 'occurrence' || before === null || after === null) return false;
  return before.version === after.version && sameJson(withoutSyncState(before), withoutSyncState(after));
}

function withoutSyncState(row: Occurrence): object {
  return { ...row, syncVersion: 0, syncedVersion: 0, googleSyncStatus: null };
}

function withoutInstants(row: Occurrence | ShoppingItem): object {
  if (!('checklist' in row)) return { ...row, tickedAt: null };
  return {
    ...row,
    statusAt: null,
    checklist: row.checklist.map(({ id, title, done }) => ({ id, title, done })),
  };
}

/**
 * The conditions by which the main row of a transaction is found: the first condition that an entry fulfils
 * decides. Rows that depend on other rows come later. A day calendar comes before the series that use it,
 * because some of those series may be personal to other members.
 */
const MAIN: readonly ((entry: JournalEntry) => boolean)[] = [
  ({ kind, after }) => kind === 'pause' && after !== null,
  ({ kind }) => kind === 'pause',
  ({ kind }) => kind === 'household',
  ({ kind }) => kind === 'dayCalendar',
  ({ kind, before, after }) => kind === 'member' && !sameJson(before, after),
  ({ kind }) => kind === 'category',
  (entry) => entry.kind === 'swap' && entry.after?.status === 'ACCEPTED',
  ({ kind, before }) => kind === 'series' && before !== null,
  ({ kind }) => kind === 'series',
  (entry) => entry.kind === 'occurrence' && entry.before?.status !== entry.after?.status,
  (entry) => entry.kind === 'occurrence' && !isTurnAlone(entry),
  ({ kind }) => kind === 'occurrence',
  ({ kind }) => kind === 'template',
  ({ kind }) => kind === 'shoppingList',
  ({ kind }) => kind === 'shoppingItem',
  ({ kind }) => kind === 'swap',
  ({ kind }) => kind === 'member',
  ({ kind }) => kind === 'notification',
];

function isTurnAlone({ before, after }: EntryOf<'occurrence'>): boolean {
  return (
    before !== null && after !== null && sameJson(changedFields(before, after), ['responsibleMemberIds'])
  );
}

function judgeKind(main: JournalEntry, journal: readonly JournalEntry[]): OperationKind {
  switch (main.kind) {
    case 'occurrence':
      return occurrenceKind(main);
    case 'series':
      return seriesKind(main, journal);
    case 'member':
      return 'MEMBER';
    case 'category':
      return 'CATEGORY';
    case 'shoppingItem':
    case 'shoppingList':
      return 'SHOPPING';
    case 'swap':
      return main.after?.status === 'ACCEPTED' ? 'ASSIGNED' : rowKind(main);
    case 'pause':
      return main.after === null ? 'RESUMED' : 'PAUSED';
    case 'household':
    case 'template':
    case 'dayCalendar':
    case 'notification':
      return rowKind(main);
  }
}

function rowKind({ before, after }: JournalEntry): OperationKind {
  if (before === null) return 'CREATED';
  return after === null ? 'DELETED' : 'EDITED';
}

const OF_STATUS = { TODO: 'REOPENED', DONE: 'COMPLETED', SKIPPED: 'SKIPPED', CANCELLED: 'DELETED' } as const;
const SCHEDULE: readonly string[] = [
  'date',
  'time',
  'durationMinutes',
  'allDay',
] satisfies (keyof Occurrence)[];

function occurrenceKind({ before, after }: EntryOf<'occurrence'>): OperationKind {
  if (before === null) return 'CREATED';
  if (after === null) return 'DELETED';
  if (before.deletedAt !== null && after.deletedAt === null) return 'RESTORED';
  if (before.status !== after.status) return OF_STATUS[after.status];
  if (before.doneBy.length !== after.doneBy.length)
    return after.doneBy.length > before.doneBy.length ? 'COMPLETED' : 'REOPENED';
  const changed = changedFields(before, after);
  if (sameJson(changed, ['checklist'])) return 'CHECKLIST';
  if (sameJson(changed, ['responsibleMemberIds'])) return 'ASSIGNED';
  return changed.length > 0 && changed.every((field) => SCHEDULE.includes(field)) ? 'MOVED' : 'EDITED';
}

function seriesKind({ before, after }: EntryOf<'series'>, journal: readonly JournalEntry[]): OperationKind {
  if (before === null) return 'CREATED';
  if (after === null) return 'DELETED';
  const [occurrence] = journal.filter((entry) => entry.kind === 'occurrence' && !isTurnAlone(entry));
  if (before.ended !== after.ended) {
    if (!after.ended) return 'RESTORED';
    return journal.some(isTrashed) ? 'DELETED' : 'ENDED';
  }
  if (!sameJson(pickRhythm(before), pickRhythm(after))) return isCutOff(journal) ? 'DELETED' : 'MOVED';
  if (!sameJson(before.template, after.template)) return 'EDITED';
  if (!sameJson(before.segments, after.segments)) return 'ASSIGNED';
  // Only the excluded dates of the series have changed. The occurrence on that date then decides the kind.
  return occurrence?.kind === 'occurrence' ? occurrenceKind(occurrence) : 'EDITED';
}

function pickRhythm({
  recurrence,
  start,
  template: { time, durationMinutes, allDay },
}: SeriesRecord): object {
  return { recurrence, start, time, durationMinutes, allDay };
}

/**
 * Returns true if a series was deleted with scope `following`. Its rule then ends earlier, and the later
 * occurrences are in the trash.
 */
function isCutOff(journal: readonly JournalEntry[]): boolean {
  const rows = journal.filter((entry) => entry.kind === 'occurrence' && !isTurnAlone(entry));
  return rows.length > 0 && rows.every(isTrashed);
}

function isTrashed(entry: JournalEntry): boolean {
  return entry.kind === 'occurrence' && entry.before?.deletedAt === null && entry.after?.deletedAt !== null;
}

/**
 * The fields of an occurrence that people edit. Missing are fields that other actions set: the reason of the
 * turn, who completed the occurrence, and when.
 */
const EDITABLE: readonly (keyof Occurrence)[] = [
  ...(Object.keys(EMPTY_CONTENT) as (keyof TaskContent)[]),
  ...(['date', 'softDue', 'responsibleMemberIds', 'checklist', 'attachmentCount'] as const),
];

function changedFields(before: Occurrence, after: Occurrence): readonly (keyof Occurrence)[] {
  return EDITABLE.filter((field) => !sameJson(before[field], after[field]));
}

const SUBJECT_TYPES: Readonly<Record<SyncedKind, OperationSubject['type']>> = {
  occurrence: 'TASK',
  series: 'SERIES',
  swap: 'SWAP',
  member: 'MEMBER',
  category: 'CATEGORY',
  household: 'HOUSEHOLD',
  shoppingItem: 'SHOPPING',
  shoppingList: 'SHOPPING',
  template: 'TEMPLATE',
  dayCalendar: 'DAY_CALENDAR',
  pause: 'PAUSE',
  notification: 'NOTIFICATION',
};

function toSubject({ kind, id, before, after }: JournalEntry): OperationSubject {
  const row = kind === 'member' ? null : (after ?? before);
  return { type: SUBJECT_TYPES[kind], id, title: row && readTitle(row) };
}

function readTitle(row: object): string | null {
  if ('template' in row) return readTitle(row.template as object);
  if ('title' in row && typeof row.title === 'string') return row.title;
  return 'name' in row && typeof row.name === 'string' ? row.name : null;
}

function findTask(main: JournalEntry): TaskId | null {
  if (main.kind !== 'occurrence' && main.kind !== 'series') return null;
  return (main.after ?? main.before)?.taskId ?? null;
}

function onlyFor(main: JournalEntry): MemberId | null {
  if (main.kind === 'notification') return (main.after ?? main.before)?.recipientId ?? null;
  if (main.kind !== 'occurrence' && main.kind !== 'series' && main.kind !== 'pause') return null;
  const row = main.after ?? main.before;
  if (row === null) return null;
  return visibilityIn(row) === 'PERSONAL' ? row.createdBy : null;
}

function countByAudience(journal: readonly JournalEntry[]): readonly CountsOf[] {
  const byAudience = new Map<MemberId | null, Counts>();
  for (const entry of journal) {
    if (entry.kind === 'notification') continue;
    const audiences = listAudiences(entry);
    // Rows that everyone may see (audience null) are counted once, not again for their author.
    for (const audience of audiences.includes(null) ? [null] : audiences) {
      const counts = byAudience.get(audience) ?? { created: 0, changed: 0, removed: 0 };
      const what = judgeChange(entry);
      byAudience.set(audience, { ...counts, [what]: counts[what] + 1 });
    }
  }
  return [...byAudience].map(([audience, counts]) => ({ audience, counts }));
}

/** Clients do not show the trash next to other rows, so a row that goes there counts as removed. */
function judgeChange({ before, after }: JournalEntry): keyof Counts {
  const [was, is] = [before, after].map(
    (row) => row !== null && !('deletedAt' in row && row.deletedAt !== null),
  );
  if (was === is) return 'changed';
  return is ? 'created' : 'removed';
}

/**
 * Returns the data with which clients describe the change, for example the values before and after it. Returns an
 * empty object if there is no such data. This includes a row that was PERSONAL before and is SHARED now, because
 * other members must not see the former values.
 */
function toParams(main: JournalEntry): Readonly<Record<string, unknown>> {
  if (main.kind === 'member') return memberParams(main);
  const { before, after } = main;
  if (before === null || after === null || (visibilityIn(before) === 'PERSONAL' && onlyFor(main) === null))
    return {};
  if (main.kind === 'occurrence') return occurrenceParams(before as Occurrence, after as Occurrence);
  if (main.kind === 'series') return seriesParams(before as SeriesRecord, after as SeriesRecord);
  return {};
}

function memberParams({ before, after }: EntryOf<'member'>): MemberParams {
  const wasHere = before !== null && before.leftAt === null;
  const isHere = after !== null && after.leftAt === null;
  if (!wasHere || !isHere) return { change: isHere ? 'JOINED' : 'LEFT' };
  const differs = (...fields: readonly (keyof Member)[]) =>
    fields.some((field) => !sameJson(before[field], after[field]));
  if (differs('awayPeriods')) return { change: 'AWAY' };
  if (differs('activeFrom', 'activeUntil')) return { change: 'DAYS' };
  if (differs('role')) return { change: 'ROLE' };
  return { change: differs('hasPin') ? 'PIN' : 'ENTRY' };
}

function occurrenceParams(before: Occurrence, after: Occurrence): Readonly<Record<string, unknown>> {
  const moment = ({ date, time }: Occurrence) => (time === null ? date : `${date}T${time}`);
  const doneByIds = findOthersTicked(before, after, after.updatedBy);
  if (doneByIds !== null) return { doneByIds };
  if (moment(before) !== moment(after)) return { from: moment(before), to: moment(after) };
  if (!sameJson(before.responsibleMemberIds, after.responsibleMemberIds))
    return { from: before.responsibleMemberIds, to: after.responsibleMemberIds };
  return {};
}

function seriesParams(before: SeriesRecord, after: SeriesRecord): Readonly<Record<string, unknown>> {
  if (sameJson(before.recurrence, after.recurrence)) return {};
  const [from, to] = [ruleText(before), ruleText(after)];
  const [fromDays, toDays] = [from, to].map((text) => /BYDAY=([^;]+)/.exec(text)?.[1]);
  const others = (text: string) => text.replace(/BYDAY=[^;]+/, '');
  const isOfDays = fromDays !== undefined && toDays !== undefined && others(from) === others(to);
  return isOfDays ? { from: fromDays, to: toDays } : { from, to };
}

/**
 * Returns the rule as RFC 5545 text. RFC 5545 cannot express that a task repeats some time after its
 * completion, so this is written as the interval, for example `5 day`.
 */
function ruleText({ recurrence }: SeriesRecord): string {
  return isRule(recurrence) ? toRRule(recurrence) : `${recurrence.every} ${recurrence.unit}`;
}
