import type { SeriesId, MemberId } from '../../domain/shared/ids.js';
import type { SeriesEdit } from '../../domain/series/recast.js';
import { planDeleteSeries } from '../../domain/series/delete.js';
import type { SeriesRecord } from '../../domain/series/series.js';
import { planSeriesEdit, withTurnsOfAuthor } from '../../domain/series/edit.js';
import type { TaskContent } from '../../domain/tasks/content.js';
import type { MemberCaller } from '../shared/caller.js';
import { ApplicationError, taskNotFound } from '../shared/errors.js';
import type { UnitOfWork } from '../shared/unit-of-work.js';
import { requireVersion, type Precondition } from '../shared/version-conflict.js';
import { acceptedPlan, type PlanDependencies } from './apply-plan.js';
import { changeSeries, releaseOlder } from './change-series.js';
import { requireRotation } from './create-series.js';
import type { SeriesPart } from '../tasks/edit-occurrence.js';
import { showWholeTask } from '../tasks/follow-visibility.js';
import { viewSeries, type SeriesView } from './queries.js';
import { recordSeries } from './record-series.js';
import { requireReferences } from '../tasks/require-references.js';

type Dependencies = PlanDependencies & { unitOfWork: UnitOfWork };

export type SeriesFields = SeriesPart & {
  readonly content: Partial<Omit<TaskContent, 'allDay'>>;
  readonly responsibleMemberIds?: readonly MemberId[];
};

/** As an edit of an occurrence with scope `all`, of no occurrence in particular. VersionConflict as there. */
export function editSeries(dependencies: Dependencies) {
  const { unitOfWork, ids, clock } = dependencies;
  return (
    caller: MemberCaller,
    id: SeriesId,
    { rotation, checklist, content, ...fields }: SeriesFields,
    precondition: Precondition = {},
  ): Promise<SeriesView> =>
    unitOfWork.run(async (unit) => {
      await requireReferences(unit.households, caller, { ...fields, ...content });
      const members = (await unit.households.members(caller.household.id)).map((member) => member.id);
      const seed = ids.next<SeriesId>();
      const edit: SeriesEdit = {
        ...fields,
        content: {
          ...content,
          ...(content.time !== undefined && { allDay: content.time === null }),
          ...(checklist && { checklist }),
        },
        ...(rotation !== undefined && { rotation: rotation && requireRotation(rotation, members, seed) }),
      };
      const { visibility } = content;
      const found = await unit.series.find(caller.household.id, id, caller.userId);
      if (found === null) throw taskNotFound();
      if (visibility !== undefined) await unit.tasks.seriesForUpdate(found.householdId, found.taskId);
      let before: SeriesRecord | undefined;
      await changeSeries(
        dependencies,
        unit,
        caller,
        id,
        (today) => today,
        ({ series, rows, context }) => {
          before = series;
          requireVersion(viewSeries(series, caller, clock), precondition);
          if (visibility === 'PERSONAL' && series.createdBy !== caller.userId)
            throw new ApplicationError('FORBIDDEN', 'Only its author can make a task personal');
          recordSeries(dependencies, unit, caller, 'edited', series, edit.content);
          return acceptedPlan(planSeriesEdit(series, rows, withTurnsOfAuthor(series, edit), context));
        },
      );
      if (before !== undefined && visibility !== undefined && visibility !== before.template.visibility)
        await showWholeTask(dependencies, unit, caller, before, visibility);
      const edited = await unit.series.find(caller.household.id, id, caller.userId);
      if (edited === null) throw taskNotFound();
      return viewSeries(edited, caller, clock);
    });
}

/** Ends the series: what would still have come goes to the trash, what is past or finished stays. */
export function deleteSeries(dependencies: Dependencies) {
  return (caller: MemberCaller, id: SeriesId, precondition: Precondition = {}): Promise<void> =>
    dependencies.unitOfWork.run(async (unit) => {
      let deleted: SeriesRecord | undefined;
      await changeSeries(
        dependencies,
        unit,
        caller,
        id,
        (today) => today,
        ({ series, rows, context }) => {
          if (series.ended) throw taskNotFound();
          deleted = series;
          requireVersion(viewSeries(series, caller, dependencies.clock), precondition);
          recordSeries(dependencies, unit, caller, 'deleted', series);
          return planDeleteSeries(series, rows, null, context);
        },
      );
      if (deleted !== undefined) await releaseOlder(unit, deleted);
    });
}
