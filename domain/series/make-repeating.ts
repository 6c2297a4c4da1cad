import type { Recurrence } from '../recurrence/rule.js';
import type { ChecklistItemId } from '../shared/ids.js';
import { followChecklist } from '../tasks/checklist.js';
import { pickContent } from '../tasks/content.js';
import { mayHaveNoDate, timeOfRule, timesProblems } from '../tasks/draft.js';
import { applyOccurrenceEdit } from '../tasks/edit.js';
import type { Occurrence } from '../tasks/occurrence.js';
import { ALL_LEFT_OUT, beginSeries, pausesOfNewSeries, rotationOfNewSeries } from './begin.js';
import { resolveRecurrence } from './dates.js';
import type { EditContext, TaskEdit } from './edit-request.js';
import {
  acceptPlan,
  datesOfNewRow,
  refusedPlan,
  toRowChange,
  type Creation,
  type NewRow,
  type PlanOutcome,
} from './plan.js';
import { applyShiftToRow } from './shifted-rows.js';

/**
 * Plans to make a one-off task the first occurrence of a series. It keeps its id, ticks, files and history, and moves
 * to the first date of the rule that special days do not leave out. The other rows of the series begin today at the
 * earliest.
 *
 * Refuses if the task is not open, or if it has no date and is to repeat by a rule. Also refuses an invalid
 * recurrence or rotation.
 */
export function planMakeRepeating(
  target: Occurrence,
  {
    recurrence,
    rotation = null,
    missed = 'keep',
    season = null,
    shift = null,
    whenAway = null,
    checklist,
    responsibleMemberIds,
    ...plain
  }: TaskEdit & { readonly recurrence: Recurrence },
  context: EditContext & Creation,
): PlanOutcome {
  const own = { ...plain, ...(responsibleMemberIds && { responsibleMemberIds }) };
  const outcome = applyOccurrenceEdit(target, own, context);
  if (outcome.kind !== 'edited') return outcome;
  const { occurrence: edited } = outcome;
  if (edited.status !== 'TODO')
    return refusedPlan('recurrence', 'open', 'is allowed only for an open task. Reopen it first');
  if (edited.date === null && !mayHaveNoDate(recurrence))
    return refusedPlan('date', 'required', 'is required for a task that repeats by a rule');
  const problems = timesProblems({ recurrence, time: plain.time ?? null, allDay: plain.allDay ?? null });
  if (problems.length > 0) return { kind: 'refused', problems };

  const waits = edited.date === null;
  const resolved = resolveRecurrence(
    recurrence,
    edited.date ?? context.today,
    context.firstDayOfWeek,
    season,
  );
  if ('problems' in resolved) return { kind: 'refused', problems: resolved.problems };
  const takers = { members: new Set(context.members), helpers: context.helpers };
  const admitted = rotationOfNewSeries(rotation, edited, takers, context);
  if (admitted.problems.length > 0) return { kind: 'refused', problems: admitted.problems };
  const before = edited.checklist.map(({ title }) => title);
  const { series, rows } = beginSeries(
    {
      ...resolved,
      ...{ rotation: admitted.rotation, missed, shift, whenAway },
      pauses: pausesOfNewSeries(context.pauses, edited, context.members, resolved.start),
      template: {
        ...pickContent(edited),
        ...(waits && { allDay: true }),
        ...timeOfRule({ recurrence }),
        checklist: checklist ?? before,
      },
    },
    context,
    waits,
  );
  const steps = followChecklist(edited.checklist, before, checklist, context.newId<ChecklistItemId>);
  const toFirst = (row: NewRow) => ({ ...edited, ...fieldsOfFirst(row, edited), checklist: steps });
  const begins = rows.findIndex((row) => applyShiftToRow(series, toFirst(row), context) !== null);
  const first = rows[begins];
  if (first === undefined) return { kind: 'refused', problems: [ALL_LEFT_OUT] };
  const { time, allDay, ...fields } = fieldsOfFirst(first, edited);
  const { swappedTo, balancedTo, isException } = edited;
  const content = { ...pickContent(edited), time, allDay, ...(checklist && { checklist }) };
  return acceptPlan({
    newSeries: series,
    create: rows.slice(begins + 1).filter(({ originalDate }) => originalDate >= context.today),
    change: [toRowChange(target, { series: 'new', ...fields, swappedTo, balancedTo, isException, content })],
  });
}

/** Returns the fields of the one-off task that the row gives it. */
function fieldsOfFirst(row: NewRow, edited: Occurrence) {
  const { seriesIndex, originalDate, originalTime = null, responsibleMemberIds, turnReason, turnOf } = row;
  return {
    ...{ seriesIndex, originalDate, originalTime, responsibleMemberIds, turnReason, turnOf },
    ...datesOfNewRow(row, edited),
    softDue: null,
  };
}
