import type { MemberId, OccurrenceId } from '../../domain/shared/ids.js';
import { isWithin } from '../../domain/displays/display.js';
import type { Occurrence } from '../../domain/tasks/occurrence.js';
import { viewerOf, type MemberCaller } from '../shared/caller.js';
import { taskNotFound } from '../shared/errors.js';
import { requireVersion, type Precondition } from '../series/version-conflict.js';
import type { OccurrenceAction } from '../shared/events/domain-event.js';
import type { UnitOfWorkScope } from '../composition/unit-of-work.js';
import type { Needs } from '../composition/needs.js';

type Change = (occurrence: Occurrence, scope: UnitOfWorkScope) => Occurrence | Promise<Occurrence>;
type Options = {
  readonly action: OccurrenceAction;
  readonly precondition?: Precondition;
  readonly trash?: 'refused' | 'found';
};

/** Runs {@link changeLocked} in a transaction of its own. */
export function changeOccurrence({ unitOfWork }: Needs<'unitOfWork'>) {
  return (caller: MemberCaller, id: OccurrenceId, options: Options, change: Change): Promise<Occurrence> =>
    unitOfWork.run((scope) => changeLocked(scope, caller, id, options, change));
}

/**
 * Locks the series of the task and the occurrence, and returns the occurrence. Throws the errors of {@link
 * changeLocked}.
 */
export async function lockOccurrence(
  { occurrences }: Pick<UnitOfWorkScope, 'occurrences'>,
  caller: MemberCaller,
  id: OccurrenceId,
  precondition: Precondition = {},
  trash: Options['trash'] = 'refused',
): Promise<Occurrence> {
  const occurrence = await occurrences.findForUpdate(caller.household.id, id, viewerOf(caller));
  if (occurrence === null || (occurrence.deletedAt !== null && trash === 'refused')) throw taskNotFound();
  if (!isShownToCaller(caller, occurrence)) throw taskNotFound();
  requireVersion(occurrence, precondition);
  return occurrence;
}

/**
 * Locks the occurrence and calls `change`. Unless `change` returns the same object, writes the result and raises the
 * event `options.action`.
 *
 * @throws TASK_NOT_FOUND if the caller cannot see the occurrence, or if it is in the trash and the caller did not ask
 *   for the trash.
 * @throws VersionConflict if the occurrence has another version than the one in `options.precondition`.
 */
export async function changeLocked(
  scope: UnitOfWorkScope,
  caller: MemberCaller,
  id: OccurrenceId,
  options: Options,
  change: Change,
): Promise<Occurrence> {
  const occurrence = await lockOccurrence(scope, caller, id, options.precondition, options.trash);
  const changed = await change(occurrence, scope);
  if (changed === occurrence) return occurrence;
  await scope.occurrences.save(changed);
  // A change of an occurrence in the trash raises no event, so it notifies nobody.
  if (changed.deletedAt === null) recordOccurrence(scope, caller, options.action, occurrence, changed);
  return changed;
}

/** Returns true if the caller may see an occurrence on its date. A guest link shows only some dates. */
export function isShownToCaller({ display }: MemberCaller, { date }: Pick<Occurrence, 'date'>): boolean {
  return display === undefined || isWithin(display.dates, date);
}

/** Raises the event that the caller changed one occurrence. `memberId` null means the service itself. */
export function recordOccurrence(
  { events }: Pick<UnitOfWorkScope, 'events'>,
  { memberId }: { readonly memberId: MemberId | null },
  action: OccurrenceAction,
  before: Occurrence | null,
  after: Occurrence,
): void {
  const { householdId, updatedAt: at } = after;
  events.raise({ kind: 'occurrence', action, before, after, householdId, actorId: memberId, at });
}
