import type { NotificationType } from '../../domain/notifications/notification.js';
import type { DomainEvent, DomainEventContent } from '../shared/events/domain-event.js';

type NameOf<Content> = Content extends { readonly kind: infer Kind extends string }
  ? Content extends { readonly action: infer Action extends string }
    ? `${Kind}.${Action}`
    : Kind
  : never;
/** A kind of domain event with its action, where it has one. */
export type EventName = NameOf<DomainEventContent>;

/**
 * What members may be told of each event; to whom, and with what, stands in docs/notifications.md. An event without a row
 * does not compile.
 */
export const TOLD_OF: Readonly<Record<EventName, readonly NotificationType[]>> = {
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

export function nameEvent(event: DomainEvent): EventName {
  return ('action' in event ? `${event.kind}.${event.action}` : event.kind) as EventName;
}
