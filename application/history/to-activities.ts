import type { ActivityId, Activity, ActivityAction, FieldChange } from '../../domain/history/activity.js';
import type { OperationId } from '../../domain/shared/ids.js';
import {
  categoryChanges,
  completionChanges,
  fieldChanges,
  householdChanges,
  memberChanges,
  seriesChanges,
} from '../../domain/history/field-changes.js';
import type { Occurrence } from '../../domain/tasks/occurrence.js';
import { findOthersTicked } from '../../domain/tasks/ticks.js';
import type { DomainEvent, OccurrenceAction } from '../shared/events/domain-event.js';
import type { EntryOf, JournalEntry, SyncedKind, SyncedRows } from '../../domain/sync/journal.js';
import type { Needs } from '../composition/needs.js';

/**
 * Returns the history entries of the events of a transaction. If a PERSONAL task is shared later, its earlier entries
 * stay hidden from other members. If a shared task becomes PERSONAL, its entries are kept, but lists leave them out
 * for other members.
 */
export function toActivities(
  { ids }: Needs<'ids'>,
  events: readonly DomainEvent[],
  entries: readonly JournalEntry[],
  operationId: OperationId | null,
): readonly Activity[] {
  return events.flatMap((event) => {
    const what = describeEvent(event, entries);
    const { householdId, at, actorId } = event;
    return what === null
      ? []
      : [{ id: ids.next<ActivityId>(), householdId, at, actorId, operationId, ...what }];
  });
}

const OCCURRENCE_ACTIONS: Readonly<Record<OccurrenceAction, ActivityAction | null>> = {
  created: 'CREATED',
  edited: 'EDITED',
  // Changes of a checklist are too frequent for history entries.
  checklist: null,
  completed: 'COMPLETED',
  reopened: 'REOPENED',
  skipped: 'SKIPPED',
  deleted: 'DELETED',
  restored: 'RESTORED',
};

type DescribedEvent = Pick<Activity, 'action' | 'subject' | 'taskId' | 'onlyFor' | 'changes'>;

/** Returns the history entry of an event, or null if it has none. */
function describeEvent(event: DomainEvent, entries: readonly JournalEntry[]): DescribedEvent | null {
  switch (event.kind) {
    case 'occurrence': {
      const { before, after } = event;
      const action = OCCURRENCE_ACTIONS[event.action];
      const changes = before === null ? [] : rowChanges(event, before);
      if (action === null || (event.action === 'edited' && changes.length === 0)) return null;
      return {
        action,
        subject: { type: 'TASK', id: after.id, title: after.title, date: after.date },
        taskId: after.taskId,
        onlyFor: after.visibility === 'PERSONAL' ? after.createdBy : null,
        changes,
      };
    }
    case 'series': {
      if (event.action !== 'edited' && event.action !== 'deleted') return null;
      const { id, taskId, template, createdBy } = event.series;
      return {
        action: event.action === 'edited' ? 'EDITED' : 'DELETED',
        subject: { type: 'SERIES', id, title: template.title, date: null },
        taskId,
        onlyFor: template.visibility === 'PERSONAL' ? createdBy : null,
        changes: event.action === 'edited' ? findSeriesChanges(id, entries) : [],
      };
    }
    case 'swap':
      return forAll(event.action === 'withdrawn' ? 'DELETED' : upper(event.action), {
        type: 'SWAP',
        id: event.swap.id,
        title: null,
        date: null,
      });
    case 'member':
      return forAll(
        upper(event.action),
        { type: 'MEMBER', id: event.memberId, title: null, date: null },
        event.action === 'edited' ? findChanges('member', event.memberId, entries, memberChanges) : [],
      );
    case 'category':
      return forAll(
        upper(event.action),
        { type: 'CATEGORY', id: event.category.id, title: event.category.name, date: null },
        event.action === 'edited' ? findChanges('category', event.category.id, entries, categoryChanges) : [],
      );
    case 'household':
      if (event.action === 'deleted') return null;
      return forAll(
        'EDITED',
        { type: 'HOUSEHOLD', id: event.householdId, title: null, date: null },
        findChanges('household', event.householdId, entries, householdChanges),
      );
    case 'pause': {
      const { id, note, from, visibility, createdBy } = event.pause;
      return {
        ...forAll(upper(event.action), { type: 'PAUSE', id, title: note, date: from }),
        onlyFor: visibility === 'PERSONAL' ? createdBy : null,
      };
    }
    case 'shopping':
    case 'days':
    case 'files':
    case 'notified':
      return null;
  }
}

function entriesOf<Kind extends SyncedKind>(
  kind: Kind,
  journal: readonly JournalEntry[],
): readonly EntryOf<Kind>[] {
  return journal.filter((entry): entry is JournalEntry & EntryOf<Kind> => entry.kind === kind);
}

function findChanges<Kind extends 'household' | 'member' | 'category'>(
  kind: Kind,
  id: string,
  journal: readonly JournalEntry[],
  changesOf: (before: SyncedRows[Kind], after: SyncedRows[Kind]) => FieldChange[],
): readonly FieldChange[] {
  const own = entriesOf(kind, journal).find((entry) => entry.id === id);
  return own?.before && own.after ? changesOf(own.before, own.after) : [];
}

/**
 * Returns the changed fields of an occurrence, or what changed about its completion. If the edit created the
 * occurrence by splitting a series, it is compared with the occurrence that it replaces.
 */
function rowChanges(
  { action, after, actorId }: DomainEvent & { kind: 'occurrence' },
  before: Occurrence,
): FieldChange[] {
  if (action === 'edited') return fieldChanges(before, after);
  if (action !== 'completed' && action !== 'reopened') return [];
  if (before.status === after.status) return completionChanges(before, after);
  // The actor is the member who ticked. The members who did the task are recorded only if they are others.
  const doers = action === 'completed' ? findOthersTicked(before, after, actorId) : null;
  return doers === null ? [] : [{ field: 'completedForIds', from: null, to: doers }];
}

function findSeriesChanges(id: string, journal: readonly JournalEntry[]): readonly FieldChange[] {
  const entries = entriesOf('series', journal);
  const own = entries.find((entry) => entry.id === id);
  const before = own?.before ?? entries.find((entry) => entry.before !== null)?.before;
  return own?.after && before ? seriesChanges(before, own.after) : [];
}

function forAll(
  action: ActivityAction,
  subject: Activity['subject'],
  changes: readonly FieldChange[] = [],
): DescribedEvent {
  return { action, subject, taskId: null, onlyFor: null, changes };
}

const upper = <Action extends string>(action: Action) => action.toUpperCase() as Uppercase<Action>;
