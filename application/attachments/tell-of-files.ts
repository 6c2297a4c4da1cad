import type { Instant } from '../../domain/shared/zone.js';
import type { Occurrence } from '../../domain/tasks/occurrence.js';
import type { MemberCaller } from '../shared/caller.js';
import type { UnitOfWorkScope } from '../shared/unit-of-work.js';
import { recordOccurrence } from '../tasks/change-occurrence.js';

/** Has all occurrences of a task, of which `before` is one, show how many files it has now. */
export async function tellOfFiles(
  scope: UnitOfWorkScope,
  caller: MemberCaller,
  before: Occurrence,
  at: Instant,
): Promise<void> {
  const { id, householdId, taskId } = before;
  await scope.attachments.tellCount(householdId, taskId, at);
  const after = await scope.occurrences.find(householdId, id, caller.userId);
  if (after !== null) recordOccurrence(scope, caller, 'edited', before, after);
}
