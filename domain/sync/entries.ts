import type { HouseholdId, MemberId, OccurrenceId } from '../shared/ids.js';
import type { Occurrence } from '../tasks/occurrence.js';
import type { JournalEntry, SyncedKind } from './journal.js';
import type { Pause } from '../days/pause.js';
import type { SeriesRecord } from '../series/series.js';

/** The member to whom a stream of changes belongs. null means the shared stream of all members. */
export type Audience = MemberId | null;

/**
 * An entry of a stream of changes. It tells clients to read a row again, and does not contain the row itself.
 */
export type ChangeEntry = {
  readonly householdId: HouseholdId;
  readonly audience: Audience;
  readonly kind: SyncedKind;
  readonly id: string;
};

/**
 * Returns the streams that get an entry for a changed row. A row that is or was SHARED has an entry in the
 * stream of all members. A row that is or was PERSONAL has one in its author's stream. A notification has one
 * in its recipient's stream. Other members thus never learn of a row that was always personal.
 */
export function listAudiences(entry: JournalEntry): readonly Audience[] {
  switch (entry.kind) {
    case 'pause':
    case 'occurrence':
    case 'series':
      return [
        ...new Set([entry.before, entry.after].flatMap((row) => (row === null ? [] : toAudience(row)))),
      ];
    case 'notification':
      return [(entry.after ?? entry.before)?.recipientId ?? null];
    default:
      return [null];
  }
}

function toAudience(row: Occurrence | Pause | SeriesRecord): Audience {
  const { visibility } = 'template' in row ? row.template : row;
  return visibility === 'SHARED' ? null : row.createdBy;
}

/** Returns the stream entries of a transaction. Each entity has at most one entry per stream. */
export function listEntries(journal: readonly JournalEntry[]): readonly ChangeEntry[] {
  const personal = personalOccurrences(journal);
  const left = new Set(
    journal.flatMap((entry) => (entry.kind === 'member' && hasLeft(entry) ? [toKey(entry)] : [])),
  );
  const entries = new Map<string, ChangeEntry>();
  const add = (entry: ChangeEntry) => {
    // No entries are added to the personal stream of a leaving member, because that stream is deleted.
    if (!left.has(`${entry.householdId} ${entry.audience}`))
      entries.set(`${entry.householdId} ${entry.audience} ${entry.kind} ${entry.id}`, entry);
  };
  for (const entry of journal) {
    const { householdId, kind, id } = entry;
    // A deleted household has no streams, so it gets no entry.
    if (kind === 'household' && entry.after === null) continue;
    for (const audience of swapAudience(entry, personal) ?? listAudiences(entry))
      add({ householdId, audience, kind, id });
    // The response about a household depends on the member's role, so a change of role is also a change of
    // the household for this member.
    if (kind === 'member' && entry.before?.role !== entry.after?.role)
      add({ householdId, audience: null, kind: 'household', id: householdId });
  }
  return [...entries.values()];
}

/**
 * Returns the stream for a swap that is removed together with a personal occurrence. Only the author gets an
 * entry, because other members could not see the swap before.
 */
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

/** An occurrence with swaps or notifications that did not change themselves but look different now. */
export type AffectedOccurrence = Pick<Occurrence, 'householdId' | 'id' | 'createdBy'> & {
  /** The stream of the members who can see the swaps of the occurrence. */
  readonly audience: Audience;
  /**
   * True if the visibility of the occurrence changed, or if it was PERSONAL and is deleted. Its notifications then
   * become visible or invisible with it.
   */
  readonly isTurnedOver: boolean;
};

/**
 * Returns the occurrences whose swaps or notifications look different after a transaction. A swap shows the
 * titles and dates of its turns. Swaps and notifications are hidden together with their occurrence.
 */
export function listAffectedOccurrences(journal: readonly JournalEntry[]): readonly AffectedOccurrence[] {
  return journal.flatMap((entry): AffectedOccurrence[] => {
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
