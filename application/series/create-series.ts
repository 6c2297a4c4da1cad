import { NOBODY_AWAY } from '../../domain/rotation/away.js';
import { listAwayPeriods } from '../../domain/households/away.js';
import type { Household } from '../../domain/households/household.js';
import type { Recurrence } from '../../domain/recurrence/rule.js';
import type { Member } from '../../domain/households/household.js';
import {
  completeRotation,
  listTurnTakers,
  type RotationDefaults,
} from '../../domain/rotation/read-rotation.js';
import { NO_BALANCE_INPUTS } from '../../domain/rotation/draw.js';
import type { Rotation, RotationRequest } from '../../domain/rotation/rotation.js';
import type { CivilDate } from '../../domain/shared/civil-date.js';
import type { ChecklistItemId, MemberId, SeriesId, TaskId } from '../../domain/shared/ids.js';
import type { Instant } from '../../domain/shared/zone.js';
import {
  contentOfDraft,
  mayHaveNoDate,
  timeOfRule,
  timesProblems,
  type ClientIds,
  type TaskDraft,
} from '../../domain/tasks/draft.js';
import type { Occurrence } from '../../domain/tasks/occurrence.js';
import { pauseBegunAfter, type SeriesPause, toSeriesPause } from '../../domain/days/pause.js';
import type { DifferentDays } from '../../domain/days/shift.js';
import { resolveRecurrence, type ResolvedRecurrence } from '../../domain/series/dates.js';
import { assignByBalance } from '../../domain/series/assign-by-balance.js';
import { horizonOn, planFirstRows } from '../../domain/series/horizon.js';
import type { TaskEdit } from '../../domain/series/edit.js';
import { datesOfNewRow, type NewRow } from '../../domain/series/plan.js';
import {
  planContext,
  type PlanContext,
  type SeriesRecord,
  type SeriesState,
  type SeriesTemplate,
} from '../../domain/series/series.js';
import { applyShiftToRow } from '../../domain/series/shifted-rows.js';
import { followChecklist } from '../../domain/tasks/checklist.js';
import { pickContent } from '../../domain/tasks/content.js';
import { applyOccurrenceEdit } from '../../domain/tasks/edit.js';
import type { MemberCaller } from '../shared/caller.js';
import { validationFailed } from '../shared/errors.js';
import type { UnitOfWorkScope } from '../composition/unit-of-work.js';
import { newOccurrence, toRefusal, requireHouseholdRows, type PlanDependencies } from './apply-plan.js';
import { lockShiftDays } from '../days/admit-shift.js';
import { requireMembers } from '../tasks/require-references.js';
import { readBalanceInputs } from '../balance/balance-inputs.js';
import type { StatisticsReader } from '../history/ports.js';
import type { NamedMember } from '../households/ports.js';
import type { IdGenerator } from '../shared/ports.js';

/**
 * Creates a repeating task: the series and its first rows, for dates within the next HORIZON_DAYS days. Returns the
 * first occurrence. If the draft has no date, the first occurrence has none either, until somebody sets it.
 */
export async function createSeries(
  dependencies: PlanDependencies,
  scope: UnitOfWorkScope,
  caller: MemberCaller,
  draft: TaskDraft & { readonly recurrence: Recurrence },
  given: ClientIds | null = null,
): Promise<Occurrence> {
  const { clock, ids } = dependencies;
  const { household, memberId } = caller;
  const now = clock.now();
  const { today } = planContext(household, NOBODY_AWAY, now);
  const day = draft.date ?? today;
  const begun = resolveFirstDate(draft, day, household);
  const days = await lockShiftDays(scope, household, draft);

  const members = await scope.households.members(household.id);
  const admission = await readRotationDefaults(
    dependencies,
    scope,
    household,
    members,
    draft.rotation,
    today,
  );
  const rotation = chooseRotation(draft, caller, members, admission);
  if (draft.rotation === null) await requireMembers(scope.households, caller, draft.responsibleMemberIds);

  const checklist = draft.checklist.map(({ title }) => title);
  const pauses = await findPauses(scope, caller, draft, members, begun.start);
  const state = newState(
    begun,
    rotation,
    { ...draft, pauses },
    {
      ...contentOfDraft({ ...draft, date: day }),
      checklist,
    },
  );
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
  const place = placedIn(series, days, context);
  const [begins, ...later] = [firstRow, ...laterRows].flatMap((row) => place(toOccurrence(row)) ?? []);
  if (begins === undefined) throw validationFailed([ALL_LEFT_OUT]);
  const first = withGivenIds(begins, given);
  await scope.series.insertWithTask(series, [first, ...later]);
  return first;
}

/**
 * Returns a function that applies special days to a new row. The function returns null for a row that the special
 * days remove.
 */
function placedIn(series: SeriesRecord, days: DifferentDays | null, context: PlanContext) {
  return (row: Occurrence) => (days === null ? row : applyShiftToRow(series, row, days, context));
}

const ALL_LEFT_OUT = { field: 'shift.then', rule: 'skip', message: 'would skip every future date' };

function withGivenIds(first: Occurrence, given: ClientIds | null): Occurrence {
  if (given === null) return first;
  const checklist = first.checklist.map((item, i) => ({ ...item, id: given.itemIds[i] ?? item.id }));
  return { ...first, id: given.occurrenceId, checklist };
}

/** Returns a new series with its first rows, for dates within the next HORIZON_DAYS days. */
function startSeries(
  { ids }: PlanDependencies,
  task: Pick<SeriesRecord, 'householdId' | 'taskId' | 'createdBy'>,
  state: SeriesState,
  context: PlanContext,
  now: Instant,
  first: { readonly waits: boolean },
): { series: SeriesRecord; firstRow: NewRow; laterRows: readonly NewRow[] } {
  const turned = { ...state, segments: assignByBalance(state, context) };
  const plan = planFirstRows(turned, horizonOn(context.today), context, first);
  const [firstRow, ...laterRows] = plan.create;
  if (firstRow === undefined) throw new RangeError('The recurrence rule has no first date');
  const begun = { ...turned, ...plan.series, ...task };
  const series = { ...begun, id: ids.next<SeriesId>(), version: 1, createdAt: now, endedAt: null };
  return { series, firstRow, laterRows };
}

/**
 * Returns the pauses that apply to a new series, except those that assign it to a former member. The first date
 * stays as requested, even if it is within a pause.
 */
async function findPauses(
  { pauses }: Pick<UnitOfWorkScope, 'pauses'>,
  { household, memberId, hasPauses }: MemberCaller,
  { whenAway, visibility }: Pick<TaskDraft, 'whenAway' | 'visibility'>,
  members: readonly NamedMember[],
  start: CivilDate,
): Promise<readonly SeriesPause[]> {
  if (hasPauses !== true || whenAway === 'keep') return [];
  const all = await pauses.list(household.id, memberId);
  const isHere = (id: MemberId | null) => id === null || members.some((member) => member.id === id);
  return all
    .filter(
      ({ seriesIds, createdBy, assignTo }) =>
        seriesIds === null && isHere(assignTo) && (visibility === 'SHARED' || createdBy === memberId),
    )
    .flatMap((pause) => pauseBegunAfter(toSeriesPause(pause), start) ?? []);
}

function newState(
  begun: ResolvedRecurrence,
  rotation: Rotation,
  { missed, shift, whenAway, pauses }: Pick<SeriesState, 'missed' | 'shift' | 'whenAway' | 'pauses'>,
  template: SeriesTemplate,
): SeriesState {
  return {
    ...begun,
    startIndex: 0,
    segments: [{ fromIndex: 0, anchorDate: begun.start, rotation }],
    missed,
    shift,
    whenAway,
    pauses,
    template,
    horizon: begun.start,
    nextIndex: 0,
    excludedDates: [],
    endsBefore: null,
    ended: false,
  };
}

/**
 * Makes a locked one-off task the first occurrence of a series. It keeps its id, ticks, files and history, and moves
 * to the first date of the rule. The other rows of the series begin today.
 *
 * @throws VALIDATION_FAILED if the task has no date or is not open.
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
    shift = null,
    whenAway = null,
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
  const outcome = applyOccurrenceEdit(
    target,
    { ...plain, ...(responsibleMemberIds && { responsibleMemberIds }) },
    { ...context, editor: memberId, now },
  );
  if (outcome.kind !== 'edited') throw toRefusal(outcome);
  const { occurrence: edited } = outcome;
  if (edited.status !== 'TODO')
    throw refusal('recurrence', 'open', 'is allowed only for an open task. Reopen it first');
  if (edited.date === null && !mayHaveNoDate(recurrence))
    throw refusal('date', 'required', 'is required for a task that repeats by a rule');

  const problems = timesProblems({ recurrence, time: plain.time ?? null, allDay: plain.allDay ?? null });
  if (problems.length > 0) throw validationFailed(problems);
  const waits = edited.date === null;
  const day = edited.date ?? context.today;
  const begun = resolveFirstDate({ recurrence, season }, day, household);
  const takers = edited.visibility === 'PERSONAL' ? [ownTurns(edited.createdBy)] : members;
  const turns: Rotation = rotation
    ? requireRotation(
        rotation,
        takers,
        await readRotationDefaults(dependencies, scope, household, members, rotation, context.today),
      )
    : { kind: 'fixed', members: edited.responsibleMemberIds };
  const days = await lockShiftDays(scope, household, { shift, recurrence });
  const before = edited.checklist.map(({ title }) => title);
  const pauses = await findPauses(scope, caller, { ...edited, whenAway }, members, begun.start);
  const state = newState(
    begun,
    turns,
    { missed, shift, whenAway, pauses },
    {
      ...pickContent(edited),
      ...(waits && { allDay: true }),
      ...timeOfRule({ recurrence }),
      checklist: checklist ?? before,
    },
  );
  const { householdId, taskId, createdBy } = target;
  const task = { householdId, taskId, createdBy };
  const { series, firstRow, laterRows } = startSeries(dependencies, task, state, context, now, {
    waits,
  });
  const steps = followChecklist(edited.checklist, before, checklist, () => ids.next<ChecklistItemId>());
  const asFirst = (row: NewRow): Occurrence => ({
    ...edited,
    seriesIndex: row.seriesIndex,
    originalDate: row.originalDate,
    originalTime: row.originalTime ?? null,
    responsibleMemberIds: row.responsibleMemberIds,
    turnReason: row.turnReason,
    turnOf: row.turnOf,
    ...datesOfNewRow(row, edited),
    softDue: null,
    seriesId: series.id,
    checklist: steps,
  });
  const place = placedIn(series, days, context);
  const all = [firstRow, ...laterRows];
  const begins = all.findIndex((row) => place(asFirst(row)) !== null);
  const first = begins < 0 ? null : place(asFirst(all[begins] as NewRow));
  if (first === null) throw validationFailed([ALL_LEFT_OUT]);
  const rows = all
    .slice(begins + 1)
    .filter(({ originalDate }) => originalDate >= context.today)
    .flatMap((row) => place(newOccurrence(dependencies, series, row, { now, by: memberId })) ?? []);
  requireHouseholdRows([series], [first, ...rows]);
  await scope.series.insertAll([series]);
  await scope.occurrences.save(first);
  if (rows.length > 0) await scope.occurrences.insertAll(rows);
  return first;
}

const refusal = (field: string, rule: string, message: string) =>
  validationFailed([{ field, rule, message }]);

/** Like {@link resolveRecurrence}, but throws VALIDATION_FAILED if the recurrence has no date from this day on. */
export function resolveFirstDate(
  { recurrence, season }: Omit<ResolvedRecurrence, 'start'>,
  day: CivilDate,
  { weekStartsOn }: Household,
): ResolvedRecurrence {
  const begun = resolveRecurrence(recurrence, day, weekStartsOn, season);
  if ('problems' in begun) throw validationFailed(begun.problems);
  return begun;
}

/** Returns the rotation of a new series. Without a requested rotation, the assignees do every occurrence. */
function chooseRotation(
  draft: TaskDraft,
  caller: MemberCaller,
  members: readonly TurnTaker[],
  admission: RotationDefaults,
): Rotation {
  if (draft.rotation === null) return { kind: 'fixed', members: [...new Set(draft.responsibleMemberIds)] };
  return requireRotation(
    draft.rotation,
    draft.visibility === 'PERSONAL' ? [ownTurns(caller.memberId)] : members,
    admission,
  );
}

/** Reads the data that completes a requested rotation. Only a balanced rotation needs statements. */
export async function readRotationDefaults(
  { ids }: { readonly ids: IdGenerator },
  readers: { readonly statistics: StatisticsReader },
  household: Household,
  members: readonly NamedMember[],
  request: RotationRequest | null | undefined,
  today: CivilDate,
): Promise<RotationDefaults> {
  const seed = ids.next<SeriesId>();
  if (request?.kind !== 'balanced') return { seed, balanceInputs: NO_BALANCE_INPUTS };
  return { seed, balanceInputs: await readBalanceInputs(readers, household, members, today) };
}

type TurnTaker = Pick<Member, 'id' | 'takesTurns'>;

/** Returns the author of a personal task as a turn taker, even if the author takes no turns in shared tasks. */
const ownTurns = (id: MemberId): TurnTaker => ({ id, takesTurns: true });

/** Returns the requested rotation. Throws VALIDATION_FAILED if it is invalid or names somebody who takes no turns. */
export function requireRotation(
  request: RotationRequest,
  members: readonly TurnTaker[],
  admission: RotationDefaults,
): Rotation {
  const { rotation, problems } = completeRotation(request, listTurnTakers(members), admission);
  if (problems.length > 0) throw validationFailed(problems);
  return rotation;
}
