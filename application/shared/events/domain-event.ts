import type { DisplayId, HouseholdId, MemberId, UserId } from '../../../domain/shared/ids.js';
import type { Instant } from '../../../domain/shared/zone.js';
import type { Pause } from '../../../domain/days/pause.js';
import type { Category } from '../../../domain/households/household.js';
import type { Occurrence } from '../../../domain/tasks/occurrence.js';
import type { SeriesRecord } from '../../../domain/series/series.js';
import type { Swap } from '../../../domain/series/swap.js';

export type OccurrenceAction =
  'created' | 'edited' | 'checklist' | 'completed' | 'reopened' | 'skipped' | 'deleted' | 'restored';

/** Something that happened, with the data that handlers need. */
export type DomainEventContent =
  | {
      readonly kind: 'occurrence';
      readonly action: OccurrenceAction;
      /** null means that the occurrence is new. */
      readonly before: Occurrence | null;
      readonly after: Occurrence;
    }
  | {
      /** Many occurrences at once; `paused` as a pause ends too; the last three are the service's own work. */
      readonly kind: 'series';
      readonly action: 'edited' | 'deleted' | 'paused' | 'extended' | 'missed' | 'replanned';
      readonly series: Pick<SeriesRecord, 'id' | 'taskId' | 'template' | 'createdBy'>;
      /** The former visibility, if it may have been a different one. */
      readonly visibilityBefore?: SeriesRecord['template']['visibility'];
      /** The members whom another notification already informs about the turns of an absence. */
      readonly toldIds?: readonly MemberId[];
    }
  | {
      readonly kind: 'swap';
      readonly action: 'requested' | 'accepted' | 'declined' | 'withdrawn';
      readonly swap: Swap;
      /** Whose turn was asked for. */
      readonly askedIds: readonly MemberId[];
    }
  | {
      readonly kind: 'member';
      readonly action: 'joined' | 'left' | 'edited';
      readonly memberId: MemberId;
      /** For a member who joined: the member who invited them. */
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
      /** Days on which series rest, or are somebody's, have come, or are over. */
      readonly kind: 'pause';
      readonly action: 'paused' | 'resumed';
      readonly pause: Pick<Pause, 'id' | 'from' | 'note' | 'visibility' | 'createdBy'>;
    }
  /** Days that are different are others now. */
  | { readonly kind: 'days' }
  /**
   * Files of a task were removed, so its occurrences have another file count. null means that every member sees
   * the task.
   */
  | { readonly kind: 'files'; readonly onlyFor: MemberId | null }
  /** Their notifications are others now. */
  | { readonly kind: 'notified'; readonly recipientIds: readonly MemberId[] };

/** Something that happened in a household, in the transaction in which it did. */
export type DomainEvent = DomainEventContent & {
  readonly householdId: HouseholdId;
  /** The member who did it. null means the service itself. */
  readonly actorId: MemberId | null;
  readonly at: Instant;
};

/** Takes what a transaction does: handlers run before it commits, and the live streams hear of it afterwards. */
export interface DomainEvents {
  raise(event: DomainEvent): void;
  /** Sessions of that user have ended, or that display has, and with them their streams. */
  signedOut(userId: UserId | DisplayId): void;
}
