import type { Recurrence } from '../../domain/recurrence/rule.js';
import type { OccurrenceId, SeriesId } from '../../domain/shared/ids.js';
import type { OccurrenceEdit } from '../../domain/tasks/edit.js';
import type { Occurrence } from '../../domain/tasks/occurrence.js';
import { rowOf } from '../../domain/tasks/series-occurrence.js';
import type { SeriesEdit } from '../../domain/tasks/series-edit.js';
import { planEdit, type Scope } from '../../domain/tasks/series-scopes.js';
import type { MissedPolicy } from '../../domain/tasks/series.js';
import type { MemberCaller } from '../caller.js';
import { taskNotFound, validationFailed } from '../errors.js';
import type { UnitOfWork, UnitOfWorkScope } from '../ports/unit-of-work.js';
import { acceptedPlan, type PlanDependencies } from './carry-out.js';
import { changeOccurrence, requireVersion, type Precondition } from './change-occurrence.js';
import { changeSeries } from './change-series.js';
import { readMembersRotation } from './create-series.js';
import { recordSeries } from './record-series.js';
import { requireMembers } from './require-members.js';
import { editedOccurrence } from './edited-occurrence.js';
import { contentEdited } from './series-content.js';

/** What belongs to the series of the occurrence; an absent field keeps. */
export type SeriesPart = {
  /** null: no series any more. */
  readonly recurrence?: Recurrence | null;
  /** As it was sent; null: nobody takes turns. */
  readonly rotation?: unknown;
  readonly missed?: MissedPolicy;
};

type Dependencies = PlanDependencies & { unitOfWork: UnitOfWork };

/**
 * Edits an occurrence, with `scope` also its series. VersionConflict when the occurrence is newer than what the
 * caller read; FORBIDDEN for hiding another's task; VALIDATION_FAILED where the parts do not fit.
 */
export function editOccurrence(dependencies: Dependencies) {
  const one = changeOccurrence(dependencies);
  return (
    caller: MemberCaller,
    id: OccurrenceId,
    scope: Scope,
    edit: OccurrenceEdit,
    seriesPart: SeriesPart,
    precondition: Precondition,
  ): Promise<Occurrence> => {
    if (scope === 'this') {
      refuseSeriesPart(seriesPart);
      return one(caller, id, { action: 'edited', precondition }, async (occurrence, { households }) => {
        await requireMembers(households, caller, edit.responsibleMemberIds ?? []);
        return editedOccurrence(dependencies.clock, caller, occurrence, edit);
      });
    }
    return dependencies.unitOfWork.run(async (unit) => {
      const found = await unit.occurrences.find(caller.household.id, id, caller.userId);
      if (found === null || found.deletedAt !== null) throw taskNotFound();
      if (found.seriesId === null) throw notRepeating();
      return editSeriesOf(
        dependencies,
        unit,
        caller,
        { ...found, seriesId: found.seriesId },
        scope,
        edit,
        seriesPart,
        precondition,
      );
    });
  };
}

async function editSeriesOf(
  dependencies: Dependencies,
  unit: UnitOfWorkScope,
  caller: MemberCaller,
  { id, seriesId, originalDate: since }: Occurrence & { readonly seriesId: SeriesId },
  scope: 'following' | 'all',
  edit: OccurrenceEdit,
  { rotation, ...seriesPart }: SeriesPart,
  precondition: Precondition,
): Promise<Occurrence> {
  const members = (await unit.households.members(caller.household.id)).map((member) => member.id);
  const seed = dependencies.ids.next<SeriesId>();
  const readRotation =
    rotation === undefined ? {} : { rotation: rotation && readMembersRotation(rotation, members, seed) };
  let target: Occurrence | undefined;
  const contentOf = await contentEdited(dependencies, caller, unit.households, edit);
  const changed = await changeSeries(
    dependencies,
    unit,
    caller,
    seriesId,
    (today) => (since !== null && since < today ? since : today),
    ({ series, rows, occurrences, context }) => {
      target = occurrences.find((row) => row.id === id);
      const row = target && rowOf(target);
      if (!target || !row || target.deletedAt !== null) throw taskNotFound();
      requireVersion(target, precondition);
      const seriesEdit: SeriesEdit = { ...contentOf(target), ...seriesPart, ...readRotation };
      recordSeries(dependencies, unit, caller, 'edited', series, seriesEdit.content);
      return acceptedPlan(planEdit(series, rows, row, scope, seriesEdit, context));
    },
  );
  const result = changed.get(id) ?? target;
  if (result === undefined) throw taskNotFound();
  return result;
}

function refuseSeriesPart(part: SeriesPart): void {
  const problems = Object.keys(part).map((field) => ({
    field,
    rule: 'scope',
    message: 'belongs to the series: use scope following or all',
  }));
  if (problems.length > 0) throw validationFailed(problems);
}

const notRepeating = () =>
  validationFailed([{ field: 'scope', rule: 'repeating', message: 'the task does not repeat' }]);
