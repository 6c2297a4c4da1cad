import type { Status } from './occurrence.js';

export const STATUS_ACTIONS = ['complete', 'reopen', 'skip', 'delete', 'restore'] as const;
export type StatusAction = (typeof STATUS_ACTIONS)[number];

/** A cell that is absent is a transition that does not exist. Restoring gives back what was there before. */
const TABLE: Record<Status, Partial<Record<StatusAction, Status | 'before'>>> = {
  TODO: { complete: 'DONE', reopen: 'TODO', skip: 'SKIPPED', delete: 'CANCELLED' },
  DONE: { complete: 'DONE', reopen: 'TODO', delete: 'CANCELLED' },
  SKIPPED: { complete: 'DONE', reopen: 'TODO', skip: 'SKIPPED', delete: 'CANCELLED' },
  CANCELLED: { restore: 'before' },
};

/** The status after `action`, or null when the table rules it out. `before` is the status before deletion. */
export function nextStatus(
  status: Status,
  action: StatusAction,
  before: Status | null = null,
): Status | null {
  const next = TABLE[status][action];
  if (next === undefined) return null;
  return next === 'before' ? (before ?? 'TODO') : next;
}
