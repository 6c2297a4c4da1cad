import type { MemberId } from '../shared/ids.js';
import type { Instant } from '../shared/zone.js';
import { sameJson } from '../shared/json.js';
import { completionOfDoers, needsEveryone, listDoers, withTick, withDoers, removeTicks } from './ticks.js';
import { privacyWhenFinished, withMutation, type Occurrence, type Stamp, type Status } from './occurrence.js';

export type StatusChange =
  | {
      readonly action: 'complete';
      readonly by: MemberId;
      /** The members who did the task together. */
      readonly for: readonly MemberId[];
      readonly at: Instant;
    }
  /**
   * Reopens the occurrence. If every assignee ticks separately, `of` names the members whose ticks are
   * removed. Absent means all members.
   */
  | { readonly action: 'reopen'; readonly of?: readonly MemberId[] }
  | { readonly action: 'skip' | 'delete' | 'restore' };

/**
 * Returns the occurrence after a change of its status. Returns the same object if nothing changes (for
 * example, if a done occurrence is ticked again). Returns null if the current status does not allow the
 * action.
 */
export function changeStatus(occurrence: Occurrence, change: StatusChange, stamp: Stamp): Occurrence | null {
  const { now } = stamp;
  const status = nextStatus(occurrence.status, change.action, occurrence.statusBeforeDeletion);
  if (status === null) return null;
  if (needsEveryone(occurrence)) {
    if (change.action === 'complete') return withTick(occurrence, change, stamp);
    if (change.action === 'reopen' && change.of !== undefined && occurrence.status !== 'SKIPPED')
      return removeTicks(occurrence, change.of, stamp);
  }
  if (status === occurrence.status) return occurrence;
  return withMutation(occurrence, { status, statusAt: now, ...consequences(occurrence, change, now) }, stamp);
}

const NOT_COMPLETED = { completedAt: null, completedBy: null, completedFor: null, doneBy: [] } as const;

function consequences(occurrence: Occurrence, change: StatusChange, now: Instant): Partial<Occurrence> {
  switch (change.action) {
    case 'complete':
      return {
        completedAt: change.at,
        completedBy: change.by,
        ...completionOfDoers(change.for, change.at),
        skippedReason: null,
        ...privacyWhenFinished(occurrence),
      };
    case 'reopen':
      return {
        ...NOT_COMPLETED,
        // If the occurrence was skipped as missed, the ticks that it already had are kept.
        ...(occurrence.status === 'SKIPPED' && { doneBy: occurrence.doneBy }),
        skippedReason: null,
        finishedPrivately: false,
      };
    case 'skip':
      return { ...NOT_COMPLETED, skippedReason: 'MANUAL', ...privacyWhenFinished(occurrence) };
    case 'delete':
      return { deletedAt: now, statusBeforeDeletion: occurrence.status };
    case 'restore':
      return { deletedAt: null, statusBeforeDeletion: null };
  }
}

/**
 * Returns a done occurrence with corrected members and time of completion. Returns the same object if nothing
 * changes.
 */
export function correctCompletion(
  occurrence: Occurrence,
  { for: doers, at }: { readonly for: readonly MemberId[] | null; readonly at: Instant | null },
  stamp: Stamp,
): Occurrence {
  const before = listDoers(occurrence);
  const completedAt = at ?? occurrence.completedAt;
  if (completedAt === null) return occurrence;
  if (sameJson(doers ?? before, before) && completedAt === occurrence.completedAt) return occurrence;
  if (needsEveryone(occurrence))
    return withMutation(
      occurrence,
      { ...withDoers(occurrence, doers ?? before, completedAt), completedAt },
      stamp,
    );
  return withMutation(occurrence, { ...completionOfDoers(doers ?? before, completedAt), completedAt }, stamp);
}

export const STATUS_ACTIONS = ['complete', 'reopen', 'skip', 'delete', 'restore'] as const;
export type StatusAction = (typeof STATUS_ACTIONS)[number];

/**
 * The status after each action. An action without an entry is not allowed. Restoring returns to the status
 * before the deletion.
 */
const TABLE: Record<Status, Partial<Record<StatusAction, Status | 'before'>>> = {
  TODO: { complete: 'DONE', reopen: 'TODO', skip: 'SKIPPED', delete: 'CANCELLED' },
  DONE: { complete: 'DONE', reopen: 'TODO', delete: 'CANCELLED' },
  SKIPPED: { complete: 'DONE', reopen: 'TODO', skip: 'SKIPPED', delete: 'CANCELLED' },
  CANCELLED: { restore: 'before' },
};

/**
 * Returns the status after `action`, or null if it is not allowed. `before` is the status before deletion.
 */
export function nextStatus(
  status: Status,
  action: StatusAction,
  before: Status | null = null,
): Status | null {
  const next = TABLE[status][action];
  if (next === undefined) return null;
  return next === 'before' ? (before ?? 'TODO') : next;
}
