import type { MemberId } from '../../domain/shared/ids.js';
import type { MemberCaller } from '../shared/caller.js';
import { validationFailed } from '../shared/errors.js';
import type { HouseholdRepository } from '../households/ports.js';

/** VALIDATION_FAILED unless all of `ids` are active members; the caller is one, so alone needs no look-up. */
export async function requireMembers(
  households: HouseholdRepository,
  caller: MemberCaller,
  ids: readonly MemberId[],
  fieldOf: (position: number) => string = (position) => `responsibleMemberIds.${position}`,
): Promise<void> {
  const others = ids.filter((id) => id !== caller.userId);
  if (others.length === 0) return;
  const active = await households.activeMembers(caller.household.id, others);
  const problems = ids
    .map((id, i) => ({ id, field: fieldOf(i) }))
    .filter(({ id }) => id !== caller.userId && !active.has(id))
    .map(({ field }) => ({ field, rule: 'member', message: 'not a member of this household' }));
  if (problems.length > 0) throw validationFailed(problems);
}
