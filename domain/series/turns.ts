import type { RuleDate } from '../recurrence/expand.js';
import { coversDate } from '../days/pause.js';
import {
  type AwayPeriods,
  isAway,
  NOBODY_AWAY,
  samePeople,
  sameTurn,
  type Turn,
  lastDayOf,
} from '../rotation/away.js';
import { type NextOccurrence, continueTurns, startTurns } from '../rotation/continue-turns.js';
import { findReassignedTurn, findTurn, type Reassignment } from '../rotation/find-turn.js';
import { responsible } from '../rotation/responsible.js';
import { type Rotation, namedMembers, rotationWithout } from '../rotation/rotation.js';
import { isProvisional, type Segment, segmentAt } from '../rotation/segment.js';
import { type CivilDate, type Weekday, addDays, laterDate } from '../shared/civil-date.js';
import type { MemberId } from '../shared/ids.js';
import { remainingAssignees } from '../tasks/departure.js';
import { findReassignment, reassignmentWithout, NOT_REASSIGNED } from '../tasks/reassignment.js';
import type { Occurrence } from '../tasks/occurrence.js';
import {
  type ResolvedRecurrence,
  END_OF_CALENDAR,
  firstDate,
  isRule,
  seriesDates,
  spansOfSeries,
  turnDates,
} from './dates.js';
import { assignByBalance } from './assign-by-balance.js';
import type { RuleSpan } from './paused-dates.js';
import { NOTHING_TO_DO, type RowChange, type SeriesPlan, toRowChange, toSeriesRow } from './plan.js';
import {
  type PlanContext,
  type SeriesRow,
  type SeriesState,
  isRowOpen,
  isReplannable,
  replannableRows,
} from './series.js';
import type { TurnDates } from '../rotation/turn-dates.js';

/**
 * Returns the segments for the occurrence `index`, without the slots of members whose last day is over. From
 * the first date after that day, the remaining members continue the turns in their order. If a stand-in took
 * the free slot instead, the stand-in would have two turns in a row in every round.
 *
 * Roster days and balanced rotations have no ordered slots. Stand-ins take over there, as for any absence.
 *
 * @param on the date on which the occurrence is done
 */
export function closeSlots(
  { segments, dates }: { readonly segments: readonly Segment[]; readonly dates: TurnDates },
  index: number,
  on: CivilDate,
  { firstDayOfWeek, away }: { readonly firstDayOfWeek: Weekday; readonly away: AwayPeriods },
): readonly Segment[] {
  const current = segmentAt(segments, index);
  if (current === null || (current.rotation.kind !== 'turns' && current.rotation.kind !== 'shuffle'))
    return segments;
  const gone = [...namedMembers(current.rotation)].flatMap((member) => leavingAfter(away, member, on));
  const later = segments.filter(({ fromIndex }) => fromIndex > index);
  return gone.sort(byLastDay).reduce<readonly Segment[]>((before, { member, lastDay }) => {
    const first = addDays(lastDay, 1);
    const last = segmentAt(before, index);
    if (last === null) return before;
    const fromIndex = Math.max(last.fromIndex, dates.indexFrom(first));
    if (fromIndex > index) return before;
    const [due = first] = dates.between(first, addDays(first, LONGEST_GAP));
    const date = laterDate(due, last.anchorDate);
    const earlier = before.filter((segment) => segment.fromIndex <= index);
    const closed = continueTurns(
      earlier,
      { index: fromIndex, dueDate: date, date },
      rotationWithout(last.rotation, member),
      firstDayOfWeek,
    );
    return [...closed, ...later];
  }, segments);
}

/**
 * The number of days after a member's last day in which the next date is searched. Most rules have a date
 * within a year and a day.
 */
const LONGEST_GAP = 366;

type Gone = { readonly member: MemberId; readonly lastDay: CivilDate };

function leavingAfter(away: AwayPeriods, member: MemberId, on: CivilDate): readonly Gone[] {
  const lastDay = lastDayOf(away, member);
  return lastDay === null || on <= lastDay ? [] : [{ member, lastDay }];
}

const byLastDay = (one: Gone, other: Gone) => (one.lastDay < other.lastDay ? -1 : 1);

type Turned = Pick<SeriesState, 'segments' | 'recurrence' | 'start' | 'startIndex'> &
  Partial<Pick<SeriesState, 'season' | 'pauses'>> & {
    readonly template?: Pick<SeriesState['template'], 'visibility'>;
  };

/**
 * Returns who has the turn with that index and rule date. Absences and pauses are checked on the day `on`, on
 * which the occurrence is done.
 */
export function turnIn(
  series: Turned,
  index: number,
  date: CivilDate,
  context: Pick<PlanContext, 'firstDayOfWeek' | 'away'>,
  on = date,
): Turn {
  const dates = turnDates(series);
  const paused = pausedSegments(series, context.firstDayOfWeek);
  const segments = closeSlots({ segments: paused, dates }, index, on, context);
  const turn = findTurn({ segments, dates }, index, date, context, on);
  return assignedTurn(series, turn, on, context.away);
}

/**
 * Returns the segments of a series without the slots of members whose membership has ended by that date, as
 * {@link turnIn} uses them. Replanning turns from that date on starts with these segments.
 */
export function segmentsOn(
  series: Turned,
  index: number,
  date: CivilDate,
  context: Pick<PlanContext, 'firstDayOfWeek' | 'away'>,
): readonly Segment[] {
  return closeSlots({ segments: series.segments, dates: turnDates(series) }, index, date, context);
}

function pausedSegments(series: Turned, firstDayOfWeek: Weekday): readonly Segment[] {
  const { recurrence, pauses = [], season = null, segments } = series;
  if (!isRule(recurrence) || !pauses.some(({ mode }) => mode === 'later')) return segments;
  return segmentsOfSpans(segments, spansOfSeries({ ...series, season }, recurrence), firstDayOfWeek);
}

/**
 * Adapts the segments to pauses. Turns counted by weeks or months continue after a pause with the member who
 * was due, as turns counted by occurrences do.
 */
export function segmentsOfSpans(
  segments: readonly Segment[],
  spans: readonly RuleSpan[],
  firstDayOfWeek: Weekday,
): readonly Segment[] {
  return spans.slice(1).reduce((before, { startIndex: index, start: date }, place) => {
    const dueDate = spans[place]?.end ?? date;
    const isTurnedSince = (before.at(-1)?.fromIndex ?? 0) >= index;
    return isTurnedSince
      ? before
      : segmentsAfter(before, { index, dueDate, date }, undefined, firstDayOfWeek);
  }, segments);
}

/**
 * Applies a pause that assigns turns to one member. Does nothing if that member is away. Personal tasks are
 * never reassigned.
 */
function assignedTurn({ pauses = [], template }: Turned, turn: Turn, on: CivilDate, away: AwayPeriods): Turn {
  const pause = pauses.findLast((one) => one.mode === 'assign' && coversDate(one, on));
  const member = pause?.assignTo ?? null;
  if (member === null || template?.visibility === 'PERSONAL' || isAway(away, member, on)) return turn;
  const { responsibleMemberIds: due, turnOf } = turn;
  if (turnOf === null && due.length === 1 && due[0] === member) return turn;
  const named = turnOf ?? (due.length === 0 ? null : due);
  return { responsibleMemberIds: [member], turnReason: 'PAUSE', turnOf: named };
}

/** Returns the turn of a row that may be replanned. */
export function turnOfRow(series: SeriesState, row: SeriesRow, context: PlanContext): Turn {
  const { seriesIndex, date, originalDate } = row;
  if (date === null) return turnWithoutDate(series, seriesIndex, originalDate, context);
  return turnIn(series, seriesIndex, row.isException ? date : originalDate, context, date);
}

/**
 * Returns true if the assignees of the row are those whom the rotation names for its date, taking absences
 * into account.
 */
export function hasTurnOfRule(row: SeriesRow, series: SeriesState, context: PlanContext): boolean {
  if (row.date === null || findReassignment(row) !== null) return false;
  return sameTurn(turnIn(series, row.seriesIndex, row.originalDate, context, row.date), row);
}

/** Returns the turn of a row without a date. Absences and pauses are ignored, because the day is unknown. */
export function turnWithoutDate(
  series: SeriesState,
  index: number,
  date: CivilDate,
  context: Pick<PlanContext, 'firstDayOfWeek'>,
): Turn {
  return turnIn({ ...series, pauses: [] }, index, date, { ...context, away: NOBODY_AWAY });
}

/**
 * Plans the turns again after members or absences have changed. The plan considers replannable rows (see {@link
 * isReplannable}) and open future rows whose turn was swapped or rebalanced. It changes only rows whose turn differs.
 * The plan is empty if the series has ended.
 */
export function planTurns(series: SeriesState, rows: readonly SeriesRow[], context: PlanContext): SeriesPlan {
  if (series.ended) return NOTHING_TO_DO;
  const changed = rows.flatMap((row) => {
    const turn = currentTurn(series, row, context);
    return turn === null || sameTurn(turn, row) ? [] : [toRowChange(row, turn)];
  });
  return { ...NOTHING_TO_DO, change: changed };
}

/**
 * Returns the turn of a future row. It was either given to a member by a swap or rebalance, or comes from the
 * rotation. Returns null if the row is not replanned.
 */
export function currentTurn(
  series: SeriesState,
  row: SeriesRow,
  context: PlanContext,
): Turn | ReturnType<typeof findReassignedTurn> | null {
  const given =
    isRowOpen(row) && row.date !== null && row.date >= context.today ? findReassignment(row) : null;
  if (given !== null) return turnOfGiven(series, row, given, context);
  return isReplannable(row, series, context) ? turnOfRow(series, row, context) : null;
}

/**
 * Returns the turn of a row that a swap or rebalance gave to other members, taking absences into account.
 * While these members are present, `turnOf` names the members whom the rotation would assign.
 */
function turnOfGiven(series: SeriesState, row: SeriesRow, given: Reassignment, context: PlanContext) {
  const { seriesIndex: index, date, originalDate } = row;
  if (date === null) return null;
  const turn = findReassignedTurn(series, index, date, given, context.away);
  if (turn.turnReason === 'AWAY') return turn;
  const { turnOf, responsibleMemberIds } = turnIn(
    series,
    index,
    row.isException ? date : originalDate,
    context,
    date,
  );
  return { ...turn, turnOf: turnOf ?? responsibleMemberIds };
}

/**
 * Returns a reopened occurrence with its assignees computed again from the current rotation, absences and pauses. If
 * the occurrence does not repeat, is past or was changed on its own, or if its series has ended, it keeps its
 * assignees, except those who have left the household.
 *
 * @param series the current state of the series that it belongs to
 */
export function reassignReopened(
  occurrence: Occurrence,
  series: SeriesState | null,
  members: Pick<ReadonlySet<MemberId>, 'has'>,
  context: PlanContext,
): Occurrence {
  const row = toSeriesRow(occurrence, series);
  if (series !== null && !series.ended && row !== null && isReplannable(row, series, context)) {
    const turn = turnOfRow(series, row, context);
    return sameTurn(turn, occurrence) ? occurrence : { ...occurrence, ...turn };
  }
  const isMember = (id: MemberId) => members.has(id);
  const isGivenOn = findReassignment(occurrence)?.to.every(isMember) ?? true;
  if (isGivenOn && occurrence.responsibleMemberIds.every(isMember)) return occurrence;
  return { ...occurrence, ...remainingAssignees(occurrence, isMember), ...(!isGivenOn && NOT_REASSIGNED) };
}

/** A future turn. `provisional` means that the next draw may give it to somebody else. */
type UpcomingTurn = RuleDate & Turn & { readonly provisional: boolean };

/**
 * Returns the first dates that a series would have, with their turns. If the series repeats after completion,
 * only one date is known.
 *
 * @param options.to exclusive
 */
export function upcomingTurns(
  { recurrence, start, season }: ResolvedRecurrence,
  rotation: Rotation,
  { from = start, to = END_OF_CALENDAR, limit }: { from?: CivilDate; to?: CivilDate; limit: number },
  context: Pick<PlanContext, 'today' | 'firstDayOfWeek' | 'away'>,
): readonly UpcomingTurn[] {
  const begun = { recurrence, start, startIndex: 0 };
  const segments = assignByBalance(
    {
      ...begun,
      template: { durationMinutes: null },
      segments: [{ fromIndex: 0, anchorDate: start, rotation }],
    },
    context,
  );
  const dates = isRule(recurrence)
    ? seriesDates({ recurrence, start, startIndex: 0, endsBefore: null, season }, from, to)
    : [{ date: start, index: 0 }];
  const upcoming: UpcomingTurn[] = [];
  for (const one of dates) {
    const { date, index } = one;
    upcoming.push({
      ...one,
      ...turnIn({ ...begun, segments }, index, date, context),
      provisional: isRule(recurrence) && isProvisional(segments, index),
    });
    if (upcoming.length === limit) break;
  }
  return upcoming;
}

/**
 * Returns the segments after an edit. If the edit changed the offset of the rotation, the rotation starts at
 * that offset. In every other case, including an edit of the dates alone, the member who was due next stays
 * due next.
 */
export function segmentsAfter(
  segments: readonly Segment[],
  next: NextOccurrence,
  rotation: Rotation | undefined,
  firstDayOfWeek: Weekday,
): readonly Segment[] {
  const current = segmentAt(segments, next.index)?.rotation;
  if (rotation !== undefined) {
    const restarts =
      current?.kind === 'turns' && rotation.kind === 'turns' && current.offset !== rotation.offset;
    const anew = restarts ? startTurns : continueTurns;
    return anew(segments, next, rotation, firstDayOfWeek);
  }
  // A roster assigns by weekday, and a fixed rotation always assigns the same members. So neither needs an
  // adjustment if a date moves.
  if (current?.kind !== 'turns') return segments;
  const due = responsible(segments, next.index, next.dueDate, firstDayOfWeek);
  const now = responsible(segments, next.index, next.date, firstDayOfWeek);
  return samePeople(due, now) ? segments : continueTurns(segments, next, current, firstDayOfWeek);
}

/**
 * Plans the consequences of a member leaving. From the first open future occurrence on, the turns continue
 * without this member. The member who is due next comes first, or the successor if the leaving member was
 * due. In open rows that are not replanned (exceptions and overdue rows), only the leaving member is removed,
 * which may leave the row unassigned. Finished rows are not changed.
 */
export function planMemberLeft(
  series: SeriesState,
  rows: readonly SeriesRow[],
  member: MemberId,
  context: PlanContext,
): SeriesPlan {
  const pauses = series.pauses.filter(({ assignTo }) => assignTo !== member);
  if (pauses.length < series.pauses.length)
    return planAssignedLeft({ ...series, pauses }, rows, member, context);
  const current = series.segments.at(-1)?.rotation;
  const taken = withoutMember(series, rows, member, context);
  if (current === undefined || !namedMembers(current).has(member)) return { ...NOTHING_TO_DO, change: taken };
  const row = replannableRows(series, rows, context)[0];
  const coming = firstDate(series, series.horizon);
  const index = row?.seriesIndex ?? coming?.index ?? series.nextIndex;
  const date = row?.originalDate ?? coming?.date ?? context.today;
  const next = { index, dueDate: date, date };
  const rotation = rotationWithout(current, member);
  const before = segmentsOn(series, index, date, context);
  const segments = continueTurns(before, next, rotation, context.firstDayOfWeek);
  const given = new Set(taken.map(({ id }) => id));
  const staying = rows.filter(({ id }) => !given.has(id));
  return {
    ...NOTHING_TO_DO,
    series: { segments },
    change: [...planTurns({ ...series, segments }, staying, context).change, ...taken],
  };
}

/** Plans the departure of a member to whom a pause assigned turns. The rotation assigns those turns again. */
function planAssignedLeft(
  series: SeriesState,
  rows: readonly SeriesRow[],
  member: MemberId,
  context: PlanContext,
): SeriesPlan {
  const plan = planMemberLeft(series, rows, member, context);
  const planned = new Set(plan.change.map(({ id }) => id));
  const others = planTurns(series, rows, context).change.filter(({ id }) => !planned.has(id));
  return {
    ...plan,
    series: { ...plan.series, pauses: series.pauses },
    change: [...plan.change, ...(plan.series === null ? others : [])],
  };
}

function withoutMember(
  series: SeriesState,
  rows: readonly SeriesRow[],
  member: MemberId,
  context: PlanContext,
): readonly RowChange[] {
  return rows
    .filter((row) => isRowOpen(row) && !isReplannable(row, series, context))
    .filter(
      (row) =>
        row.responsibleMemberIds.includes(member) || (findReassignment(row)?.to.includes(member) ?? false),
    )
    .map((row) => {
      const responsibleMemberIds = row.responsibleMemberIds.filter((id) => id !== member);
      const unassigned = responsibleMemberIds.length === 0;
      const people = { responsibleMemberIds, ...reassignmentWithout(row, member) };
      return toRowChange(row, unassigned ? { ...people, turnReason: null } : people);
    });
}
