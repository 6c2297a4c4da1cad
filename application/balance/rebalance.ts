import { effortOf, expectedOf } from '../../domain/balance/balance.js';
import { expectedShares } from '../../domain/balance/presence.js';
import { planRebalance, type Loads, type MovableTurn } from '../../domain/balance/rebalance.js';
import type { PauseEffect } from '../../domain/days/pause.js';
import { listAwayPeriods } from '../../domain/households/away.js';
import { isAway, type AwayPeriods } from '../../domain/rotation/away.js';
import { namedMembers } from '../../domain/rotation/rotation.js';
import { segmentAt } from '../../domain/rotation/segment.js';
import { patchedOccurrence, type RowPatch } from '../../domain/series/plan.js';
import { type SeriesRecord, isSeriesVisibleTo } from '../../domain/series/series.js';
import { addDays, type DateRange } from '../../domain/shared/civil-date.js';
import type { MemberId, OccurrenceId, SeriesId } from '../../domain/shared/ids.js';
import { namedByRule, type Occurrence } from '../../domain/tasks/occurrence.js';
import { creditsEveryone } from '../../domain/tasks/ticks.js';
import { NO_FILTER } from '../../domain/tasks/views.js';
import { yieldToEventLoop } from '../bulk/yield-to-event-loop.js';
import type { NamedMember } from '../households/ports.js';
import { type MovedDate, firstMovedDates } from '../days/moved-dates.js';
import { householdNow, type MemberCaller } from '../shared/caller.js';
import { taskNotFound, invalidField } from '../shared/errors.js';
import { requireRange } from '../shared/date-range.js';
import type { Clock } from '../shared/ports.js';
import { eachRow } from '../shared/pages.js';
import { joinTransaction, dryRun } from '../composition/dry-run.js';
import type { UnitOfWorkScope } from '../composition/unit-of-work.js';
import { raiseEvent } from '../shared/events/domain-event.js';
import type { Needs } from '../composition/needs.js';

export type RebalanceRequest = DateRange & {
  /** The series whose turns may be reassigned. null means all series. */
  readonly seriesIds: readonly SeriesId[] | null;
};

export type RebalanceSummary = { readonly affected: PauseEffect; readonly dates: readonly MovedDate[] };

type Dependencies = Needs<'unitOfWork' | 'clock'>;

/** The maximum range in days. Occurrences of a series are created only about 90 days ahead (HORIZON_DAYS). */
export const REBALANCE_MAX_DAYS = 92;
/** The fields of an open occurrence that rebalancing needs. Texts are left out, because there may be many rows. */
type OpenTurn = Pick<
  Occurrence,
  | (
      | 'id'
      | 'date'
      | 'seriesId'
      | 'seriesIndex'
      | 'isException'
      | 'durationMinutes'
      | 'completion'
      | 'visibility'
    )
  | ('responsibleMemberIds' | 'turnReason' | 'balancedTo')
>;

/**
 * The maximum number of turns that one request considers. If there are more, it considers the first ones that another
 * member with less work could take, and a further request continues with later ones. This keeps the transaction short
 * and small enough for undo.
 */
const REBALANCED_TURNS = 500;

/**
 * Gives open turns of these days to other members of their rotation, so that the planned work of each member comes
 * closer to their expected share. A turn stays with its member if somebody has changed it by hand, if it was
 * reassigned because of a pause, or if several members do it together.
 *
 * @throws VALIDATION_FAILED if the range begins before the day after tomorrow, ends before it begins, or is longer
 *   than REBALANCE_MAX_DAYS.
 * @throws TASK_NOT_FOUND if the caller cannot see one of the series.
 */
export function rebalance(dependencies: Dependencies) {
  return async (caller: MemberCaller, request: RebalanceRequest): Promise<readonly Occurrence[]> =>
    (await giveTurns(dependencies, caller, request)).given;
}

type Given = {
  /** The occurrences that were reassigned, in their new state, by date. */
  readonly given: readonly Occurrence[];
  /** The number of open SHARED turns of the requested series in these days that stay with their member. */
  readonly kept: number;
};

async function giveTurns(
  { unitOfWork, clock }: Dependencies,
  caller: MemberCaller,
  request: RebalanceRequest,
): Promise<Given> {
  const now = householdNow(caller, clock);
  requireRange(request, REBALANCE_MAX_DAYS);
  if (request.from < addDays(now.date, 2))
    throw invalidField('from', 'range', 'must be the day after tomorrow or later');
  const { wanted, given } = await unitOfWork.run((scope) => planTurns(scope, caller, request, now));
  const changed =
    given.size === 0 ? [] : await unitOfWork.run((scope) => handOver(scope, caller, given, clock));
  return { given: changed, kept: wanted - changed.length };
}

/** A planned turn, and the member who gets it. */
type Handover = { readonly turn: MovableTurn; readonly taker: MemberId };

/** Reads the open SHARED occurrences of these days, without locks, and decides which turns change hands. */
async function planTurns(
  scope: UnitOfWorkScope,
  caller: MemberCaller,
  request: RebalanceRequest,
  now: ReturnType<typeof householdNow>,
): Promise<{ readonly wanted: number; readonly given: ReadonlyMap<OccurrenceId, Handover> }> {
  const { household, memberId: viewer } = caller;
  const { from, to } = request;
  const members = await scope.households.members(household.id);
  const open: OpenTurn[] = [];
  const within = { ...NO_FILTER, view: 'all', viewer, now, status: 'TODO', from, to } as const;
  for await (const row of eachRow((page) => scope.occurrences.list(household.id, within, page)))
    if (row.visibility === 'SHARED') open.push(toOpenTurn(row));
  if (request.seriesIds !== null) await requireSeries(scope, caller, request.seriesIds);
  const series = await listSeries(scope, caller, open);
  const away = listAwayPeriods(members);
  const wanted = open.filter(({ seriesId }) => isWanted(seriesId, request));
  const movable: MovableTurn[] = [];
  for (const [at, row] of wanted.entries()) {
    if (at % LOOKED_AT_ONCE === 0) await yieldToEventLoop();
    const turn = toMovable(row, series.get(row.seriesId as SeriesId), away, household);
    if (turn !== null) movable.push(turn);
  }
  const loads = loadsOf(open, members, request, caller);
  const turns = pickTurns(movable, loads);
  const given = planRebalance(turns, loads);
  return {
    wanted: wanted.length,
    given: new Map(
      turns.flatMap((turn) => {
        const taker = given.get(turn.id);
        return taker === undefined ? [] : [[turn.id, { turn, taker }] as const];
      }),
    ),
  };
}

/** After this many turns, the computation lets other work of the process run. */
const LOOKED_AT_ONCE = 1_000;

function pickTurns(movable: readonly MovableTurn[], loads: Loads): readonly MovableTurn[] {
  if (movable.length <= REBALANCED_TURNS) return movable;
  const load = (member: MemberId) => loads.get(member) ?? 0;
  return movable
    .filter(({ holder, candidates }) => candidates.some((one) => load(one) < load(holder)))
    .toSorted((one, other) => (one.date < other.date ? -1 : Number(one.date > other.date)))
    .slice(0, REBALANCED_TURNS);
}

/**
 * Reassigns the turns, except those that somebody has changed since they were planned. Returns the reassigned
 * occurrences by date.
 */
async function handOver(
  scope: UnitOfWorkScope,
  caller: MemberCaller,
  given: ReadonlyMap<OccurrenceId, Handover>,
  clock: Clock,
): Promise<readonly Occurrence[]> {
  const { household } = caller;
  // A parallel request that makes a member absent holds this lock. So this transaction waits for it, sees the
  // absence, and gives no turn to a member who is away.
  await scope.households.findForUpdate(household.id);
  await scope.series.lockAll(household.id);
  const away = listAwayPeriods(await scope.households.members(household.id));
  const rows = await scope.occurrences.lockAll(household.id, [...given.keys()]);
  const series = await listSeries(scope, caller, rows);
  const at = clock.now();
  const changed = rows.flatMap((before) => {
    const handover = given.get(before.id);
    const turn = toMovable(before, series.get(before.seriesId as SeriesId), away, household);
    if (handover === undefined || turn === null || !isAsPlanned(before, turn, handover)) return [];
    const patch = handedTo(before, handover.taker);
    const stamp = { now: at, by: caller.memberId };
    return [{ before, after: patchedOccurrence(before, patch, { stamp, newSeriesId: null }) }];
  });
  if (changed.length === 0) return [];
  scope.operation.is('REBALANCED');
  await scope.occurrences.saveAll(changed.map(({ after }) => after));
  for (const { before, after } of changed)
    raiseEvent(scope.events, caller, at, { kind: 'occurrence', action: 'edited', before, after });
  const inOrder = changed
    .map(({ after }) => after)
    .toSorted((one, other) => (String(one.date) < String(other.date) ? -1 : 1));
  scope.operation.shows(inOrder.map(({ id }) => id));
  return inOrder;
}

/**
 * Returns true if the turn is unchanged since it was planned, and can still be given to the member whom the plan
 * chose.
 */
function isAsPlanned(
  { status, deletedAt, visibility }: Occurrence,
  now: MovableTurn,
  { turn, taker }: Handover,
): boolean {
  const isOpen = status === 'TODO' && deletedAt === null && visibility === 'SHARED';
  return isOpen && now.holder === turn.holder && now.date === turn.date && now.candidates.includes(taker);
}

function toOpenTurn(row: Occurrence): OpenTurn {
  const { id, date, seriesId, seriesIndex, isException, durationMinutes, completion, visibility } = row;
  const { responsibleMemberIds, turnReason, balancedTo } = row;
  return {
    ...{ id, date, seriesId, seriesIndex, isException, durationMinutes, completion, visibility },
    ...{ responsibleMemberIds, turnReason, balancedTo },
  };
}

/** A task without a series has no turns. */
const isWanted = (id: SeriesId | null, { seriesIds }: RebalanceRequest) =>
  id !== null && (seriesIds?.includes(id) ?? true);

/** Throws TASK_NOT_FOUND if the caller cannot see one of the requested series. */
async function requireSeries(
  { series }: Pick<UnitOfWorkScope, 'series'>,
  { household, memberId }: MemberCaller,
  ids: readonly SeriesId[],
): Promise<void> {
  const found = await series.findAll(household.id, ids);
  const seen = found.filter((one) => isSeriesVisibleTo(one, memberId));
  if (seen.length < new Set(ids).size) throw taskNotFound();
}

async function listSeries(
  { series }: Pick<UnitOfWorkScope, 'series'>,
  { household }: MemberCaller,
  rows: readonly Pick<Occurrence, 'seriesId'>[],
): Promise<ReadonlyMap<SeriesId, SeriesRecord>> {
  const ids = new Set(rows.flatMap(({ seriesId }) => seriesId ?? []));
  const found = await series.findAll(household.id, [...ids]);
  return new Map(found.map((one) => [one.id, one]));
}

/** Returns null if the turn has to stay with its member. */
function toMovable(
  row: OpenTurn,
  series: SeriesRecord | undefined,
  away: AwayPeriods,
  { defaultEffortMinutes }: MemberCaller['household'],
): MovableTurn | null {
  const { id, date, seriesIndex, responsibleMemberIds, durationMinutes } = row;
  const [holder, ...others] = responsibleMemberIds;
  if (series === undefined || date === null || seriesIndex === null || holder === undefined) return null;
  const isOwn = row.isException && !(row.turnReason === 'BALANCE' && row.balancedTo !== null);
  const isPaused = row.turnReason === 'PAUSE';
  const rotation = segmentAt(series.segments, seriesIndex)?.rotation;
  if (others.length > 0 || isOwn || isPaused || rotation === undefined) return null;
  const candidates = [...namedMembers(rotation)].filter((member) => !isAway(away, member, date));
  return { id, date, minutes: effortOf(durationMinutes, defaultEffortMinutes), holder, candidates };
}

function loadsOf(
  open: readonly OpenTurn[],
  members: readonly NamedMember[],
  range: DateRange,
  { household: { timeZone, defaultEffortMinutes } }: MemberCaller,
): Loads {
  const planned = new Map(members.map(({ id }) => [id, 0]));
  let total = 0;
  for (const row of open)
    for (const member of row.responsibleMemberIds) {
      const effort = effortOf(row.durationMinutes, defaultEffortMinutes);
      const minutes = creditsEveryone(row) ? effort : effort / row.responsibleMemberIds.length;
      planned.set(member, (planned.get(member) ?? 0) + minutes);
      total += minutes;
    }
  const expected = expectedOf(total, expectedShares(members, range, timeZone));
  return new Map([...planned].map(([id, minutes]) => [id, minutes - (expected?.get(id) ?? 0)]));
}

/** Returns what {@link rebalance} would change, in a transaction that is rolled back. */
export function previewRebalance({ unitOfWork, clock }: Dependencies) {
  return (caller: MemberCaller, request: RebalanceRequest): Promise<readonly Occurrence[]> =>
    dryRun(unitOfWork, (scope) => rebalance(joinTransaction({ unitOfWork, clock }, scope))(caller, request));
}

/**
 * Returns what {@link rebalance} would change as counts and the first dates, like the previews of pauses and
 * shifts.
 */
export function summariseRebalance({ unitOfWork, clock }: Dependencies) {
  return async (caller: MemberCaller, request: RebalanceRequest): Promise<RebalanceSummary> => {
    const { given, kept } = await dryRun(unitOfWork, (scope) =>
      giveTurns(joinTransaction({ unitOfWork, clock }, scope), caller, request),
    );
    const dates = given.flatMap(({ id, seriesId, title, date, responsibleMemberIds }) =>
      date === null ? [] : [{ seriesId, occurrenceId: id, title, date, becomes: date, responsibleMemberIds }],
    );
    return {
      affected: { removed: 0, moved: 0, reassigned: given.length, kept },
      dates: firstMovedDates(dates),
    };
  };
}

/**
 * Returns the change that gives a turn to a member. If the rule names that member anyway, the reassignment is
 * removed instead.
 */
function handedTo(row: Occurrence, member: MemberId): RowPatch {
  const turnOf = namedByRule(row);
  const isTheirs = turnOf?.length === 1 && turnOf[0] === member;
  const given = { responsibleMemberIds: [member] };
  return isTheirs
    ? { ...given, turnReason: 'ROTATION', turnOf: null, balancedTo: null, isException: false }
    : { ...given, turnReason: 'BALANCE', turnOf, balancedTo: [member], isException: true };
}
