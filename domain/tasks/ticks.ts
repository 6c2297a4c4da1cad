import type { MemberId } from '../shared/ids.js';
import { sameJson } from '../shared/same-json.js';
import type { Instant } from '../shared/zone.js';
import { finishedUnder, mutated, type Occurrence, type Stamp, type Tick } from './occurrence.js';

/** How many may have done a task together. */
export const MAX_DOERS = 10;

type Ticked = Pick<Occurrence, 'completedFor' | 'completedAt' | 'doneBy' | 'completion'>;

/**
 * Who did it, and when each of them; while it is to do, who has done their part. `completedFor` is the first of them: a
 * process that does not know the others changes it alone, and then they are of before.
 */
export function listTicks({ completedFor, completedAt, doneBy, completion }: Ticked): readonly Tick[] {
  if (completedFor === null || completedAt === null) return completion === 'all' ? doneBy : [];
  return doneBy[0]?.memberId === completedFor ? doneBy : [{ memberId: completedFor, at: completedAt }];
}

/** Who did it; nobody while it is to do. */
export function listDoers(ticked: Ticked): readonly MemberId[] {
  return ticked.completedFor === null ? [] : listTicks(ticked).map(({ memberId }) => memberId);
}

/**
 * Returns the members for whom a change recorded that they did the task, if that is not simply the member who made the change.
 * Null if that member ticked for themselves alone, or if the change recorded nobody.
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

/** How it is kept that they did it together: one alone is `completedFor`. */
export function doneTogether(
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
 * Whether everybody responsible has a tick of their own. With nobody or one of them, and nothing ticked, the tick of one is
 * enough, as it always is of what is PERSONAL.
 */
export function isForEach(occurrence: ForEach): boolean {
  const { completion, visibility, responsibleMemberIds } = occurrence;
  if (completion === 'any' || visibility === 'PERSONAL') return false;
  return responsibleMemberIds.length > 1 || listTicks(occurrence).length > 0;
}

/**
 * Returns true if the work counts for each of those responsible as their own, so that each gets its whole duration.
 * One responsible member who is helped by others does it together with them.
 */
export function countsForEach({
  completion,
  visibility,
  responsibleMemberIds,
}: Pick<Occurrence, 'completion' | 'visibility' | 'responsibleMemberIds'>): boolean {
  return completion === 'all' && visibility === 'SHARED' && responsibleMemberIds.length > 1;
}

/** Who still has to do it, of those responsible. */
export function listMissing(occurrence: ForEach): readonly MemberId[] {
  const { responsibleMemberIds } = occurrence;
  if (!isForEach(occurrence)) return responsibleMemberIds;
  const ticked = new Set(listTicks(occurrence).map(({ memberId }) => memberId));
  return responsibleMemberIds.filter((id) => !ticked.has(id));
}

export function hasTicked(occurrence: Occurrence, member: MemberId): boolean {
  return listTicks(occurrence).some(({ memberId }) => memberId === member);
}

/** Ticks in their order, which is the same in whatever order they come. */
const inOrder = (ticks: readonly Tick[]) =>
  ticks.toSorted((a, b) => a.at - b.at || (a.memberId < b.memberId ? -1 : 1));

type Completion = { readonly by: MemberId; readonly for: readonly MemberId[]; readonly at: Instant };

/** With a tick of each of these: done with the last of those responsible. The very same object where they ticked before. */
export function tickedBy(
  occurrence: Occurrence,
  { by, for: doers, at }: Completion,
  stamp: Stamp,
): Occurrence {
  const before = listTicks(occurrence);
  const added = [...new Set(doers)].filter((id) => !hasTicked(occurrence, id));
  const doneBy = inOrder([...before, ...added.map((memberId) => ({ memberId, at }))]);
  const isLast = listMissing({ ...occurrence, doneBy }).length === 0;
  if (occurrence.status === 'DONE' || (added.length === 0 && !isLast)) return occurrence;
  const told = { doneBy, skippedReason: null, statusAt: stamp.now };
  if (!isLast) return mutated(occurrence, { ...told, status: 'TODO' }, stamp);
  const done = {
    status: 'DONE',
    completedAt: Math.max(...doneBy.map((tick) => tick.at)),
    completedBy: by,
    completedFor: doneBy[0]?.memberId ?? null,
  } as const;
  return mutated(occurrence, { ...told, ...done, ...finishedUnder(occurrence) }, stamp);
}

/** The ticks of these where each has one of their own: none is later than the last, which is `completedAt`. */
export function toldAnew(
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

/** Without the ticks of these, and so to do; the very same object where they have none. */
export function untickedBy(occurrence: Occurrence, members: readonly MemberId[], stamp: Stamp): Occurrence {
  const doneBy = listTicks(occurrence).filter(({ memberId }) => !members.includes(memberId));
  if (sameJson(doneBy, listTicks(occurrence))) return occurrence;
  const open = { status: 'TODO', completedAt: null, completedBy: null, completedFor: null } as const;
  return mutated(occurrence, { ...open, doneBy, statusAt: stamp.now, finishedPrivately: false }, stamp);
}
