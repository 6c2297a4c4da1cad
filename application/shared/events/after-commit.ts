import type { DisplayId, UserId, MemberId } from '../../../domain/shared/ids.js';
import type { AccessEnded, EventBus, TopicChanged } from '../ports.js';
import type { DomainEvent } from './domain-event.js';
import type { Visibility } from '../../../domain/shared/visibility.js';

/** Returns the only member who may learn that this happened; null if every member may. */
export function onlyAudience(event: DomainEvent): MemberId | null {
  switch (event.kind) {
    case 'occurrence':
      return authorAlone(event.after.createdBy, event.before?.visibility, event.after.visibility);
    case 'series':
      return authorAlone(event.series.createdBy, event.visibilityBefore, event.series.template.visibility);
    case 'pause':
      return authorAlone(event.pause.createdBy, undefined, event.pause.visibility);
    case 'files':
      return event.onlyFor;
    default:
      return null;
  }
}

/** Returns the author if the row is PERSONAL before and after the change. Other changes concern every member. */
function authorAlone(author: MemberId, before: Visibility | undefined, after: Visibility): MemberId | null {
  return (before ?? after) === 'PERSONAL' && after === 'PERSONAL' ? author : null;
}

/**
 * The report of a committed transaction: its domain events, and the users and displays that were signed out.
 */
export type RaisedEvents = {
  readonly events: readonly DomainEvent[];
  readonly signedOut: readonly (UserId | DisplayId)[];
};

/**
 * Notifies the live streams of a committed transaction: first about access that has to be checked again, then about
 * topics that have to be loaded.
 */
export function publishAfterCommit(
  bus: Pick<EventBus, 'publish' | 'endAccess'>,
  { events, signedOut }: RaisedEvents,
): void {
  const ended = [...signedOut.map((userId) => ({ userId })), ...findEndedAccess(events)];
  const changes = findChangedTopics(events);
  if (ended.length > 0) bus.endAccess(ended);
  if (changes.length > 0) bus.publish(changes);
}

/** Returns the households in which somebody lost access through these events. */
function findEndedAccess(events: readonly DomainEvent[]): AccessEnded[] {
  const households = new Set(events.filter(endsAccess).map(({ householdId }) => householdId));
  return [...households].map((householdId) => ({ householdId }));
}

function endsAccess(event: DomainEvent): boolean {
  return (
    (event.kind === 'member' && event.action === 'left') ||
    (event.kind === 'household' && event.action === 'deleted')
  );
}

/**
 * Returns the topics that clients have to load again after these events, without duplicates. Personal changes
 * are reported to their author only.
 */
export function findChangedTopics(events: readonly DomainEvent[]): TopicChanged[] {
  const topics = new Map<string, TopicChanged>();
  for (const event of events) {
    for (const change of listTopics(event))
      topics.set(`${change.householdId} ${change.topic} ${change.onlyFor}`, change);
  }
  return [...topics.values()];
}

function listTopics(event: DomainEvent): TopicChanged[] {
  const { householdId } = event;
  if (event.kind === 'notified')
    return event.recipientIds.map((onlyFor) => ({ householdId, topic: 'notifications', onlyFor }));
  const topic = event.kind === 'shopping' ? 'shopping' : 'tasks';
  return [{ householdId, topic, onlyFor: onlyAudience(event) }];
}
