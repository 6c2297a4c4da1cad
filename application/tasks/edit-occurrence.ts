import type { Shift } from '../../domain/days/shift.js';
import type { OccurrenceId } from '../../domain/shared/ids.js';
import { planEdit, type Scope, type TaskEdit } from '../../domain/series/edit.js';
import type { Occurrence } from '../../domain/tasks/occurrence.js';
import { acceptedPlan, applyPlan, recordSeries, type PlanDependencies } from '../series/apply-plan.js';
import { makeRepeating } from '../series/create-series.js';
import { lockSeries, lockedAlone, readyFor } from '../series/lock-series.js';
import type { MemberCaller } from '../shared/caller.js';
import { setShift } from '../days/set-shift.js';
import { taskNotFound, validationFailed } from '../shared/errors.js';
import { type Precondition } from '../series/version-conflict.js';
import type { UnitOfWork, UnitOfWorkScope } from '../composition/unit-of-work.js';
import { lockOccurrence, recordOccurrence } from './change-occurrence.js';
import { showSeries, showWholeTask } from './follow-visibility.js';
import { requireReferences } from './require-references.js';

/**
 * What is left to do of an edit once the occurrence, which may be in the trash, is locked. Throws if the edit cannot be merged
 * into what the occurrence is by now.
 */
export type Merge = (target: Occurrence) => TaskEdit;

/**
 * Edits an occurrence, with `scope` also its series. VersionConflict when the occurrence is newer than what the
 * caller read; FORBIDDEN for hiding another's task; VALIDATION_FAILED where the parts do not fit.
 */
export function editOccurrence(dependencies: PlanDependencies & { unitOfWork: UnitOfWork }) {
  return (
    caller: MemberCaller,
    id: OccurrenceId,
    scope: Scope,
    edit: TaskEdit,
    basis: Precondition | Merge,
  ): Promise<Occurrence> =>
    dependencies.unitOfWork.run(async (unit) => {
      await requireReferences(unit.households, caller, edit);
      if (typeof basis !== 'function') {
        const target = await lockOccurrence(unit, caller, id, basis);
        return editLocked(dependencies, unit, caller, target, scope, edit);
      }
      const target = await lockOccurrence(unit, caller, id, {}, 'found');
      const merged = basis(target);
      const isSame = Object.keys(merged).length === 0;
      return isSame ? target : editLocked(dependencies, unit, caller, target, scope, merged);
    });
}

/** An edit of one that is locked, whose references are held. */
async function editLocked(
  dependencies: PlanDependencies,
  unit: UnitOfWorkScope,
  caller: MemberCaller,
  target: Occurrence,
  scope: Scope,
  edit: TaskEdit,
): Promise<Occurrence> {
  const { id, householdId, seriesId, taskId } = target;
  const { visibility = target.visibility } = edit;
  const isShown = visibility !== target.visibility;
  if (isShown) await unit.tasks.seriesForUpdate(householdId, taskId);
  const { recurrence } = edit;
  if (seriesId === null && recurrence) {
    let first = await makeRepeating(dependencies, unit, caller, target, { ...edit, recurrence });
    if (isShown) {
      await showWholeTask(dependencies, unit, caller, target, visibility);
      first = (await unit.occurrences.find(householdId, id, caller.memberId)) ?? first;
    }
    recordOccurrence(unit, caller, 'edited', target, first);
    return first;
  }
  const found =
    seriesId === null || (scope === 'this' && edit.responsibleMemberIds !== null)
      ? lockedAlone(dependencies, caller, target)
      : await lockSeries(dependencies, unit, caller, seriesId, target);
  const locked = await readyFor(found, unit, caller, edit);
  const { series, rows, context } = locked;
  const plan = acceptedPlan(planEdit(series, rows, target, scope, edit, context));
  const changed = await applyPlan(dependencies, unit, locked, plan);
  const written = changed.get(id);
  if (written === null) throw validationFailed([leftOut(edit)]);
  let edited = written ?? target;
  if (edit.shift !== undefined && edited.seriesId !== null)
    edited = await setShiftWith(dependencies, unit, caller, edited, edit.shift);
  if (isShown) {
    if (series === null || scope === 'all')
      await showWholeTask(dependencies, unit, caller, target, visibility);
    else if (edited.seriesId === series.id)
      await showSeries(dependencies, unit, caller, { ...target, seriesId: series.id }, visibility);
    const shown = await unit.occurrences.find(householdId, id, caller.memberId);
    if (shown === null) throw taskNotFound();
    edited = shown;
  }
  if (series === null || scope === 'this') recordOccurrence(unit, caller, 'edited', target, edited);
  else {
    const after = { ...series, id: edited.seriesId ?? series.id, taskId: edited.taskId };
    recordSeries(dependencies, unit, caller, 'edited', after, edit);
  }
  return edited;
}

/** Sets the shift of its series, and gives the occurrence as it is then. VALIDATION_FAILED where it would not be any more. */
async function setShiftWith(
  dependencies: PlanDependencies,
  unit: UnitOfWorkScope,
  { household, memberId }: MemberCaller,
  { id, seriesId }: Occurrence,
  shift: Shift | null,
): Promise<Occurrence> {
  if (seriesId !== null) await setShift(dependencies, unit, household, seriesId, shift, id);
  const shifted = await unit.occurrences.find(household.id, id, memberId);
  if (shifted === null) throw validationFailed([{ ...LEFT_OUT, field: 'shift.then' }]);
  return shifted;
}

const LEFT_OUT = { rule: 'skip', message: 'would leave out the date that is edited' };

/** An edit does not leave out the very date that it is about, which is a matter of its series. */
const leftOut = ({ recurrence }: TaskEdit) => ({
  ...LEFT_OUT,
  field: recurrence === undefined ? 'date' : 'recurrence',
});
