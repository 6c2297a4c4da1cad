import type { BeforeCommit } from '../shared/events/publishing-unit-of-work.js';
import { causeKey, type NotificationCause } from '../../domain/notifications/cause.js';
import type { NotificationSubject } from '../shared/job-queue.js';
import type { MemberId, OccurrenceId } from '../../domain/shared/ids.js';
import type { DomainEvent } from '../shared/events/domain-event.js';

/** Queues what others are to be told, in the transaction of its cause; nothing where it concerns nobody else. */
export const queueNotifications: BeforeCommit = async ({ jobs }, events) => {
  for (const event of events) {
    for (const { recipientIds, exceptIds = [], cause, ...subject } of findCauses(event)) {
      const others = recipientIds?.filter((id) => id !== event.actorId) ?? null;
      if (others?.length === 0) continue;
      await jobs.enqueue('notify', {
        householdId: event.householdId,
        actorId: event.actorId,
        recipientIds: others,
        exceptIds: event.actorId === null ? [...exceptIds] : [...exceptIds, event.actorId],
        cause: causeKey(cause),
        ...subject,
      });
    }
  }
};

/** Whom an event may concern. Who of them is still there, and wants to know, is decided when it is told. */
type Told = NotificationSubject & {
  /** null: every member. */
  readonly recipientIds: readonly MemberId[] | null;
  /** Those who are told something else. */
  readonly exceptIds?: readonly MemberId[];
  readonly occurrenceId: OccurrenceId | null;
  readonly cause: NotificationCause;
};

/**
 * What follows for others. Bulk changes of series tell nobody one by one; neither do personal tasks, which concern
 * their author alone.
 */
function findCauses(event: DomainEvent): readonly Told[] {
  switch (event.kind) {
    case 'occurrence':
      return ofOccurrence(event);
    case 'swap': {
      const { swap, action } = event;
      if (action === 'withdrawn') return [];
      const base = {
        occurrenceId: swap.withOccurrenceId,
        subjectId: swap.id,
        cause: { kind: 'swap', id: swap.id, action },
      } as const;
      if (action === 'requested')
        return [{ ...base, type: 'TURN_SWAP_REQUESTED', recipientIds: event.askedIds }];
      return [
        {
          ...base,
          type: 'TURN_SWAP_ANSWERED',
          occurrenceId: swap.occurrenceId,
          recipientIds: [swap.requestedBy],
        },
      ];
    }
    case 'member': {
      const { memberId, action, at } = event;
      if (action === 'edited') return [];
      const base = {
        occurrenceId: null,
        subjectId: memberId,
        cause: { kind: 'member', id: memberId, action, at },
      } as const;
      if (action === 'left') return [{ ...base, type: 'MEMBER_LEFT', recipientIds: null }];
      const inviters = event.invitedBy === undefined ? [] : [event.invitedBy];
      return [
        { ...base, type: 'MEMBER_JOINED', recipientIds: null, exceptIds: inviters },
        { ...base, type: 'INVITATION_ACCEPTED', recipientIds: inviters },
      ];
    }
    default:
      return [];
  }
}

function ofOccurrence(event: DomainEvent & { kind: 'occurrence' }): readonly Told[] {
  const { action, before, after, actorId } = event;
  if (after.visibility === 'PERSONAL') return [];
  const about = {
    occurrenceId: after.id,
    subjectId: null,
    cause: { kind: 'occurrence', id: after.id, version: after.version },
  } as const;
  if (action === 'created' || action === 'edited') {
    const had = new Set(before?.responsibleMemberIds ?? []);
    const given = after.responsibleMemberIds.filter((id) => !had.has(id));
    return [{ ...about, type: 'TASK_ASSIGNED', recipientIds: given }];
  }
  if (action !== 'completed') return [];
  const concerned = new Set([after.createdBy, ...after.responsibleMemberIds]);
  if (actorId !== null) concerned.delete(actorId);
  return [{ ...about, type: 'TASK_COMPLETED', recipientIds: [...concerned] }];
}
