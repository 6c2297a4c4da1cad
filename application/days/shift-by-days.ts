import {
  dayShiftProblems,
  type DayShift,
  SHIFTED_DATES_LIMIT,
  SHIFTED_SERIES_LIMIT,
} from '../../domain/days/shift-by-days.js';
import { listAwayPeriods } from '../../domain/households/away.js';
import { isFewEnough } from '../../domain/operations/inverse.js';
import { NOTHING_TO_DO } from '../../domain/series/plan.js';
import {
  countShifted,
  type LeftReason,
  listShiftedTurns,
  planShiftByDays,
  type Room,
  type ShiftPlan,
} from '../../domain/series/shift-by-days.js';
import { seriesDates } from '../../domain/series/dates.js';
import {
  planContext,
  type PlanContext,
  type SeriesRecord,
  type SeriesRow,
  type SeriesState,
} from '../../domain/series/series.js';
import { addDays, type CivilDate } from '../../domain/shared/civil-date.js';
import type { CategoryId, OccurrenceId, SeriesId } from '../../domain/shared/ids.js';
import { mutated, type Occurrence } from '../../domain/tasks/occurrence.js';
import { NO_FILTER } from '../../domain/tasks/views.js';
import { type PlanDependencies, recordSeries } from '../series/apply-plan.js';
import { householdNow, type MemberCaller } from '../shared/caller.js';
import {
  ApplicationError,
  categoryMissing,
  householdNotFound,
  taskNotFound,
  validationFailed,
} from '../shared/errors.js';
import type { Needs } from '../shared/needs.js';
import { rehearse } from '../shared/rehearse.js';
import { joinOrRun, type UnitOfWorkScope } from '../shared/unit-of-work.js';
import { recordOccurrence } from '../tasks/change-occurrence.js';
import { ALL, type MovedDate, tellFirst } from './moved-dates.js';
import { type CarriedOut, planMany } from './plan-many.js';

/** Which series are moved: those named, those of a category, or all. */
export type Shifted =
  | { readonly kind: 'series'; readonly ids: readonly SeriesId[] }
  | { readonly kind: 'category'; readonly id: CategoryId }
  | { readonly kind: 'all' };

export type ShiftRequest = DayShift & {
  readonly what: Shifted;
  /** Whether tasks that do not repeat are moved too. */
  readonly oneOff: boolean;
};

/** What is left as it is, and why. */
export type LeftOne = {
  readonly seriesId: SeriesId | null;
  /** Of a task that does not repeat. */
  readonly occurrenceId: OccurrenceId | null;
  readonly title: string;
  readonly reason: LeftReason;
};

export type ShiftEffect = Readonly<Record<'moved' | 'removed' | 'kept' | 'left', number>>;

/** What a shift did, with the first dates that are others by it. */
export type MadeShift = {
  readonly affected: ShiftEffect;
  readonly dates: readonly MovedDate[];
  readonly left: readonly LeftOne[];
  /** Not where it touched more than can be kept. */
  readonly undoable: boolean;
};

type Dependencies = Needs<'unitOfWork' | 'clock' | 'ids'>;

/** How many of those that are left an answer tells. */
const TOLD_LEFT = 100;

/**
 * Moves what is planned from a day on, for good, by some days: series as an edit with scope `following` would, one-off tasks
 * by their date. Of what the caller sees alone; what stays when everybody is away is left unless it is named.
 * VALIDATION_FAILED for days out of range, or a category that is absent; TASK_NOT_FOUND for a series that is; LIMIT_REACHED
 * for more series, or more dates, than one shift moves.
 */
export function shiftByDays(dependencies: Dependencies) {
  const { unitOfWork, clock } = dependencies;
  return (caller: MemberCaller, request: ShiftRequest, within?: UnitOfWorkScope): Promise<MadeShift> =>
    joinOrRun(unitOfWork, within ?? null, async (scope) => {
      const { household } = caller;
      const { date: today } = householdNow(caller, clock);
      const problems = dayShiftProblems(request, today);
      if (problems.length > 0) throw validationFailed(problems);
      if ((await scope.households.findForUpdate(household.id)) === null) throw householdNotFound();
      await requireCategory(scope, caller, request.what);
      await scope.series.lockAll(household.id);
      const all = await listSeries(scope, caller);
      const wanted = pickWanted(all, request.what);
      const tasks = request.oneOff ? await listTasks(dependencies, scope, caller, request) : [];
      requireRoom(wanted, tasks, request);
      const members = await scope.households.members(household.id, { withFormer: true });
      const context = planContext(household, listAwayPeriods(members), clock.now());
      const parts = await shiftSeries(dependencies, scope, caller, { all, wanted, request, context });
      parts.push(await shiftTasks(dependencies, scope, caller, tasks, { days: request.days, today }));
      const left = [...leftAtHome(all, request.what), ...parts.flatMap((part) => part.left)];
      const dates = parts.flatMap((part) => part.dates);
      const count = (did: 'moved' | 'removed') => dates.filter((one) => one.did === did).length;
      const kept = parts.reduce((sum, part) => sum + part.kept, 0);
      const affected = { moved: count('moved'), removed: count('removed'), kept, left: left.length };
      if (dates.length > 0) {
        scope.operation.is('SHIFTED');
        scope.operation.shows([], { days: request.days, from: request.from });
      }
      return {
        ...{ affected, dates: tellFirst(dates), left: left.slice(0, TOLD_LEFT) },
        undoable: isFewEnough(scope.journal.entries()),
      };
    });
}

/** What {@link shiftByDays} would do, in a transaction of which nothing remains. */
export function previewShift(dependencies: Dependencies) {
  return (caller: MemberCaller, request: ShiftRequest): Promise<MadeShift> =>
    rehearse(dependencies.unitOfWork, (scope) => shiftByDays(dependencies)(caller, request, scope));
}

async function requireCategory(
  { categories }: Pick<UnitOfWorkScope, 'categories'>,
  { household }: MemberCaller,
  what: Shifted,
): Promise<void> {
  if (what.kind !== 'category') return;
  if ((await categories.findForUpdate(household.id, what.id)) === null) throw categoryMissing();
}

/** Those that have not ended and that the caller sees: what is shared first, which is what the others are told of. */
async function listSeries(
  { series }: Pick<UnitOfWorkScope, 'series'>,
  { household, memberId }: MemberCaller,
): Promise<readonly SeriesRecord[]> {
  const { rows } = await series.list(household.id, memberId, ALL);
  const found = await series.findAll(
    household.id,
    rows.map(({ id }) => id),
  );
  const isPersonal = ({ template }: SeriesRecord) => template.visibility === 'PERSONAL';
  return found.toSorted((one, other) => Number(isPersonal(one)) - Number(isPersonal(other)));
}

/** TASK_NOT_FOUND where one that is named is absent. */
function pickWanted(all: readonly SeriesRecord[], what: Shifted): readonly SeriesRecord[] {
  if (what.kind !== 'series') return all.filter((one) => isWithin(one, what) && one.whenAway !== 'keep');
  const ids = new Set(what.ids);
  const named = all.filter(({ id }) => ids.has(id));
  if (named.length < ids.size) throw taskNotFound();
  return named;
}

const isWithin = ({ template }: SeriesRecord, what: Shifted) =>
  what.kind === 'all' || (what.kind === 'category' && template.categoryId === what.id);

function leftAtHome(all: readonly SeriesRecord[], what: Shifted): readonly LeftOne[] {
  const keeping = all.filter((one) => isWithin(one, what) && one.whenAway === 'keep');
  return keeping.map((one) => leftSeries(one, 'WHEN_AWAY_KEEP'));
}

const leftSeries = ({ id, template: { title } }: SeriesRecord, reason: LeftReason): LeftOne => ({
  ...{ seriesId: id, occurrenceId: null, title, reason },
});

function requireRoom(
  wanted: readonly SeriesRecord[],
  tasks: readonly Occurrence[],
  request: ShiftRequest,
): void {
  const refuse = (limit: string, message: string) =>
    new ApplicationError('LIMIT_REACHED', message, { limit });
  if (wanted.length > SHIFTED_SERIES_LIMIT)
    throw refuse(
      'shiftedSeries',
      `At most ${SHIFTED_SERIES_LIMIT} series are moved at once: name some of them`,
    );
  let count = tasks.length;
  for (const one of wanted) {
    count += countShifted(one, request, SHIFTED_DATES_LIMIT + 1);
    if (count > SHIFTED_DATES_LIMIT)
      throw refuse(
        'shiftedDates',
        `At most ${SHIFTED_DATES_LIMIT} dates are moved at once: name some series`,
      );
  }
}

type Told = MovedDate & { readonly did: 'moved' | 'removed' };
type Part = { readonly dates: readonly Told[]; readonly kept: number; readonly left: readonly LeftOne[] };
type Shifting = {
  readonly all: readonly SeriesRecord[];
  readonly wanted: readonly SeriesRecord[];
  readonly request: ShiftRequest;
  readonly context: PlanContext;
};

/**
 * The parts of a task make room for one another: those that come later go first where dates are put off, and last where they
 * come earlier.
 */
async function shiftSeries(
  dependencies: PlanDependencies,
  scope: UnitOfWorkScope,
  caller: MemberCaller,
  { all, wanted, request, context }: Shifting,
): Promise<Part[]> {
  const ids = new Set(wanted.map(({ id }) => id));
  const order = [...Map.groupBy(all, ({ taskId }) => taskId).values()].flatMap((task) => {
    const inOrder = task.toSorted((one, other) => (endOf(one) < endOf(other) ? -1 : 1));
    return request.days > 0 ? inOrder.toReversed() : inOrder;
  });
  const moved = new Map<SeriesId, SeriesState>();
  const neighbourOf = ({ id, taskId }: SeriesRecord): Neighbour | null => {
    const before = order[order.findIndex((one) => one.id === id) - 1];
    if (before?.taskId !== taskId) return null;
    return { series: moved.get(before.id) ?? before, isMoved: moved.has(before.id) };
  };
  const planOne = (one: SeriesRecord, rows: readonly SeriesRow[]) => {
    const room = roomBeside(one, neighbourOf(one), request.days, context);
    const shift = planShiftByDays(one, rows, request, room, context);
    if (typeof shift === 'string') return { shift, plan: NOTHING_TO_DO };
    moved.set(one.id, shift.after);
    return { shift, plan: shift.plan };
  };
  const shifted = order.filter(({ id }) => ids.has(id));
  const parts: Part[] = [];
  for await (const done of planMany(dependencies, scope, shifted, context, planOne)) {
    if (typeof done.shift !== 'string') recordSeries(dependencies, scope, caller, 'edited', done.series);
    parts.push(tellShifted(done));
  }
  return parts;
}

const endOf = ({ endsBefore }: SeriesRecord): string => endsBefore ?? '9999';

/** The part of the task that was looked at before: the younger one where dates are put off, else the older one. */
type Neighbour = { readonly series: SeriesState; readonly isMoved: boolean };

function roomBeside(
  { endsBefore }: SeriesRecord,
  neighbour: Neighbour | null,
  days: number,
  { today }: PlanContext,
): Room {
  if (days > 0) {
    const isMoved = neighbour?.isMoved ?? false;
    return { notBefore: null, endsBefore: isMoved ? endsBefore && addDays(endsBefore, days) : endsBefore };
  }
  return {
    notBefore: neighbour && dayAfterLast(neighbour.series, today),
    endsBefore: endsBefore && addDays(endsBefore, days),
  };
}

/** The first day on which nothing of a series that ends is due any more. */
function dayAfterLast(series: SeriesState, today: CivilDate): CivilDate {
  const dates = series.endsBefore === null ? [] : [...seriesDates(series, today, series.endsBefore)];
  const last = dates.at(-1);
  return last === undefined ? today : addDays(last.date, 1);
}

function tellShifted({
  series,
  occurrences,
  shift,
  written,
}: CarriedOut & { readonly shift: ShiftPlan | LeftReason }): Part {
  if (typeof shift === 'string') return { dates: [], kept: 0, left: [leftSeries(series, shift)] };
  const titles = new Map(occurrences.map((row) => [row.id, row.title]));
  const dates = listShiftedTurns(shift, written).map(({ row, date, did, responsibleMemberIds }) => ({
    ...{ seriesId: series.id, occurrenceId: row.id, title: titles.get(row.id) ?? series.template.title },
    ...{ date: row.date ?? row.originalDate, becomes: date, did, responsibleMemberIds },
  }));
  return { dates, kept: shift.kept.length, left: [] };
}

/** Open ones that do not repeat, of that category or of all. */
async function listTasks(
  { clock }: Pick<PlanDependencies, 'clock'>,
  { occurrences }: Pick<UnitOfWorkScope, 'occurrences'>,
  caller: MemberCaller,
  { from, what }: ShiftRequest,
): Promise<readonly Occurrence[]> {
  const query = { ...NO_FILTER, view: 'all', status: 'TODO', viewer: caller.memberId, from } as const;
  const categoryId = what.kind === 'category' ? what.id : null;
  const now = householdNow(caller, clock);
  const { rows } = await occurrences.list(caller.household.id, { ...query, now, categoryId }, ALL);
  return rows.filter(({ seriesId, date }) => seriesId === null && date !== null);
}

/** None of them comes to lie before today. */
async function shiftTasks(
  { clock }: Pick<PlanDependencies, 'clock'>,
  scope: UnitOfWorkScope,
  caller: MemberCaller,
  tasks: readonly Occurrence[],
  { days, today }: { readonly days: number; readonly today: CivilDate },
): Promise<Part> {
  const found = await scope.occurrences.lockAll(
    caller.household.id,
    tasks.map(({ id }) => id),
  );
  const stamp = { now: clock.now(), by: caller.memberId };
  const dated = found.flatMap((was) => (was.date === null ? [] : [{ was, date: addDays(was.date, days) }]));
  const changed = dated
    .filter(({ date }) => date >= today)
    .map(({ was, date }) => [was, mutated(was, { date }, stamp)] as const);
  if (changed.length > 0) await scope.occurrences.saveAll(changed.map(([, after]) => after));
  for (const [was, is] of changed) recordOccurrence(scope, caller, 'edited', was, is);
  return {
    kept: 0,
    left: dated
      .filter(({ date }) => date < today)
      .map(({ was: { id, title } }) => ({
        ...{ seriesId: null, occurrenceId: id, title, reason: 'NOTHING_EARLIER' },
      })),
    dates: changed.map(([{ id, title, date, responsibleMemberIds }, is]) => ({
      ...{ seriesId: null, occurrenceId: id, title, responsibleMemberIds, did: 'moved' },
      ...{ date: date as CivilDate, becomes: is.date },
    })),
  };
}
