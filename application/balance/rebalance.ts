import { effortOf, expectedOf, type Expected } from '../../domain/balance/balance.js';
import { countPresentDays, type DateRange } from '../../domain/balance/presence.js';
import { planRebalance, type Loads, type MovableTurn } from '../../domain/balance/rebalance.js';
import type { PauseEffect } from '../../domain/days/pause.js';
import { listAwayPeriods } from '../../domain/households/away.js';
import { isAway, type AwayPeriods } from '../../domain/rotation/away.js';
import { namedMembers } from '../../domain/rotation/rotation.js';
import { segmentAt } from '../../domain/rotation/segment.js';
import { patchedOccurrence, type RowPatch } from '../../domain/series/plan.js';
import type { SeriesRecord } from '../../domain/series/series.js';
import { addDays } from '../../domain/shared/civil-date.js';
import type { MemberId, SeriesId } from '../../domain/shared/ids.js';
import { namedByRule, type Occurrence } from '../../domain/tasks/occurrence.js';
import { countsForEach } from '../../domain/tasks/ticks.js';
import { NO_FILTER } from '../../domain/tasks/views.js';
import type { NamedMember } from '../households/ports.js';
import { type MovedDate, tellFirst } from '../days/moved-dates.js';
import { householdNow, type MemberCaller } from '../shared/caller.js';
import { taskNotFound, validationFailed } from '../shared/errors.js';
import { requireRange } from '../shared/date-range.js';
import type { Clock } from '../shared/ports.js';
import { eachRow } from '../shared/pages.js';
import { joining, rehearse } from '../shared/rehearse.js';
import type { UnitOfWork, UnitOfWorkScope } from '../shared/unit-of-work.js';

export type RebalanceRequest = DateRange & {
  /** null: all of them. */
  readonly seriesIds: readonly SeriesId[] | null;
};

export type ForetoldRebalance = { readonly affected: PauseEffect; readonly dates: readonly MovedDate[] };

type Dependencies = { readonly unitOfWork: UnitOfWork; readonly clock: Clock };

/** How far ahead at most: rows reach little further. */
export const REBALANCE_MAX_DAYS = 92;
/** What is needed of an open occurrence: without its texts, since there may be many. */
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
 * Gives open turns of these days to others of their rotation, so that what is planned comes nearer to what is expected
 * of each. A turn that somebody touched, or a pause gave away, stays, and so does one of several people together. VALIDATION_FAILED for days
 * before the day after tomorrow, since what is about to be done is settled; TASK_NOT_FOUND for a series that is absent.
 */
export function rebalance(dependencies: Dependencies) {
  return async (caller: MemberCaller, request: RebalanceRequest): Promise<readonly Occurrence[]> =>
    (await giveTurns(dependencies, caller, request)).given;
}

type Given = {
  /** As they are then, by date. */
  readonly given: readonly Occurrence[];
  /** How many turns of these days stay with whoever has them. */
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
    throw validationFailed([
      { field: 'from', rule: 'range', message: 'must be the day after tomorrow or later' },
    ]);
  return unitOfWork.run(async (scope) => {
    const { household } = caller;
    // Whoever goes away meanwhile is waited for, and turns fall on nobody who is not there.
    await scope.households.findForUpdate(household.id);
    await scope.series.lockAll(household.id);
    const members = await scope.households.members(household.id);
    const open: OpenTurn[] = [];
    const { from, to } = request;
    const within = {
      ...NO_FILTER,
      view: 'all',
      viewer: caller.memberId,
      now,
      status: 'TODO',
      from,
      to,
    } as const;
    for await (const row of eachRow((page) => scope.occurrences.list(household.id, within, page)))
      if (row.visibility === 'SHARED') open.push(toOpenTurn(row));
    if (request.seriesIds !== null) await requireSeries(scope, caller, request.seriesIds);
    const series = await listSeries(scope, caller, open);
    const away = listAwayPeriods(members);
    const wanted = open.filter(({ seriesId }) => isWanted(seriesId, request));
    const movable = wanted.flatMap(
      (row) => toMovable(row, series.get(row.seriesId as SeriesId), away, household) ?? [],
    );
    const given = planRebalance(movable, loadsOf(open, members, request, caller));
    const before = await scope.occurrences.lockAll(household.id, [...given.keys()]);
    const at = clock.now();
    const changed = before.map((row) =>
      patchedOccurrence(row, handedTo(row, given.get(row.id) as MemberId), {
        stamp: { now: at, by: caller.memberId },
        newSeriesId: null,
      }),
    );
    const kept = wanted.length - changed.length;
    if (changed.length === 0) return { given: [], kept };
    scope.operation.is('REBALANCED');
    await scope.occurrences.saveAll(changed);
    for (const [i, after] of changed.entries())
      scope.events.raise({
        ...{ kind: 'occurrence', action: 'edited', before: before[i] as Occurrence, after },
        ...{ householdId: household.id, actorId: caller.memberId, at },
      });
    const inOrder = changed.toSorted((one, other) => (String(one.date) < String(other.date) ? -1 : 1));
    scope.operation.shows(inOrder.map(({ id }) => id));
    return { given: inOrder, kept };
  });
}

function toOpenTurn(row: Occurrence): OpenTurn {
  const { id, date, seriesId, seriesIndex, isException, durationMinutes, completion, visibility } = row;
  const { responsibleMemberIds, turnReason, balancedTo } = row;
  return {
    ...{ id, date, seriesId, seriesIndex, isException, durationMinutes, completion, visibility },
    ...{ responsibleMemberIds, turnReason, balancedTo },
  };
}

/** Of what does not repeat nothing is anybody's turn. */
const isWanted = (id: SeriesId | null, { seriesIds }: RebalanceRequest) =>
  id !== null && (seriesIds?.includes(id) ?? true);

/** TASK_NOT_FOUND where one is absent for the caller. */
async function requireSeries(
  { series }: Pick<UnitOfWorkScope, 'series'>,
  { household, memberId }: MemberCaller,
  ids: readonly SeriesId[],
): Promise<void> {
  const found = await series.findAll(household.id, ids);
  const seen = found.filter(
    ({ template, createdBy }) => template.visibility === 'SHARED' || createdBy === memberId,
  );
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

/** null: it stays with whoever has it. */
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
      const minutes = countsForEach(row) ? effort : effort / row.responsibleMemberIds.length;
      planned.set(member, (planned.get(member) ?? 0) + minutes);
      total += minutes;
    }
  const expected = expectedOf(
    total,
    members.map((member): Expected => ({
      ...{ memberId: member.id, weight: member.weight },
      presentDays: countPresentDays(member, range, timeZone),
    })),
  );
  return new Map([...planned].map(([id, minutes]) => [id, minutes - (expected?.get(id) ?? 0)]));
}

/** What {@link rebalance} would do, in a transaction of which nothing remains. */
export function previewRebalance({ unitOfWork, clock }: Dependencies) {
  return (caller: MemberCaller, request: RebalanceRequest): Promise<readonly Occurrence[]> =>
    rehearse(unitOfWork, (scope) => rebalance(joining({ unitOfWork, clock }, scope))(caller, request));
}

/** What {@link rebalance} would do, told as pauses and shifts are: counts, and the first dates. */
export function foretellRebalance({ unitOfWork, clock }: Dependencies) {
  return async (caller: MemberCaller, request: RebalanceRequest): Promise<ForetoldRebalance> => {
    const { given, kept } = await rehearse(unitOfWork, (scope) =>
      giveTurns(joining({ unitOfWork, clock }, scope), caller, request),
    );
    const dates = given.flatMap(({ id, seriesId, title, date, responsibleMemberIds }) =>
      date === null ? [] : [{ seriesId, occurrenceId: id, title, date, becomes: date, responsibleMemberIds }],
    );
    return { affected: { removed: 0, moved: 0, reassigned: given.length, kept }, dates: tellFirst(dates) };
  };
}

/** Who gets back what the rule gives them has it by the rule. */
function handedTo(row: Occurrence, member: MemberId): RowPatch {
  const turnOf = namedByRule(row);
  const isTheirs = turnOf?.length === 1 && turnOf[0] === member;
  const given = { responsibleMemberIds: [member] };
  return isTheirs
    ? { ...given, turnReason: 'ROTATION', turnOf: null, balancedTo: null, isException: false }
    : { ...given, turnReason: 'BALANCE', turnOf, balancedTo: [member], isException: true };
}
