import type { BeforeCommit } from '../shared/events/publishing-unit-of-work.js';
import type { NotificationType } from '../../domain/notifications/notification.js';
import type { MemberId, OccurrenceId } from '../../domain/shared/ids.js';
import type { DomainEvent } from '../shared/events/domain-event.js';

/** Queues what others are to be told, in the transaction of its cause; nothing where it concerns nobody else. */
export const queueNotifications: BeforeCommit = async ({ jobs }, events) => {
  for (const event of events) {
    for (const { recipientIds, exceptIds = [], ...cause } of causesOf(event)) {
      const others = recipientIds?.filter((id) => id !== event.actorId) ?? null;
      if (others?.length === 0) continue;
      await jobs.enqueue('notify', {
        householdId: event.householdId,
        actorId: event.actorId,
        recipientIds: others,
        exceptIds: event.actorId === null ? [...exceptIds] : [...exceptIds, event.actorId],
        ...cause,
      });
    }
  }
};

/** Whom an event may concern. Who of them is still there, and wants to know, is decided when it is told. */
export type Cause = {
  readonly type: NotificationType;
  /** null: every member. */
  readonly recipientIds: readonly MemberId[] | null;
  /** Those who are told something else. */
  readonly exceptIds?: readonly MemberId[];
  readonly occurrenceId: OccurrenceId | null;
  /** The swap or the member that it is about. */
  readonly subjectId: string | null;
  readonly cause: string;
};

/**
 * What follows for others. Bulk changes of series tell nobody one by one; neither do personal tasks, which concern
 * their author alone.
 */
function causesOf(event: DomainEvent): readonly Cause[] {
  switch (event.kind) {
    case 'occurrence':
      return ofOccurrence(event);
    case 'swap': {
      const { swap, action } = event;
      if (action === 'withdrawn') return [];
      const base = { occurrenceId: swap.withOccurrenceId, subjectId: swap.id, cause: `${swap.id} ${action}` };
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
      const base = { occurrenceId: null, subjectId: memberId, cause: `${memberId} ${action} ${at}` };
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

function ofOccurrence(event: DomainEvent & { kind: 'occurrence' }): readonly Cause[] {
  const { action, before, after, actorId } = event;
  if (after.visibility === 'PERSONAL') return [];
  const about = {
    occurrenceId: after.id,
    subjectId: null,
    cause: `${after.id} ${after.version}`,
  };
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
