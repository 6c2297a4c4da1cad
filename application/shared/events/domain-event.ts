import type { DisplayId, HouseholdId, MemberId, UserId } from '../../../domain/shared/ids.js';
import type { Instant } from '../../../domain/shared/zone.js';
import type { Pause } from '../../../domain/days/pause.js';
import type { Category } from '../../../domain/households/household.js';
import type { Occurrence } from '../../../domain/tasks/occurrence.js';
import type { SeriesRecord } from '../../../domain/series/series.js';
import type { Swap } from '../../../domain/series/swap.js';

export type OccurrenceAction =
  | 'created'
  | 'edited'
  | 'checklist'
  | 'completed'
  | 'reopened'
  | 'skipped'
  | 'deleted'
  | 'restored';

/** The kind of an event, with the data that handlers need. */
export type DomainEventContent =
  | {
      readonly kind: 'occurrence';
      readonly action: OccurrenceAction;
      /** The occurrence before the change. null means that the occurrence is new. */
      readonly before: Occurrence | null;
      readonly after: Occurrence;
    }
  | {
      /**
       * A change of many occurrences of a series. `paused` is also raised when a pause ends. The service itself
       * raises `extended`, `missed` and `replanned`.
       */
      readonly kind: 'series';
      readonly action: 'edited' | 'deleted' | 'paused' | 'extended' | 'missed' | 'replanned';
      readonly series: Pick<SeriesRecord, 'id' | 'taskId' | 'template' | 'createdBy'>;
      /** The visibility before the change. It is missing if it cannot have changed. */
      readonly visibilityBefore?: SeriesRecord['template']['visibility'];
      /** The members whom another notification already informs about the turns of an absence. */
      readonly notifiedIds?: readonly MemberId[];
    }
  | {
      readonly kind: 'swap';
      readonly action: 'requested' | 'accepted' | 'declined' | 'withdrawn';
      readonly swap: Swap;
      /** The members whose turns a swap request asks for. Empty for `withdrawn`. */
      readonly askedIds: readonly MemberId[];
    }
  | {
      readonly kind: 'member';
      readonly action: 'joined' | 'left' | 'edited';
      readonly memberId: MemberId;
      /** The member who invited a member who joined. */
      readonly invitedBy?: MemberId;
    }
  | {
      readonly kind: 'category';
      readonly action: 'created' | 'edited' | 'deleted';
      readonly category: Pick<Category, 'id' | 'name'>;
    }
  | { readonly kind: 'household'; readonly action: 'edited' | 'deleted' }
  | { readonly kind: 'shopping' }
  | {
      /** A pause was created (`paused`) or has ended (`resumed`). */
      readonly kind: 'pause';
      readonly action: 'paused' | 'resumed';
      readonly pause: Pick<Pause, 'id' | 'from' | 'note' | 'visibility' | 'createdBy'>;
    }
  /** A day calendar was created, changed or deleted. */
  | { readonly kind: 'days' }
  /**
   * Files of a task were removed, so its occurrences have another file count. `onlyFor` is the only member who sees
   * the task. null means that every member sees it.
   */
  | { readonly kind: 'files'; readonly onlyFor: MemberId | null }
  /** The event that these members have new notifications, or that their notifications have changed. */
  | { readonly kind: 'notified'; readonly recipientIds: readonly MemberId[] };

/** An event in a household. It is raised in the transaction of the change. */
export type DomainEvent = DomainEventContent & {
  readonly householdId: HouseholdId;
  /** The member whose request caused the event. null means that the service caused it. */
  readonly actorId: MemberId | null;
  readonly at: Instant;
};

/** Collects the events of a transaction. Handlers run before the commit, and live streams are notified after it. */
export interface DomainEvents {
  raise(event: DomainEvent): void;
  /**
   * Records that sessions of the user, or the display, have ended. Their live streams are closed after the commit.
   */
  signedOut(userId: UserId | DisplayId): void;
}

/** Raises an event that the member causes in the household. With a null member, the service causes it. */
export function raiseEvent(
  events: Pick<DomainEvents, 'raise'>,
  {
    household,
    memberId,
  }: { readonly household: { readonly id: HouseholdId }; readonly memberId: MemberId | null },
  at: Instant,
  content: DomainEventContent,
): void {
  events.raise({ ...content, householdId: household.id, actorId: memberId, at });
}
