import type { MemberId } from '../shared/ids.js';
import { sameJson } from '../shared/json.js';
import type { Instant } from '../shared/zone.js';
import { privacyWhenFinished, withMutation, type Occurrence, type Stamp, type Tick } from './occurrence.js';

/** The maximum number of members who can complete a task together. */
export const MAX_DOERS = 10;

type Ticked = Pick<Occurrence, 'completedFor' | 'completedAt' | 'doneBy' | 'completion'>;

/**
 * Returns who did the task, and when each of them did. For an open task, it returns who has done their part
 * so far. `completedFor` is the first member. If it differs from `doneBy`, a process of an earlier version
 * changed only `completedFor`, and `doneBy` is outdated.
 */
export function listTicks({ completedFor, completedAt, doneBy, completion }: Ticked): readonly Tick[] {
  if (completedFor === null || completedAt === null) return completion === 'all' ? doneBy : [];
  return doneBy[0]?.memberId === completedFor ? doneBy : [{ memberId: completedFor, at: completedAt }];
}

/** Returns the members who did the task, or an empty list while it is open. */
export function listDoers(ticked: Ticked): readonly MemberId[] {
  return ticked.completedFor === null ? [] : listTicks(ticked).map(({ memberId }) => memberId);
}

/**
 * Returns the members whom the change from `before` to `after` recorded as having done the task. Returns null if it
 * recorded nobody, or only the member who made the change (`actorId`).
 */
export function findOthersTicked(
  before: Ticked | null,
  after: Ticked,
  actorId: MemberId | null,
): readonly MemberId[] | null {
  const known = new Set(before === null ? [] : listTicks(before).map(({ memberId }) => memberId));
  const added = listTicks(after)
    .map(({ memberId }) => memberId)
    .filter((id) => !known.has(id));
  return added.length === 0 || (added.length === 1 && added[0] === actorId) ? null : added;
}

/**
 * Returns the fields that store who did a task together. If it was a single member, only `completedFor` is
 * set.
 */
export function completionOfDoers(
  doers: readonly MemberId[],
  at: Instant,
): Pick<Occurrence, 'completedFor' | 'doneBy'> {
  const [first = null, ...others] = new Set(doers);
  return {
    completedFor: first,
    doneBy: others.length === 0 ? [] : [...new Set(doers)].map((memberId) => ({ memberId, at })),
  };
}

type ForEach = Ticked & Pick<Occurrence, 'visibility' | 'responsibleMemberIds'>;

/**
 * Returns true if every assignee must tick separately. One tick is enough for tasks with completion `any`, for
 * PERSONAL tasks, and for tasks with at most one assignee and no ticks.
 */
export function needsEveryone(occurrence: ForEach): boolean {
  const { completion, visibility, responsibleMemberIds } = occurrence;
  if (completion === 'any' || visibility === 'PERSONAL') return false;
  return responsibleMemberIds.length > 1 || listTicks(occurrence).length > 0;
}

/**
 * Returns true if each assignee is credited the whole duration, because each does the whole work. If others
 * help a single assignee, they do it together and share the credit.
 */
export function creditsEveryone({
  completion,
  visibility,
  responsibleMemberIds,
}: Pick<Occurrence, 'completion' | 'visibility' | 'responsibleMemberIds'>): boolean {
  return completion === 'all' && visibility === 'SHARED' && responsibleMemberIds.length > 1;
}

/** Returns the assignees who have not ticked their own part yet. If one tick is enough, returns all assignees. */
export function listMissing(occurrence: ForEach): readonly MemberId[] {
  const { responsibleMemberIds } = occurrence;
  if (!needsEveryone(occurrence)) return responsibleMemberIds;
  const ticked = new Set(listTicks(occurrence).map(({ memberId }) => memberId));
  return responsibleMemberIds.filter((id) => !ticked.has(id));
}

export function hasTicked(occurrence: Occurrence, member: MemberId): boolean {
  return listTicks(occurrence).some(({ memberId }) => memberId === member);
}

/** Sorts ticks by time and then by member id, so that the order in which requests arrive does not matter. */
const inOrder = (ticks: readonly Tick[]) =>
  ticks.toSorted((a, b) => a.at - b.at || (a.memberId < b.memberId ? -1 : 1));

type Completion = { readonly by: MemberId; readonly for: readonly MemberId[]; readonly at: Instant };

/**
 * Adds a tick for each of these members. The task is done when every assignee has ticked. Returns the same object if
 * the task is already done, or if all of these members had already ticked and another assignee has not.
 */
export function withTick(
  occurrence: Occurrence,
  { by, for: doers, at }: Completion,
  stamp: Stamp,
): Occurrence {
  const before = listTicks(occurrence);
  const added = [...new Set(doers)].filter((id) => !hasTicked(occurrence, id));
  const doneBy = inOrder([...before, ...added.map((memberId) => ({ memberId, at }))]);
  const isLast = listMissing({ ...occurrence, doneBy }).length === 0;
  if (occurrence.status === 'DONE' || (added.length === 0 && !isLast)) return occurrence;
  const common = { doneBy, skippedReason: null, statusAt: stamp.now };
  if (!isLast) return withMutation(occurrence, { ...common, status: 'TODO' }, stamp);
  const done = {
    status: 'DONE',
    completedAt: Math.max(...doneBy.map((tick) => tick.at)),
    completedBy: by,
    completedFor: doneBy[0]?.memberId ?? null,
  } as const;
  return withMutation(occurrence, { ...common, ...done, ...privacyWhenFinished(occurrence) }, stamp);
}

/**
 * Returns the corrected ticks of a task that every assignee ticks separately. The last tick is at
 * `completedAt`, and no other tick is later.
 */
export function withDoers(
  occurrence: Occurrence,
  doers: readonly MemberId[],
  completedAt: Instant,
): Pick<Occurrence, 'completedFor' | 'doneBy'> {
  const before = new Map(listTicks(occurrence).map(({ memberId, at }) => [memberId, at]));
  const ticks = [...new Set(doers)].map((memberId) => ({
    ...{ memberId, at: Math.min(before.get(memberId) ?? completedAt, completedAt) },
  }));
  const doneBy = inOrder(ticks).map((tick, i) =>
    i === ticks.length - 1 ? { ...tick, at: completedAt } : tick,
  );
  return { completedFor: doneBy[0]?.memberId ?? null, doneBy };
}

/**
 * Removes the ticks of these members, so that the task is open again. Returns the same object if none of them
 * had ticked.
 */
export function removeTicks(occurrence: Occurrence, members: readonly MemberId[], stamp: Stamp): Occurrence {
  const doneBy = listTicks(occurrence).filter(({ memberId }) => !members.includes(memberId));
  if (sameJson(doneBy, listTicks(occurrence))) return occurrence;
  const open = { status: 'TODO', completedAt: null, completedBy: null, completedFor: null } as const;
  return withMutation(occurrence, { ...open, doneBy, statusAt: stamp.now, finishedPrivately: false }, stamp);
}
