import type { NotificationType } from '../../domain/notifications/notification.js';
import {
  findHandover,
  listTaskNews,
  type OccurrenceChange,
  type TaskNews,
} from '../../domain/notifications/task-news.js';
import type { SeriesRecord } from '../../domain/series/series.js';
import type { HouseholdId, MemberId } from '../../domain/shared/ids.js';
import type { EntryOf, JournalEntry } from '../../domain/sync/journal.js';
import type { Occurrence } from '../../domain/tasks/occurrence.js';
import type { DomainEvent, DomainEventContent } from '../shared/events/domain-event.js';
import type { Journal } from '../sync/ports.js';
import type { NotificationToQueue } from './notification-to-queue.js';

type NameOf<Content> = Content extends { readonly kind: infer Kind extends string }
  ? Content extends { readonly action: infer Action extends string }
    ? `${Kind}.${Action}`
    : Kind
  : never;
/** The name of a kind of domain event, with its action if it has one, for example `occurrence.created`. */
export type EventName = NameOf<DomainEventContent>;

/**
 * The types of notification that each event may cause. docs/notifications.md says who gets them and with what
 * content. An event without an entry is a type error.
 */
export const NOTIFICATIONS_OF_EVENT: Readonly<Record<EventName, readonly NotificationType[]>> = {
  'occurrence.created': ['TASK_ASSIGNED'],
  'occurrence.edited': ['TASK_ASSIGNED', 'TASK_MOVED', 'TASK_HANDED_OVER', 'TASK_TAKEN_OVER'],
  'occurrence.checklist': [],
  'occurrence.completed': ['TASK_COMPLETED'],
  'occurrence.reopened': [],
  'occurrence.skipped': [],
  'occurrence.deleted': ['TASK_DELETED'],
  'occurrence.restored': [],
  'series.edited': ['TASK_MOVED', 'TASK_DELETED', 'SERIES_HANDED_OVER'],
  'series.deleted': ['TASK_DELETED'],
  'series.extended': [],
  'series.missed': [],
  'series.paused': ['TASK_ASSIGNED', 'TASK_MOVED', 'TASK_DELETED', 'TASK_HANDED_OVER'],
  'series.replanned': ['TASK_MOVED', 'TASK_DELETED', 'TURN_BY_ABSENCE'],
  'pause.paused': [],
  'pause.resumed': [],
  'swap.requested': ['TURN_SWAP_REQUESTED'],
  'swap.accepted': ['TURN_SWAP_ANSWERED'],
  'swap.declined': ['TURN_SWAP_ANSWERED'],
  'swap.withdrawn': [],
  'member.joined': ['MEMBER_JOINED', 'INVITATION_ACCEPTED'],
  'member.left': ['MEMBER_LEFT'],
  'member.edited': ['TURN_BY_ABSENCE', 'TASK_ASSIGNED', 'TASK_HANDED_OVER', 'TASK_TAKEN_OVER'],
  'category.created': [],
  'category.edited': [],
  'category.deleted': [],
  'household.edited': [],
  'household.deleted': [],
  shopping: [],
  days: [],
  files: [],
  notified: [],
};

/** Returns the key of an event in {@link NOTIFICATIONS_OF_EVENT}. */
export function nameEvent(event: DomainEvent): EventName {
  return ('action' in event ? `${event.kind}.${event.action}` : event.kind) as EventName;
}

/** The maximum number of dates that a notification about several occurrences names. */
const FIRST_DATES = 3;
/**
 * The maximum number of occurrences that are checked when the notification is sent. The notification names the first
 * one to which it still applies.
 */
const FIRST_ROWS = 3;

type Origin = { readonly householdId: HouseholdId; readonly actorId: MemberId | null };

/**
 * Returns the notifications about the tasks that a transaction changed in one household. All `events` are of that
 * household. Each recipient gets one notification of a type, however many occurrences it is about, and one for each
 * series whose turns changed hands. Changes of personal tasks cause none.
 */
export function findTaskNews(
  events: readonly DomainEvent[],
  journal: Pick<Journal, 'entries'>,
): readonly (NotificationToQueue & Origin)[] {
  const types = new Set(events.flatMap((event) => NOTIFICATIONS_OF_EVENT[nameEvent(event)]));
  const [first] = events;
  if (first === undefined || !TASK_TYPES.some((type) => types.has(type))) return [];
  const { householdId } = first;
  // The service's own changes in this transaction follow from the member's request, so that member is the actor.
  const actorId = events.find((event) => event.actorId !== null)?.actorId ?? null;
  const changes = listChanges(events, journal, householdId);
  const handovers = types.has('SERIES_HANDED_OVER') ? findHandovers(journal, householdId, changes) : [];
  const notifiedIds = new Set(
    events.flatMap((event) => (event.kind === 'series' ? (event.notifiedIds ?? []) : [])),
  );
  const news = listTaskNews(changes, types, actorId).flatMap((one) => {
    if (one.type !== 'TURN_BY_ABSENCE') return one;
    const recipientIds = one.recipientIds.filter((id) => !notifiedIds.has(id));
    return recipientIds.length === 0 ? [] : { ...one, recipientIds };
  });
  return [
    ...news.map(toNotification),
    ...handovers.filter(({ recipientIds }) => recipientIds?.length !== 0),
  ].map((notification) => ({ ...notification, householdId, actorId }));
}

const TASK_TYPES = [
  'TASK_ASSIGNED',
  'TASK_MOVED',
  'TASK_DELETED',
  'TASK_HANDED_OVER',
  'TASK_TAKEN_OVER',
  'TURN_BY_ABSENCE',
  'SERIES_HANDED_OVER',
] as const satisfies readonly NotificationType[];

/**
 * Returns the occurrences that changed. If an event is about a single occurrence, its change is taken from the event.
 * The other changed occurrences are taken from the journal.
 */
function listChanges(
  events: readonly DomainEvent[],
  journal: Pick<Journal, 'entries'>,
  householdId: HouseholdId,
): readonly OccurrenceChange[] {
  const single = events.filter((event) => event.kind === 'occurrence');
  if (single.length === events.length) return single;
  const idsWithEvent = new Set(single.map(({ after }) => after.id));
  const rows = journal
    .entries()
    .filter(isOf('occurrence', householdId))
    .filter(({ id }) => !idsWithEvent.has(id));
  return [...single, ...pairRemade(rows)];
}

/**
 * Returns the changes about which members are notified. If the rule of a series changes, its rows are deleted and new
 * ones are created. A new row with the same date, time and assignees as a deleted one is not a change. The other new
 * rows are returned as moved or, if there are none, the other deleted rows as deleted. If no row was deleted, the new
 * rows only continue the series, because rows are created for the next HORIZON_DAYS days. They are left out.
 */
function pairRemade(rows: readonly OccurrenceChange[]): readonly OccurrenceChange[] {
  const removed = rows.flatMap(({ before, after }) => (before !== null && after === null ? [before] : []));
  const there = rows.filter(({ before, after }) => before !== null && after !== null);
  if (removed.length === 0) return there;
  const made = rows.flatMap(({ before, after }) => (before === null && after !== null ? [after] : []));
  const without = (some: readonly Occurrence[], others: readonly Occurrence[]) => {
    const known = new Set(others.map(describe));
    return some.filter((row) => !known.has(describe(row)));
  };
  const moved = without(made, removed).map((after) => ({ before: { ...after, date: null }, after }));
  const gone = without(removed, made).map((before) => ({ before, after: null }));
  return [...there, ...(moved.length > 0 ? moved : gone)];
}

function describe({ date, time, responsibleMemberIds }: Occurrence): string {
  return `${date} ${time} ${responsibleMemberIds.toSorted().join(' ')}`;
}

function isOf<Kind extends JournalEntry['kind']>(kind: Kind, householdId: HouseholdId) {
  return (entry: JournalEntry): entry is JournalEntry & EntryOf<Kind> =>
    entry.kind === kind && entry.householdId === householdId;
}

function toNotification({ type, recipientIds, changes }: TaskNews): NotificationToQueue {
  const rows = changes.map(rowOf);
  const [{ id, version, seriesId }] = rows as [Occurrence];
  const [first] = changes;
  const isGone = first?.after === null && seriesId !== null;
  return {
    ...{ type, recipientIds, subjectId: null, occurrenceId: isGone ? null : id },
    ...((rows.length > 1 || isGone) && {
      among: {
        count: rows.length,
        nextIds: isGone ? [] : rows.slice(1, FIRST_ROWS).map((row) => row.id),
        dates: [...new Set(rows.flatMap(({ date }) => date ?? []))].slice(0, FIRST_DATES),
      },
    }),
    ...(isGone && { removedFrom: seriesId }),
    ...(type === 'TASK_MOVED' && first?.before && { before: pickStart(first.before) }),
    cause: { kind: 'occurrence', id, version },
  };
}

const pickStart = ({ date, time }: Occurrence) => ({ date, time });

const rowOf = ({ before, after }: OccurrenceChange) => (after ?? before) as Occurrence;

/**
 * Returns notifications about each changed series whose turns now belong to other members. A series that was split is
 * compared with the one that it continues.
 */
function findHandovers(
  journal: Pick<Journal, 'entries'>,
  householdId: HouseholdId,
  changes: readonly OccurrenceChange[],
): readonly NotificationToQueue[] {
  const entries = journal.entries().filter(isOf('series', householdId));
  const was = new Map(entries.flatMap(({ before }) => (before === null ? [] : [[before.taskId, before]])));
  return entries.flatMap(({ before, after }): NotificationToQueue[] => {
    if (after === null) return [];
    const earlier: SeriesRecord | undefined = before ?? was.get(after.taskId) ?? [...was.values()][0];
    const handover = earlier === undefined ? null : findHandover(earlier, after);
    if (handover === null) return [];
    const row = changes.map(rowOf).find(({ seriesId }) => seriesId === after.id);
    const about = {
      type: 'SERIES_HANDED_OVER',
      subjectId: after.id,
      occurrenceId: row?.id ?? null,
    } as const;
    const { id, version } = after;
    return [true, false].map((yours) => ({
      ...{ ...about, yours, recipientIds: yours ? handover.gained : handover.lost },
      cause: { kind: 'series', id, version, yours },
    }));
  });
}
