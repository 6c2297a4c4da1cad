import { DAY_MS } from '../shared/durations.js';
import type { HouseholdId } from '../shared/ids.js';
import type { Instant } from '../shared/zone.js';
import type { JournalEntry } from './journal.js';

/**
 * A client cannot make an id of version 7 that is older than this: an act of more than 30 days ago is refused, and a client
 * whose clock is a year late gets no secure connection.
 */
const GIVABLE_DAYS = 400;

/** Later instants cannot be stored: an id that claims to be from then is kept like one of another version. */
const LAST_INSTANT = Date.UTC(9999, 0);

/** The id of an occurrence or task that is gone for good. It stays taken, as it would if the row were hidden. */
export type RetiredId = {
  readonly householdId: HouseholdId;
  readonly kind: 'occurrence' | 'task';
  readonly id: string;
  /** From then on the id is too old to be given to something new, and need not be remembered; null: never. */
  readonly expiresAt: Instant | null;
};

/**
 * Returns the instant from which a client can no longer use this id for something new. null means that it always can, as
 * with an id of version 4, which does not say when it was made.
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
 * Returns the ids of occurrences that a transaction deletes for good, and of tasks from which it takes a row. Such a task
 * may still have other rows, so that its id is in use and retired at once.
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
