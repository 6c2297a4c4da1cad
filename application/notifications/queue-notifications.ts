import type { BeforeCommit } from '../composition/unit-of-work.js';
import { causeKey } from '../../domain/notifications/cause.js';
import type { Jobs } from '../shared/job-queue.js';
import type { DomainEvent } from '../shared/events/domain-event.js';
import { findTaskNews } from './find-task-news.js';
import type { NotificationToQueue } from './notification-to-queue.js';

/**
 * Queues the notifications that events cause for members other than the actor, in the same transaction. A
 * notification is left out if only the actor would get it.
 */
export const queueNotifications: BeforeCommit = async ({ jobs, journal }, events) => {
  const news: Jobs['notify'][] = [];
  for (const { actorId, householdId, recipientIds, exceptIds = [], cause, ...subject } of [
    ...events.flatMap((event) => findCauses(event).map((cause) => ({ ...cause, ...pickOrigin(event) }))),
    ...[...Map.groupBy(events, (event) => event.householdId).values()].flatMap((own) =>
      findTaskNews(own, journal),
    ),
  ]) {
    const others = recipientIds?.filter((id) => id !== actorId) ?? null;
    if (others?.length === 0) continue;
    news.push({
      ...{ householdId, actorId, recipientIds: others },
      exceptIds: actorId === null ? [...exceptIds] : [...exceptIds, actorId],
      cause: causeKey(cause),
      ...subject,
    });
  }
  const [first] = news;
  if (first === undefined) return;
  if (news.length === 1) await jobs.enqueue('notify', first);
  else await jobs.enqueue('notify-all', { news });
};

const pickOrigin = ({ householdId, actorId }: DomainEvent) => ({ householdId, actorId });

/**
 * Returns the notifications that one event causes by itself. Those that follow from all changed tasks of a
 * transaction come from {@link findTaskNews}.
 */
function findCauses(event: DomainEvent): readonly NotificationToQueue[] {
  switch (event.kind) {
    case 'occurrence':
      return event.action === 'completed' ? ofCompletion(event) : [];
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

function ofCompletion({
  after,
  actorId,
}: DomainEvent & { kind: 'occurrence' }): readonly NotificationToQueue[] {
  if (after.visibility === 'PERSONAL' || after.status !== 'DONE') return [];
  const concerned = new Set([after.createdBy, ...after.responsibleMemberIds]);
  if (actorId !== null) concerned.delete(actorId);
  return [
    {
      ...{ type: 'TASK_COMPLETED', occurrenceId: after.id, subjectId: null },
      recipientIds: [...concerned],
      cause: { kind: 'occurrence', id: after.id, version: after.version },
    },
  ];
}
