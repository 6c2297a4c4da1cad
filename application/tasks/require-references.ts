import type { CategoryId, MemberId } from '../../domain/shared/ids.js';
import type { MemberCaller } from '../shared/caller.js';
import { householdNotFound } from '../shared/errors.js';
import type { HouseholdRepository } from '../households/ports.js';
import { requireMembers } from './require-members.js';

/**
 * Holds what an edit refers to, before the tasks that come to refer to it are locked. A category changes and goes under
 * the household's lock, so whoever gives it to a task takes that lock too.
 */
export async function requireReferences(
  households: HouseholdRepository,
  caller: MemberCaller,
  edit: { readonly categoryId?: CategoryId | null; readonly responsibleMemberIds?: readonly MemberId[] },
): Promise<void> {
  const givesCategory = edit.categoryId !== undefined && edit.categoryId !== null;
  if (givesCategory && (await households.findForUpdate(caller.household.id)) === null)
    throw householdNotFound();
  await requireMembers(households, caller, edit.responsibleMemberIds ?? []);
}
