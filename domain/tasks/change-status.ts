import type { MemberId } from '../shared/ids.js';
import type { Instant } from '../shared/zone.js';
import { finishedUnder, mutated, type Occurrence } from './occurrence.js';
import { nextStatus } from './status.js';

export type StatusChange =
  | { readonly action: 'complete'; readonly by: MemberId; readonly for: MemberId; readonly at: Instant }
  | { readonly action: 'reopen' | 'skip' | 'delete' | 'restore' };

/**
 * The occurrence after the change, the very same object when nothing changes (ticking what is ticked), or null
 * when the state table rules the change out.
 */
export function changeStatus(occurrence: Occurrence, change: StatusChange, now: Instant): Occurrence | null {
  const status = nextStatus(occurrence.status, change.action, occurrence.statusBeforeDeletion);
  if (status === null) return null;
  if (status === occurrence.status) return occurrence;
  return mutated(occurrence, { status, statusAt: now, ...consequences(occurrence, change, now) }, now);
}

const NOT_COMPLETED = { completedAt: null, completedBy: null, completedFor: null } as const;

function consequences(occurrence: Occurrence, change: StatusChange, now: Instant): Partial<Occurrence> {
  switch (change.action) {
    case 'complete':
      return {
        completedAt: change.at,
        completedBy: change.by,
        completedFor: change.for,
        skippedReason: null,
        ...finishedUnder(occurrence),
      };
    case 'reopen':
      return { ...NOT_COMPLETED, skippedReason: null, finishedPrivately: false };
    case 'skip':
      return { ...NOT_COMPLETED, skippedReason: 'MANUAL', ...finishedUnder(occurrence) };
    case 'delete':
      return { deletedAt: now, statusBeforeDeletion: occurrence.status };
    case 'restore':
      return { deletedAt: null, statusBeforeDeletion: null };
  }
}
