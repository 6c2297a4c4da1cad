import { DAY_MS } from '../shared/durations.js';
import type { HouseholdId } from '../shared/ids.js';
import type { Instant } from '../shared/zone.js';
import type { JournalEntry } from './journal.js';

/**
 * A client cannot create a version 7 id older than this: actions of more than 30 days ago are refused, and a
 * client whose clock is a year behind cannot establish a TLS connection.
 */
const GIVABLE_DAYS = 400;

/** Later instants cannot be stored. An id that claims to be newer is treated like one of another version. */
const LAST_INSTANT = Date.UTC(9999, 0);

/**
 * The id of a permanently deleted occurrence or task. It stays taken, like the id of a row that the caller
 * cannot see.
 */
export type RetiredId = {
  readonly householdId: HouseholdId;
  readonly kind: 'occurrence' | 'task';
  readonly id: string;
  /**
   * From then on the id is too old to be used for a new row, so that it need not be stored any longer. null
   * means never.
   */
  readonly expiresAt: Instant | null;
};

/**
 * Returns the instant from which clients can no longer use this id for a new row. null means that they always
 * can, as with a version 4 id, which contains no time.
 */
export function expiryOf(id: string): Instant | null {
  // RFC 9562, section 5.7: the first 48 bits are milliseconds.
  const madeAt = Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
  return id[14] === '7' && madeAt < LAST_INSTANT ? madeAt + GIVABLE_DAYS * DAY_MS : null;
}

export function isTooOldToGive(id: string, now: Instant): boolean {
  const expiresAt = expiryOf(id);
  return expiresAt !== null && expiresAt <= now;
}

/**
 * Returns the ids of occurrences that a transaction deletes permanently, and of tasks that lose a row. Such a
 * task may still have other rows, so that its id is in use and retired at the same time.
 */
export function listRetired(journal: readonly JournalEntry[]): readonly RetiredId[] {
  const retired = new Map<string, RetiredId>();
  const add = (householdId: HouseholdId, kind: RetiredId['kind'], id: string) =>
    retired.set(`${kind} ${id}`, { householdId, kind, id, expiresAt: expiryOf(id) });
  for (const { kind, householdId, before, after } of journal) {
    if ((kind !== 'occurrence' && kind !== 'series') || before === null) continue;
    if (kind === 'occurrence' && after === null) add(householdId, 'occurrence', before.id);
    if (after?.taskId !== before.taskId) add(householdId, 'task', before.taskId);
  }
  return [...retired.values()];
}
