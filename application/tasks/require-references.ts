import type { Shift } from '../../domain/days/shift.js';
import type { CategoryId, MemberId } from '../../domain/shared/ids.js';
import type { MemberCaller } from '../shared/caller.js';
import { householdNotFound, validationFailed } from '../shared/errors.js';
import type { HouseholdRepository } from '../households/ports.js';

/**
 * Locks the rows that an edit refers to, before the tasks are locked. Categories and day calendars are changed under
 * the household's lock, so an edit that refers to one locks the household too.
 *
 * @throws VALIDATION_FAILED unless all assignees are active members.
 */
export async function requireReferences(
  households: HouseholdRepository,
  caller: MemberCaller,
  edit: {
    readonly categoryId?: CategoryId | null;
    readonly shift?: Shift | null;
    readonly responsibleMemberIds?: readonly MemberId[] | null;
  },
): Promise<void> {
  const isHeld = [edit.categoryId, edit.shift].some((named) => named !== undefined && named !== null);
  if (isHeld && (await households.findForUpdate(caller.household.id)) === null) throw householdNotFound();
  await requireMembers(households, caller, edit.responsibleMemberIds ?? []);
}

/** The members whom an edit names, other than the caller, with their groups. */
export type OtherMembers = Awaited<ReturnType<HouseholdRepository['activeMembers']>>;

/**
 * Returns the members among `ids` other than the caller, and locks them until the transaction ends. The caller is
 * active, so an edit that names only the caller needs no query.
 *
 * @throws VALIDATION_FAILED unless all of `ids` are active members.
 */
export async function requireMembers(
  households: HouseholdRepository,
  caller: MemberCaller,
  ids: readonly MemberId[],
  fieldOf: (position: number) => string = (position) => `responsibleMemberIds.${position}`,
): Promise<OtherMembers> {
  const others = ids.filter((id) => id !== caller.memberId);
  if (others.length === 0) return new Map();
  const active = await households.activeMembers(caller.household.id, others);
  const problems = ids
    .map((id, i) => ({ id, field: fieldOf(i) }))
    .filter(({ id }) => id !== caller.memberId && !active.has(id))
    .map(({ field }) => ({ field, rule: 'member', message: 'must be a member of this household' }));
  if (problems.length > 0) throw validationFailed(problems);
  return active;
}
