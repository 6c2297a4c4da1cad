import type { HouseholdId, MemberId, OccurrenceId } from '../shared/ids.js';
import type { Occurrence } from '../tasks/occurrence.js';
import type { JournalEntry, SyncedKind } from './journal.js';

/** The member to whom a stream of changes belongs. null means the stream of all members. */
export type Audience = MemberId | null;

/** An entry of a stream, which tells clients to read a row again. It does not contain the row. */
export type ChangeEntry = {
  readonly householdId: HouseholdId;
  readonly audience: Audience;
  readonly kind: SyncedKind;
  readonly id: string;
};

/**
 * Returns the streams in which a changed row is announced: the stream of all members if it is or was SHARED,
 * that of its author if it is or was PERSONAL, and that of the recipient for a notification. A personal row
 * that others never saw appears in its author's stream only.
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

/** Returns the stream entries of a transaction, each entity once per stream. */
export function listEntries(journal: readonly JournalEntry[]): readonly ChangeEntry[] {
  const personal = personalOccurrences(journal);
  const left = new Set(
    journal.flatMap((entry) => (entry.kind === 'member' && hasLeft(entry) ? [toKey(entry)] : [])),
  );
  const entries = new Map<string, ChangeEntry>();
  const add = (entry: ChangeEntry) => {
    // The personal stream of a leaving member is deleted with them.
    if (!left.has(`${entry.householdId} ${entry.audience}`))
      entries.set(`${entry.householdId} ${entry.audience} ${entry.kind} ${entry.id}`, entry);
  };
  for (const entry of journal) {
    const { householdId, kind, id } = entry;
    // A deleted household has no streams.
    if (kind === 'household' && entry.after === null) continue;
    for (const audience of swapAudience(entry, personal) ?? listAudiences(entry))
      add({ householdId, audience, kind, id });
    // A household looks different to a member whose role changed.
    if (kind === 'member' && entry.before?.role !== entry.after?.role)
      add({ householdId, audience: null, kind: 'household', id: householdId });
  }
  return [...entries.values()];
}

/**
 * Returns the audience of a swap that is removed with a personal occurrence: other members could not see it
 * before, so only the author is informed.
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

/** An occurrence whose dependent rows look different now, although they did not change themselves. */
export type AffectedOccurrence = Pick<Occurrence, 'householdId' | 'id' | 'createdBy'> & {
  /** The members to whom its swaps are shown. */
  readonly audience: Audience;
  /**
   * True if other members can see the occurrence now and could not before, or the reverse. Its notifications
   * appear and disappear with it.
   */
  readonly isTurnedOver: boolean;
};

/**
 * Returns the occurrences whose swaps or notifications look different after a transaction. A swap shows the
 * titles and dates of its turns, and both are hidden together with their occurrence.
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
