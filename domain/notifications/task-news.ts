import { namedMembers } from '../rotation/rotation.js';
import type { SeriesRecord } from '../series/series.js';
import type { MemberId } from '../shared/ids.js';
import type { Occurrence } from '../tasks/occurrence.js';
import type { NotificationType } from './notification.js';

/** The notification types about new or removed assignees, a new date or time, and a deleted task. */
export type TaskNewsType = Extract<
  NotificationType,
  'TASK_ASSIGNED' | 'TASK_MOVED' | 'TASK_DELETED' | 'TASK_HANDED_OVER' | 'TASK_TAKEN_OVER' | 'TURN_BY_ABSENCE'
>;

/**
 * An occurrence before and after a transaction. null means that it did not exist before, or no longer exists.
 */
export type OccurrenceChange = { readonly before: Occurrence | null; readonly after: Occurrence | null };

/** One notification for several recipients. It is about one or more occurrences, sorted by date. */
export type TaskNews = {
  readonly type: TaskNewsType;
  readonly recipientIds: readonly MemberId[];
  readonly changes: readonly OccurrenceChange[];
};

/**
 * Returns the notifications about these changes. Only types in `types` are included. Each recipient gets one
 * notification per type. The member who made the changes gets none.
 */
export function listTaskNews(
  changes: readonly OccurrenceChange[],
  types: ReadonlySet<NotificationType>,
  actorId: MemberId | null,
): readonly TaskNews[] {
  const byRecipient = new Map<
    string,
    { type: TaskNewsType; memberId: MemberId; changes: OccurrenceChange[] }
  >();
  for (const change of changes.toSorted(inOrder))
    for (const { type, memberId } of listRecipients(change, actorId)) {
      if (!types.has(type) || memberId === actorId) continue;
      const key = `${type} ${memberId}`;
      const known = byRecipient.get(key);
      if (known === undefined) byRecipient.set(key, { type, memberId, changes: [change] });
      else known.changes.push(change);
    }
  // Members who get the same type of notification about the same occurrences become the recipients of one
  // notification.
  const together = Map.groupBy(
    byRecipient.values(),
    (one) => `${one.type} ${one.changes.map(({ before, after }) => (after ?? before)?.id).join(' ')}`,
  );
  return [...together.values()].flatMap((same) => {
    const [first] = same;
    return first === undefined ? [] : [{ ...first, recipientIds: same.map(({ memberId }) => memberId) }];
  });
}

type Recipient = { readonly type: TaskNewsType; readonly memberId: MemberId };

function listRecipients({ before, after }: OccurrenceChange, actorId: MemberId | null): readonly Recipient[] {
  const row = after ?? before;
  if (row === null || row.visibility === 'PERSONAL') return [];
  const notify = (type: TaskNewsType, ids: readonly MemberId[]) =>
    ids.map((memberId): Recipient => ({ type, memberId }));
  const wasOpen = before !== null && isOpen(before);
  if (after === null || after.deletedAt !== null)
    return wasOpen ? notify('TASK_DELETED', listConcerned(before)) : [];
  if (!isOpen(after)) return [];
  const had = before?.responsibleMemberIds ?? [];
  const has = after.responsibleMemberIds;
  const gained = has.filter((id) => !had.includes(id));
  const lost = had.filter((id) => !has.includes(id));
  const isTaken = actorId !== null && gained.includes(actorId);
  const staying = listConcerned(after).filter((id) => !gained.includes(id));
  return [
    ...notify(after.turnReason === 'AWAY' ? 'TURN_BY_ABSENCE' : 'TASK_ASSIGNED', gained),
    ...notify(isTaken ? 'TASK_TAKEN_OVER' : 'TASK_HANDED_OVER', lost),
    ...(wasOpen && isMoved(before, after) ? notify('TASK_MOVED', staying) : []),
  ];
}

/** Returns the members whom an occurrence concerns: its assignees or, if there are none, its author. */
function listConcerned({
  responsibleMemberIds,
  createdBy,
}: Pick<Occurrence, 'responsibleMemberIds' | 'createdBy'>): readonly MemberId[] {
  return responsibleMemberIds.length === 0 ? [createdBy] : responsibleMemberIds;
}

/**
 * Returns true if a notification that was planned earlier is still correct when it is sent. The caller checks
 * separately whether the member may see the occurrence.
 */
export function isStillTrue(type: NotificationType, occurrence: Occurrence, member: MemberId): boolean {
  const isTheirs = occurrence.responsibleMemberIds.includes(member);
  if (type === 'TASK_DELETED') return occurrence.deletedAt !== null;
  if (occurrence.deletedAt !== null) return false;
  switch (type) {
    case 'TASK_ASSIGNED':
    case 'TURN_BY_ABSENCE':
      return isOpen(occurrence) && isTheirs;
    case 'TASK_MOVED':
      return isOpen(occurrence) && listConcerned(occurrence).includes(member);
    case 'TASK_HANDED_OVER':
    case 'TASK_TAKEN_OVER':
      return !isTheirs;
    default:
      return true;
  }
}

/**
 * Returns the members who got turns in a series and those who no longer have any. Returns null if the members are the
 * same, and for a series that has ended or is PERSONAL.
 */
export function findHandover(
  before: SeriesRecord,
  after: SeriesRecord,
): { readonly gained: readonly MemberId[]; readonly lost: readonly MemberId[] } | null {
  if (after.ended || after.template.visibility === 'PERSONAL') return null;
  const [had, has] = [namedNow(before), namedNow(after)];
  const [gained, lost] = [has.filter((id) => !had.includes(id)), had.filter((id) => !has.includes(id))];
  return gained.length + lost.length === 0 ? null : { gained, lost };
}

function namedNow({ segments }: SeriesRecord): readonly MemberId[] {
  const rotation = segments.at(-1)?.rotation;
  return rotation === undefined ? [] : [...namedMembers(rotation)];
}

function isOpen({ status, deletedAt }: Pick<Occurrence, 'status' | 'deletedAt'>): boolean {
  return status === 'TODO' && deletedAt === null;
}

function isMoved(before: Occurrence, after: Occurrence): boolean {
  return before.date !== after.date || before.time !== after.time;
}

/** Sorts changes by the date of their occurrence. Occurrences without a date come last. */
function inOrder(one: OccurrenceChange, other: OccurrenceChange): number {
  const [a, b] = [sortKey(one), sortKey(other)];
  return a < b ? -1 : a > b ? 1 : 0;
}

function sortKey({ before, after }: OccurrenceChange): string {
  const row = after ?? before;
  return `${row?.date ?? '9999-99-99'} ${row?.time ?? ''} ${row?.id ?? ''}`;
}
