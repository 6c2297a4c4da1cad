import { NOBODY_AWAY } from '../../domain/rotation/away.js';
import { listAwayPeriods } from '../../domain/households/away.js';
import type { Household } from '../../domain/households/household.js';
import type { Recurrence } from '../../domain/recurrence/rule.js';
import type { Member } from '../../domain/households/household.js';
import { admitRotation, listTurnTakers } from '../../domain/rotation/read-rotation.js';
import type { Rotation, RotationRequest } from '../../domain/rotation/rotation.js';
import type { CivilDate } from '../../domain/shared/civil-date.js';
import type { ChecklistItemId, MemberId, SeriesId, TaskId } from '../../domain/shared/ids.js';
import type { Instant } from '../../domain/shared/zone.js';
import {
  contentOfDraft,
  mayWait,
  timeOfRule,
  timesProblems,
  type GivenIds,
  type TaskDraft,
} from '../../domain/tasks/draft.js';
import type { Occurrence } from '../../domain/tasks/occurrence.js';
import { beginRecurrence, type Begun } from '../../domain/series/dates.js';
import { horizonOn, planFirstRows } from '../../domain/series/horizon.js';
import type { TaskEdit } from '../../domain/series/edit.js';
import { datedIn, type NewRow } from '../../domain/series/plan.js';
import {
  planContext,
  type MissedPolicy,
  type PlanContext,
  type SeriesRecord,
  type SeriesState,
  type SeriesTemplate,
} from '../../domain/series/series.js';
import { followChecklist } from '../../domain/tasks/checklist.js';
import { pickContent } from '../../domain/tasks/content.js';
import { editOccurrence } from '../../domain/tasks/edit.js';
import type { MemberCaller } from '../shared/caller.js';
import { validationFailed } from '../shared/errors.js';
import type { UnitOfWorkScope } from '../shared/unit-of-work.js';
import { newOccurrence, toRefusal, requireOwn, type PlanDependencies } from './apply-plan.js';
import { requireMembers } from '../tasks/require-references.js';

/**
 * A repeating task: its series with the rows up to the horizon; the answer is the first of them. Without a date that one
 * waits for somebody to start it.
 */
export async function createSeries(
  dependencies: PlanDependencies,
  scope: UnitOfWorkScope,
  caller: MemberCaller,
  draft: TaskDraft & { readonly recurrence: Recurrence },
  given: GivenIds | null = null,
): Promise<Occurrence> {
  const { clock, ids } = dependencies;
  const { household, memberId } = caller;
  const now = clock.now();
  const { today } = planContext(household, NOBODY_AWAY, now);
  const day = draft.date ?? today;
  const begun = begin(draft, day, household);

  const members = await scope.households.members(household.id);
  const rotation = chooseRotation(draft, caller, members, ids.next<SeriesId>());
  if (draft.rotation === null) await requireMembers(scope.households, caller, draft.responsibleMemberIds);

  const checklist = draft.checklist.map(({ title }) => title);
  const state = newState(begun, rotation, draft.missed, {
    ...contentOfDraft({ ...draft, date: day }),
    checklist,
  });
  const context = planContext(household, listAwayPeriods(members), now);
  const { series, firstRow, laterRows } = startSeries(
    dependencies,
    { householdId: household.id, taskId: given?.taskId ?? ids.next<TaskId>(), createdBy: memberId },
    state,
    context,
    now,
    { waits: draft.date === null },
  );
  const toOccurrence = (row: NewRow) => newOccurrence(dependencies, series, row, { now, by: memberId });
  const first = withGivenIds(toOccurrence(firstRow), given);
  await scope.series.insertWithTask(series, [first, ...laterRows.map(toOccurrence)]);
  return first;
}

function withGivenIds(first: Occurrence, given: GivenIds | null): Occurrence {
  if (given === null) return first;
  const checklist = first.checklist.map((item, i) => ({ ...item, id: given.itemIds[i] ?? item.id }));
  return { ...first, id: given.occurrenceId, checklist };
}

/** A series that begins now, with its rows up to the horizon. */
function startSeries(
  { ids }: PlanDependencies,
  task: Pick<SeriesRecord, 'householdId' | 'taskId' | 'createdBy'>,
  state: SeriesState,
  context: PlanContext,
  now: Instant,
  first: { readonly waits: boolean },
): { series: SeriesRecord; firstRow: NewRow; laterRows: readonly NewRow[] } {
  const plan = planFirstRows(state, horizonOn(context.today), context, first);
  const [firstRow, ...laterRows] = plan.create;
  if (firstRow === undefined) throw new RangeError('A canonical rule gives its first date');
  const begun = { ...state, ...plan.series, ...task };
  const series = { ...begun, id: ids.next<SeriesId>(), version: 1, createdAt: now, endedAt: null };
  return { series, firstRow, laterRows };
}

function newState(
  begun: Begun,
  rotation: Rotation,
  missed: MissedPolicy,
  template: SeriesTemplate,
): SeriesState {
  return {
    ...begun,
    startIndex: 0,
    segments: [{ fromIndex: 0, anchorDate: begun.start, rotation }],
    missed,
    template,
    horizon: begun.start,
    nextIndex: 0,
    excludedDates: [],
    endsBefore: null,
    ended: false,
  };
}

/**
 * A task that did not repeat, locked, as the first occurrence of a series: it keeps its id, its ticks, files and history,
 * and moves to the first date of the rule. The others come from today on. VALIDATION_FAILED where it has no date or is
 * not to do any more.
 */
export async function makeRepeating(
  dependencies: PlanDependencies,
  scope: UnitOfWorkScope,
  caller: MemberCaller,
  target: Occurrence,
  {
    recurrence,
    rotation,
    missed = 'keep',
    season = null,
    checklist,
    responsibleMemberIds,
    ...plain
  }: TaskEdit & {
    readonly recurrence: Recurrence;
  },
): Promise<Occurrence> {
  const { clock, ids } = dependencies;
  const { household, memberId } = caller;
  const now = clock.now();
  const members = await scope.households.members(household.id);
  const context = planContext(household, listAwayPeriods(members), now);
  const outcome = editOccurrence(
    target,
    { ...plain, ...(responsibleMemberIds && { responsibleMemberIds }) },
    { ...context, editor: memberId, now },
  );
  if (outcome.kind !== 'edited') throw toRefusal(outcome);
  const { occurrence: edited } = outcome;
  if (edited.status !== 'TODO')
    throw refusal('recurrence', 'open', 'begins with what is still to do: reopen it');
  if (edited.date === null && !mayWait(recurrence))
    throw refusal('date', 'required', 'a repeating task has a date');

  const problems = timesProblems({ recurrence, time: plain.time ?? null, allDay: plain.allDay ?? null });
  if (problems.length > 0) throw validationFailed(problems);
  const waits = edited.date === null;
  const day = edited.date ?? context.today;
  const begun = begin({ recurrence, season }, day, household);
  const takers = edited.visibility === 'PERSONAL' ? [ownTurns(edited.createdBy)] : members;
  const turns: Rotation = rotation
    ? requireRotation(rotation, takers, ids.next<SeriesId>())
    : { kind: 'fixed', members: edited.responsibleMemberIds };
  const before = edited.checklist.map(({ title }) => title);
  const state = newState(begun, turns, missed, {
    ...pickContent(edited),
    ...(waits && { allDay: true }),
    ...timeOfRule({ recurrence }),
    checklist: checklist ?? before,
  });
  const { householdId, taskId, createdBy } = target;
  const task = { householdId, taskId, createdBy };
  const { series, firstRow, laterRows } = startSeries(dependencies, task, state, context, now, {
    waits,
  });
  const first: Occurrence = {
    ...edited,
    seriesIndex: firstRow.seriesIndex,
    originalDate: firstRow.originalDate,
    originalTime: firstRow.originalTime ?? null,
    responsibleMemberIds: firstRow.responsibleMemberIds,
    turnReason: firstRow.turnReason,
    turnOf: firstRow.turnOf,
    ...datedIn(firstRow, edited),
    softDue: null,
    seriesId: series.id,
    checklist: followChecklist(edited.checklist, before, checklist, () => ids.next<ChecklistItemId>()),
  };
  const rows = laterRows
    .filter(({ originalDate }) => originalDate >= context.today)
    .map((row) => newOccurrence(dependencies, series, row, { now, by: memberId }));
  requireOwn([series], [first, ...rows]);
  await scope.series.insert(series);
  await scope.occurrences.save(first);
  if (rows.length > 0) await scope.occurrences.insertAll(rows);
  return first;
}

const refusal = (field: string, rule: string, message: string) =>
  validationFailed([{ field, rule, message }]);

/** As {@link beginRecurrence}; VALIDATION_FAILED when day and recurrence together give no date. */
export function begin(
  { recurrence, season }: Omit<Begun, 'start'>,
  day: CivilDate,
  { weekStartsOn }: Household,
): Begun {
  const begun = beginRecurrence(recurrence, day, weekStartsOn, season);
  if ('problems' in begun) throw validationFailed(begun.problems);
  return begun;
}

/** Who takes turns; without a rotation the people named do it each time. */
function chooseRotation(
  draft: TaskDraft,
  caller: MemberCaller,
  members: readonly TurnTaker[],
  seed: string,
): Rotation {
  if (draft.rotation === null) return { kind: 'fixed', members: [...new Set(draft.responsibleMemberIds)] };
  return requireRotation(
    draft.rotation,
    draft.visibility === 'PERSONAL' ? [ownTurns(caller.memberId)] : members,
    seed,
  );
}

type TurnTaker = Pick<Member, 'id' | 'takesTurns'>;

/** Of what is theirs alone everybody takes the turns. */
const ownTurns = (id: MemberId): TurnTaker => ({ id, takesTurns: true });

/** The rotation that is asked for, of these members only; else VALIDATION_FAILED. */
export function requireRotation(
  request: RotationRequest,
  members: readonly TurnTaker[],
  seed: string,
): Rotation {
  const { rotation, problems } = admitRotation(request, listTurnTakers(members), seed);
  if (problems.length > 0) throw validationFailed(problems);
  return rotation;
}
