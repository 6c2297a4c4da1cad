import type { Recurrence } from '../../domain/recurrence/rule.js';
import type { RotationRequest } from '../../domain/rotation/rotation.js';
import type { OccurrenceId, SeriesId } from '../../domain/shared/ids.js';
import type { OccurrenceEdit } from '../../domain/tasks/edit.js';
import type { Occurrence } from '../../domain/tasks/occurrence.js';
import { rowOf } from '../../domain/series/plan.js';
import type { SeriesEdit } from '../../domain/series/recast.js';
import { planEdit, withTurnsOfAuthor, type Scope } from '../../domain/series/edit.js';
import type { SeriesRecord, MissedPolicy, SeriesRow } from '../../domain/series/series.js';
import { singleEditProblems } from '../../domain/tasks/task-visibility.js';
import type { MemberCaller } from '../shared/caller.js';
import { taskNotFound, validationFailed } from '../shared/errors.js';
import type { UnitOfWork, UnitOfWorkScope } from '../shared/unit-of-work.js';
import { acceptedPlan, type PlanDependencies } from '../series/apply-plan.js';
import type { Precondition } from '../shared/version-conflict.js';
import { changeLocked, lockOccurrence } from './change-occurrence.js';
import { changeSeries, sinceDateOf } from '../series/change-series.js';
import { requireRotation } from '../series/create-series.js';
import { showSeries, showWholeTask } from './follow-visibility.js';
import { recordSeries } from '../series/record-series.js';
import { requireReferences } from './require-references.js';
import { editedOccurrence } from './edited-occurrence.js';
import { contentEdited } from '../series/series-content.js';

/** What belongs to the series of the occurrence; an absent field keeps. */
export type SeriesPart = {
  /** null: no series any more. */
  readonly recurrence?: Recurrence | null;
  /** As it was sent; null: nobody takes turns. */
  readonly rotation?: RotationRequest | null;
  readonly missed?: MissedPolicy;
  /** Titles, in order. */
  readonly checklist?: readonly string[];
};

type Dependencies = PlanDependencies & { unitOfWork: UnitOfWork };

/**
 * Edits an occurrence, with `scope` also its series. VersionConflict when the occurrence is newer than what the
 * caller read; FORBIDDEN for hiding another's task; VALIDATION_FAILED where the parts do not fit.
 */
export function editOccurrence(dependencies: Dependencies) {
  const { unitOfWork } = dependencies;
  return (
    caller: MemberCaller,
    id: OccurrenceId,
    scope: Scope,
    edit: OccurrenceEdit,
    seriesPart: SeriesPart,
    precondition: Precondition,
  ): Promise<Occurrence> => {
    return unitOfWork.run(async (unit) => {
      await requireReferences(unit.households, caller, edit);
      if (scope === 'this')
        return changeLocked(unit, caller, id, { action: 'edited', precondition }, (occurrence) => {
          refuseSeriesPart(occurrence, seriesPart);
          return editOne(dependencies, unit, caller, occurrence, edit);
        });
      const target = await lockOccurrence(unit, caller, id, precondition);
      return editSeriesOf(dependencies, unit, caller, ofSeries(target), scope, edit, seriesPart);
    });
  };
}

async function editOne(
  dependencies: Dependencies,
  unit: UnitOfWorkScope,
  caller: MemberCaller,
  occurrence: Occurrence,
  edit: OccurrenceEdit,
): Promise<Occurrence> {
  const problems = singleEditProblems(occurrence, edit);
  if (problems.length > 0) throw validationFailed(problems);
  const edited = editedOccurrence(dependencies.clock, caller, occurrence, edit);
  if (edited.visibility !== occurrence.visibility)
    await showWholeTask(dependencies, unit, caller, occurrence, edited.visibility);
  return edited;
}

async function editSeriesOf(
  dependencies: Dependencies,
  unit: UnitOfWorkScope,
  caller: MemberCaller,
  { target, row, seriesId }: OccurrenceOfSeries,
  scope: 'following' | 'all',
  edit: OccurrenceEdit,
  { rotation, checklist, ...seriesPart }: SeriesPart,
): Promise<Occurrence> {
  const members = (await unit.households.members(caller.household.id)).map((member) => member.id);
  const seed = dependencies.ids.next<SeriesId>();
  const readRotation =
    rotation === undefined ? {} : { rotation: rotation && requireRotation(rotation, members, seed) };
  const ofDay = contentEdited(dependencies, caller, target, edit);
  const seriesEdit: SeriesEdit = {
    ...ofDay,
    content: { ...ofDay.content, ...(checklist && { checklist }) },
    ...seriesPart,
    ...readRotation,
  };
  const { visibility = target.visibility } = edit;
  const isShown = visibility !== target.visibility;
  if (isShown) await unit.tasks.seriesForUpdate(caller.household.id, target.taskId);
  let before: SeriesRecord | undefined;
  const changed = await changeSeries(
    dependencies,
    unit,
    caller,
    seriesId,
    sinceDateOf(row),
    ({ series, rows, context }) => {
      before = series;
      return acceptedPlan(planEdit(series, rows, row, scope, withTurnsOfAuthor(series, seriesEdit), context));
    },
  );
  const planned = changed.get(target.id) ?? target;
  if (isShown && scope === 'all') await showWholeTask(dependencies, unit, caller, target, visibility);
  else if (isShown && planned.seriesId === seriesId)
    await showSeries(dependencies, unit, caller, { ...target, seriesId }, visibility);
  const edited = isShown
    ? await unit.occurrences.find(caller.household.id, target.id, caller.userId)
    : planned;
  if (before === undefined || edited === null) throw taskNotFound();
  const { taskId } = edited;
  const series = { ...before, id: edited.seriesId ?? seriesId, taskId };
  recordSeries(dependencies, unit, caller, 'edited', series, seriesEdit.content);
  return edited;
}

/** Of one occurrence; for a task that does not repeat no scope would do. */
function refuseSeriesPart({ seriesId }: Occurrence, part: SeriesPart): void {
  const refusal =
    seriesId === null
      ? { rule: 'repeating', message: 'the task does not repeat; create one that does' }
      : { rule: 'scope', message: 'belongs to the series: use scope following or all' };
  const problems = Object.keys(part).map((field) => ({ field, ...refusal }));
  if (problems.length > 0) throw validationFailed(problems);
}

type OccurrenceOfSeries = {
  readonly target: Occurrence;
  readonly row: SeriesRow;
  readonly seriesId: SeriesId;
};

function ofSeries(target: Occurrence): OccurrenceOfSeries {
  const row = rowOf(target);
  if (target.seriesId === null || row === null)
    throw validationFailed([{ field: 'scope', rule: 'repeating', message: 'the task does not repeat' }]);
  return { target, row, seriesId: target.seriesId };
}
