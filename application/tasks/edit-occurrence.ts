import type { OccurrenceId } from '../../domain/shared/ids.js';
import type { Scope, TaskEdit } from '../../domain/series/edit-request.js';
import { planEdit } from '../../domain/series/edit.js';
import type { Occurrence } from '../../domain/tasks/occurrence.js';
import {
  acceptedPlan,
  creationBy,
  recordSeries,
  writePlan,
  type PlanDependencies,
} from '../series/apply-plan.js';
import { lockForEdit } from '../series/lock-series.js';
import type { MemberCaller } from '../shared/caller.js';
import { type Precondition } from '../series/version-conflict.js';
import type { UnitOfWork, UnitOfWorkScope } from '../composition/unit-of-work.js';
import { lockOccurrence, recordOccurrence } from './change-occurrence.js';
import { requireReferences } from './require-references.js';

/**
 * A function that returns the changes to make to the locked occurrence, which may be in the trash: the caller's edit
 * without fields that need no change any more. Throws if the edit cannot be merged with changes by others.
 */
export type ResolveEdit = (target: Occurrence) => TaskEdit;

/**
 * Edits an occurrence or, with a wider `scope`, also its series.
 *
 * @param basis the version that the caller has read, or a function that merges the edit with changes by others
 * @throws TASK_NOT_FOUND if the caller cannot see the occurrence. Also if it is in the trash, unless `basis` is a
 *   function.
 * @throws VersionConflict if the occurrence is newer than the version that the caller has read.
 * @throws FORBIDDEN if the edit makes a task of somebody else personal.
 * @throws VALIDATION_FAILED if the fields contradict each other or refer to something outside of the household.
 * @throws LIMIT_REACHED if the household, or the caller's account, would have too many open tasks.
 */
export function editOccurrence(dependencies: PlanDependencies & { unitOfWork: UnitOfWork }) {
  return (
    caller: MemberCaller,
    id: OccurrenceId,
    scope: Scope,
    edit: TaskEdit,
    basis: Precondition | ResolveEdit,
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

/** Edits a locked occurrence. The rows that the edit refers to are locked already. */
async function editLocked(
  dependencies: PlanDependencies,
  unit: UnitOfWorkScope,
  caller: MemberCaller,
  target: Occurrence,
  scope: Scope,
  edit: TaskEdit,
): Promise<Occurrence> {
  const { seriesId, taskId } = target;
  const isAlone = seriesId === null || (scope === 'this' && edit.responsibleMemberIds !== null);
  const part = isAlone ? { seriesId: null, taskId, target } : { seriesId, taskId, target };
  const locked = await lockForEdit(dependencies, unit, caller, part, edit);
  const context = { ...locked.context, ...creationBy(dependencies, unit.operation.by) };
  const plan = acceptedPlan(planEdit({ ...locked, target, scope }, edit, context));
  const [written] = await writePlan(unit, plan);
  const edited = written?.get(target.id) ?? target;
  const { series } = locked;
  if (series === null || scope === 'this') recordOccurrence(unit, caller, 'edited', target, edited);
  else {
    const after = { ...series, id: edited.seriesId ?? series.id, taskId: edited.taskId };
    recordSeries(dependencies, unit, caller, 'edited', after, edit);
  }
  return edited;
}
