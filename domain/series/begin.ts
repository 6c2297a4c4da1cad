import { pauseBegunAfter, toSeriesPause, type Pause, type SeriesPause } from '../days/pause.js';
import { completeRotation, type RotationDefaults, type TurnTakers } from '../rotation/read-rotation.js';
import type { Rotation, RotationRequest } from '../rotation/rotation.js';
import type { CivilDate } from '../shared/civil-date.js';
import type { MemberId } from '../shared/ids.js';
import { problem } from '../shared/problem.js';
import type { Occurrence } from '../tasks/occurrence.js';
import { assignByBalance } from './assign-by-balance.js';
import type { ResolvedRecurrence } from './dates.js';
import { horizonOn, planFirstRows } from './horizon.js';
import type { NewRow } from './plan.js';
import type { PlanContext, SeriesState } from './series.js';

/** The parts of a new series that a request or an existing task gives it. */
type Beginning = ResolvedRecurrence &
  Pick<SeriesState, 'missed' | 'shift' | 'whenAway' | 'pauses' | 'template'> & {
    readonly rotation: Rotation;
  };

/** The problem of a new series whose dates are all left out by special days. */
export const ALL_LEFT_OUT = problem('shift.then', 'skip', 'would skip every future date');

/**
 * Returns a new series with its first rows: for its first date, and for all other dates from PAST_DAYS days ago to
 * HORIZON_DAYS days ahead.
 *
 * @param waits true for a series after completion whose first row has no date until somebody starts it
 * @throws RangeError if the rule has no date
 */
export function beginSeries(
  { rotation, ...given }: Beginning,
  context: PlanContext,
  waits: boolean,
): { readonly series: SeriesState; readonly rows: readonly NewRow[] } {
  const state: SeriesState = {
    ...given,
    startIndex: 0,
    segments: [{ fromIndex: 0, anchorDate: given.start, rotation }],
    horizon: given.start,
    nextIndex: 0,
    excludedDates: [],
    endsBefore: null,
    ended: false,
  };
  const assigned = { ...state, segments: assignByBalance(state, context) };
  const plan = planFirstRows(assigned, horizonOn(context.today), context, { waits });
  if (plan.create.length === 0) throw new RangeError('The recurrence rule has no first date');
  return { series: { ...assigned, ...plan.series }, rows: plan.create };
}

/**
 * Returns the rotation of a new series, and a problem for each member whom it must not name. Without a
 * requested rotation, the assignees do every occurrence. The author of a personal task takes its turns, even if
 * they take no turns in shared tasks.
 */
export function rotationOfNewSeries(
  request: RotationRequest | null,
  {
    visibility,
    createdBy,
    responsibleMemberIds,
  }: Pick<Occurrence, 'visibility' | 'createdBy' | 'responsibleMemberIds'>,
  takers: TurnTakers,
  defaults: RotationDefaults,
): ReturnType<typeof completeRotation> {
  if (request === null) return { rotation: { kind: 'fixed', members: responsibleMemberIds }, problems: [] };
  const author = { members: new Set([createdBy]), helpers: new Set<MemberId>() };
  return completeRotation(request, visibility === 'PERSONAL' ? author : takers, defaults);
}

/**
 * Returns those pauses of the household that apply to a new series, except those that assign it to a former
 * member. The first date stays as requested, even if it is within a pause.
 *
 * @param members the active members
 */
export function pausesOfNewSeries(
  pauses: readonly Pause[],
  { visibility, createdBy: author }: Pick<Occurrence, 'visibility' | 'createdBy'>,
  members: readonly MemberId[],
  start: CivilDate,
): readonly SeriesPause[] {
  return pauses
    .filter(
      ({ seriesIds, createdBy, assignTo }) =>
        seriesIds === null &&
        (assignTo === null || members.includes(assignTo)) &&
        (visibility === 'SHARED' || createdBy === author),
    )
    .flatMap((pause) => pauseBegunAfter(toSeriesPause(pause), start) ?? []);
}
