import { NO_SPECIAL_DAYS } from '../../domain/days/shift.js';
import { listAwayPeriods } from '../../domain/households/away.js';
import { drawOf } from '../../domain/rotation/segment.js';
import { addDays, laterDate, type CivilDate } from '../../domain/shared/civil-date.js';
import { civilMomentAt, type TimeZone } from '../../domain/shared/zone.js';
import { isRule, ruleDateOn } from '../../domain/series/dates.js';
import { balanceInputsAfter } from '../../domain/series/assign-by-balance.js';
import { planDraw } from '../../domain/series/plan-draw.js';
import { toSeriesRows } from '../../domain/series/plan.js';
import { planContext, type PlanContext, type SeriesRecord } from '../../domain/series/series.js';
import { readBalanceInputs } from '../balance/balance-inputs.js';
import type { UnitOfWork, UnitOfWorkScope } from '../composition/unit-of-work.js';
import { applyPlan, recordPlanned, type PlanDependencies } from './apply-plan.js';
import type { DueSeries, SeriesKey } from './ports.js';
import { eachPart } from '../shared/pages.js';

/**
 * The maximum number of series whose turns one transaction draws. It is small, so that locks are held only briefly.
 */
const BATCH = 50;

/**
 * Assigns the next turns of the balanced rotations of all households whose draw is due. A draw gives each turn to the
 * member who is furthest below their expected minutes of work. It may run twice, and parallel runs share the work.
 * Returns the number of draws.
 */
export function drawTurns(dependencies: PlanDependencies & { unitOfWork: UnitOfWork }) {
  const { unitOfWork, clock } = dependencies;
  return async (): Promise<number> => {
    // UTC+14 is the time zone with the latest date, so no household has a later one.
    const day = addDays(civilMomentAt('UTC' as TimeZone, clock.now()).date, 1);
    let made = 0;
    await eachPart(async (after: SeriesKey | null) => {
      const batch = await unitOfWork.run((scope) => drawBatch(dependencies, scope, day, after));
      made += batch.made;
      return batch.last;
    });
    return made;
  };
}

type Batch = { readonly made: number; readonly last: SeriesKey | null };

async function drawBatch(
  dependencies: PlanDependencies,
  scope: UnitOfWorkScope,
  day: CivilDate,
  after: SeriesKey | null,
): Promise<Batch> {
  const due = await scope.series.dueForDraw(day, after, BATCH);
  let made = 0;
  for (const ofHousehold of Map.groupBy(due, ({ household }) => household.id).values())
    made += await drawHousehold(dependencies, scope, ofHousehold);
  return { made, last: due.at(-1)?.series ?? null };
}

/**
 * Assigns the turns of one series after the other, because turns that a member gets in one series count as their work
 * when the next series is assigned.
 */
async function drawHousehold(
  dependencies: PlanDependencies,
  scope: UnitOfWorkScope,
  due: readonly DueSeries[],
): Promise<number> {
  const [first] = due;
  if (first === undefined) return 0;
  const { household } = first;
  const now = dependencies.clock.now();
  const members = await scope.households.members(household.id);
  const context = planContext(household, listAwayPeriods(members), now);
  const wanted = due.map(({ series }) => series).filter((series) => isDue(series, context));
  if (wanted.length === 0) return 0;
  const settled = laterDate(
    context.today,
    earliest(wanted.flatMap(({ segments }) => drawOf(segments)?.until ?? [])),
  );
  let ground = await readBalanceInputs(scope, household, members, context.today, settled);
  for (const series of wanted) {
    const from = isRule(series.recurrence) ? ruleDateOn(series, context.today) : null;
    const occurrences = await scope.occurrences.ofSeriesForUpdate(household.id, series.id, from);
    const plan = planDraw(series, toSeriesRows(occurrences, series), ground, context);
    const dated = { ...context, days: NO_SPECIAL_DAYS };
    await applyPlan(dependencies, scope, { series, occurrences, plan }, dated);
    if (series.template.visibility === 'SHARED')
      ground = balanceInputsAfter(ground, plan.series?.segments ?? series.segments);
    if (plan.change.length > 0) recordPlanned(scope, 'replanned', series, now);
  }
  return wanted.length;
}

function isDue({ segments }: SeriesRecord, { today }: PlanContext): boolean {
  const next = drawOf(segments)?.next ?? null;
  return next !== null && next <= today;
}

const earliest = (dates: readonly CivilDate[]) => dates.reduce((one, other) => (one < other ? one : other));
