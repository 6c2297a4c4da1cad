import type { HouseholdId, MemberId, OccurrenceId } from '../shared/ids.js';
import type { Occurrence } from '../tasks/occurrence.js';
import type { JournalEntry, SyncedKind } from './journal.js';

/** Whose stream of changes it is; null: that of everyone. */
export type Audience = MemberId | null;

/** A line of a stream: look at this again. It never says what is there. */
export type ChangeEntry = {
  readonly householdId: HouseholdId;
  readonly audience: Audience;
  readonly kind: SyncedKind;
  readonly id: string;
};

/**
 * Who has to look at a row again: everyone where it is or was SHARED, its author where it is or was PERSONAL, the
 * recipient of a notification. A personal row that others never saw touches its author's stream alone.
 */
export function listAudiences(entry: JournalEntry): readonly Audience[] {
  switch (entry.kind) {
    case 'pause':
    case 'occurrence':
      return [
        ...new Set([entry.before, entry.after].flatMap((row) => (row === null ? [] : toAudience(row)))),
      ];
    case 'series':
      return [
        ...new Set(
          [entry.before, entry.after].flatMap((row) =>
            row === null ? [] : toAudience({ ...row.template, createdBy: row.createdBy }),
          ),
        ),
      ];
    case 'notification':
      return [(entry.after ?? entry.before)?.recipientId ?? null];
    default:
      return [null];
  }
}

function toAudience({ visibility, createdBy }: Pick<Occurrence, 'visibility' | 'createdBy'>): Audience {
  return visibility === 'SHARED' ? null : createdBy;
}

/** What stands in the streams after a transaction, each entity once in a stream. */
export function listEntries(journal: readonly JournalEntry[]): readonly ChangeEntry[] {
  const personal = personalOccurrences(journal);
  const left = new Set(
    journal.flatMap((entry) => (entry.kind === 'member' && hasLeft(entry) ? [toKey(entry)] : [])),
  );
  const entries = new Map<string, ChangeEntry>();
  const add = (entry: ChangeEntry) => {
    // The stream of somebody who leaves goes with them.
    if (!left.has(`${entry.householdId} ${entry.audience}`))
      entries.set(`${entry.householdId} ${entry.audience} ${entry.kind} ${entry.id}`, entry);
  };
  for (const entry of journal) {
    const { householdId, kind, id } = entry;
    // A household that is gone has no streams.
    if (kind === 'household' && entry.after === null) continue;
    for (const audience of swapAudience(entry, personal) ?? listAudiences(entry))
      add({ householdId, audience, kind, id });
    // What a household is to somebody says their role in it.
    if (kind === 'member' && entry.before?.role !== entry.after?.role)
      add({ householdId, audience: null, kind: 'household', id: householdId });
  }
  return [...entries.values()];
}

/** A swap that goes with an occurrence that had become personal was hidden from everybody else before. */
function swapAudience(
  entry: JournalEntry,
  personal: ReadonlyMap<OccurrenceId, Audience>,
): readonly Audience[] | null {
  if (entry.kind !== 'swap' || entry.before === null || entry.after !== null) return null;
  const author = personal.get(entry.before.occurrenceId) ?? personal.get(entry.before.withOccurrenceId);
  return author === undefined ? null : [author];
}

function personalOccurrences(journal: readonly JournalEntry[]): ReadonlyMap<OccurrenceId, Audience> {
  return new Map(
    journal.flatMap((entry) =>
      entry.kind === 'occurrence' && entry.before?.visibility === 'PERSONAL'
        ? [[entry.before.id, entry.before.createdBy]]
        : [],
    ),
  );
}

function hasLeft({ after }: JournalEntry & { readonly kind: 'member' }): boolean {
  return after !== null && after.leftAt !== null;
}

function toKey({ householdId, id }: JournalEntry): string {
  return `${householdId} ${id}`;
}

/** An occurrence on which something hangs that is shown otherwise now, though no row of it changed. */
export type Disturbed = Pick<Occurrence, 'householdId' | 'id' | 'createdBy'> & {
  /** Who is shown its swaps. */
  readonly audience: Audience;
  /** Others see it now and did not before, or the reverse: what was told of it comes and goes with that. */
  readonly isTurnedOver: boolean;
};

/** Swaps show what they are about (domain/series/swap), and hide with it; so does what was told of an occurrence. */
export function disturbedBy(journal: readonly JournalEntry[]): readonly Disturbed[] {
  return journal.flatMap((entry): Disturbed[] => {
    if (entry.kind !== 'occurrence' || entry.before === null) return [];
    const { before, after } = entry;
    const { householdId, id, createdBy } = before;
    const isTurnedOver =
      after === null ? before.visibility === 'PERSONAL' : before.visibility !== after.visibility;
    if (!isTurnedOver && (after === null || isShownAlike(before, after))) return [];
    const audience = isTurnedOver && after !== null ? null : toAudience(before);
    return [{ householdId, id, createdBy, audience, isTurnedOver }];
  });
}

function isShownAlike(one: Occurrence, other: Occurrence): boolean {
  return (
    one.title === other.title &&
    one.date === other.date &&
    one.time === other.time &&
    one.responsibleMemberIds.join() === other.responsibleMemberIds.join()
  );
}
