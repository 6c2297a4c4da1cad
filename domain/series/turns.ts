import type { RuleDate } from '../recurrence/expand.js';
import { coversDate } from '../days/pause.js';
import { type AwayPeriods, isAway, NOBODY_AWAY, samePeople, sameTurn, type Turn } from '../rotation/away.js';
import { closeSlots } from '../rotation/closed-slots.js';
import { type NextOccurrence, continueTurns, startTurns } from '../rotation/continue-turns.js';
import { findGivenTurn, findTurn, type GivenTurn } from '../rotation/find-turn.js';
import { responsible } from '../rotation/responsible.js';
import { type Rotation, namedMembers, rotationWithout } from '../rotation/rotation.js';
import { isProvisional, type Segment, segmentAt } from '../rotation/segment.js';
import type { CivilDate, Weekday } from '../shared/civil-date.js';
import type { MemberId } from '../shared/ids.js';
import { whoStays } from '../tasks/departure.js';
import { givenTurn, givenWithout, NOT_GIVEN } from '../tasks/given-turn.js';
import type { Occurrence } from '../tasks/occurrence.js';
import { type Begun, END_OF_CALENDAR, firstDate, isRule, seriesDates, spansOfSeries } from './dates.js';
import { drawn } from './draw.js';
import type { Span } from './paused-dates.js';
import { turnDates } from './turn-dates.js';
import { NOTHING_TO_DO, type RowChange, type SeriesPlan, change, toSeriesRow } from './plan.js';
import {
  type PlanContext,
  type SeriesRow,
  type SeriesState,
  isOpen,
  isReplannable,
  replannableRows,
} from './series.js';

type Turned = Pick<SeriesState, 'segments' | 'recurrence' | 'start' | 'startIndex'> &
  Partial<Pick<SeriesState, 'season' | 'pauses'>> & {
    readonly template?: Pick<SeriesState['template'], 'visibility'>;
  };

/** Whose turn it is at that index and date of the rule, with the absences and pauses of the day `on` which it is done. */
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
 * The segments of a series without the slots of members whose last day is over on that date, as {@link turnIn} takes them
 * to be. Whoever plans the turns from there on anew begins with these.
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

/** Turns that go by weeks or months go on after a pause with whoever was due, as those do that are counted. */
export function segmentsOfSpans(
  segments: readonly Segment[],
  spans: readonly Span[],
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

/** What a pause gives to somebody who is there. Of what is personal nothing is given away. */
function assignedTurn({ pauses = [], template }: Turned, turn: Turn, on: CivilDate, away: AwayPeriods): Turn {
  const pause = pauses.findLast((one) => one.mode === 'assign' && coversDate(one, on));
  const member = pause?.assignTo ?? null;
  if (member === null || template?.visibility === 'PERSONAL' || isAway(away, member, on)) return turn;
  const { responsibleMemberIds: due, turnOf } = turn;
  if (turnOf === null && due.length === 1 && due[0] === member) return turn;
  const named = turnOf ?? (due.length === 0 ? null : due);
  return { responsibleMemberIds: [member], turnReason: 'PAUSE', turnOf: named };
}

/** The turn of a row that may be replanned. */
export function turnOfRow(series: SeriesState, row: SeriesRow, context: PlanContext): Turn {
  const { seriesIndex, date, originalDate } = row;
  if (date === null) return turnWithoutDate(series, seriesIndex, originalDate, context);
  return turnIn(series, seriesIndex, row.isException ? date : originalDate, context, date);
}

/** Returns true if the row has the turn that the rule gives to its date, absences included. */
export function hasTurnOfRule(row: SeriesRow, series: SeriesState, context: PlanContext): boolean {
  if (row.date === null || givenTurn(row) !== null) return false;
  return sameTurn(turnIn(series, row.seriesIndex, row.originalDate, context, row.date), row);
}

/** The turn of what waits for a date: nobody knows who is away then, or what a pause gives to whom. */
export function turnWithoutDate(
  series: SeriesState,
  index: number,
  date: CivilDate,
  context: Pick<PlanContext, 'firstDayOfWeek'>,
): Turn {
  return turnIn({ ...series, pauses: [] }, index, date, { ...context, away: NOBODY_AWAY });
}

/**
 * The turns again, after a change of members or absences: only open, future rows that nobody changed on their own,
 * and of those only the ones whose people really differ, or whom they replace. Of a series that has ended none.
 */
export function planTurns(series: SeriesState, rows: readonly SeriesRow[], context: PlanContext): SeriesPlan {
  if (series.ended) return NOTHING_TO_DO;
  const changed = rows.flatMap((row) => {
    const turn = turnNow(series, row, context);
    return turn === null || sameTurn(turn, row) ? [] : [change(row, turn)];
  });
  return { ...NOTHING_TO_DO, change: changed };
}

/** The turn of a row that is to come, as it was given or by the rule; null: nobody plans it any more. */
export function turnNow(
  series: SeriesState,
  row: SeriesRow,
  context: PlanContext,
): Turn | ReturnType<typeof findGivenTurn> | null {
  const given = isOpen(row) && row.date !== null && row.date >= context.today ? givenTurn(row) : null;
  if (given !== null) return turnOfGiven(series, row, given, context);
  return isReplannable(row, series, context) ? turnOfRow(series, row, context) : null;
}

/** Whose turn a given one is, absences included; as long as its holders are there, the rule's people gave it away. */
function turnOfGiven(series: SeriesState, row: SeriesRow, given: GivenTurn, context: PlanContext) {
  const { seriesIndex: index, date, originalDate } = row;
  if (date === null) return null;
  const turn = findGivenTurn(series, index, date, given, context.away);
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
 * An occurrence that is to do again, with the people that what happened meanwhile leaves it: those whom the rule names
 * today, absences included; of one that is past, was changed on its own, or whose series has ended, those of its people
 * who are `members` still.
 * `series`: its own, as it is now.
 */
export function toDoAgain(
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
  const isGivenOn = givenTurn(occurrence)?.to.every(isMember) ?? true;
  if (isGivenOn && occurrence.responsibleMemberIds.every(isMember)) return occurrence;
  return { ...occurrence, ...whoStays(occurrence, isMember), ...(!isGivenOn && NOT_GIVEN) };
}

/** `provisional`: the next draw may give it to somebody else. */
type UpcomingTurn = RuleDate & Turn & { readonly provisional: boolean };

/**
 * The first dates that a series would have, with their turns. Of one after completion only the first is known. `to`
 * is not included.
 */
export function upcomingTurns(
  { recurrence, start, season }: Begun,
  rotation: Rotation,
  { from = start, to = END_OF_CALENDAR, limit }: { from?: CivilDate; to?: CivilDate; limit: number },
  context: Pick<PlanContext, 'today' | 'firstDayOfWeek' | 'away'>,
): readonly UpcomingTurn[] {
  const begun = { recurrence, start, startIndex: 0 };
  const segments = drawn(
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
 * The segments after an edit. A rotation whose offset somebody changed begins as it is written; with any other, and
 * when only the dates moved, whoever is due next stays due.
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
  // A roster names people by weekday, a fixed rotation by name: there the date decides, or nothing does.
  if (current?.kind !== 'turns') return segments;
  const due = responsible(segments, next.index, next.dueDate, firstDayOfWeek);
  const now = responsible(segments, next.index, next.date, firstDayOfWeek);
  return samePeople(due, now) ? segments : continueTurns(segments, next, current, firstDayOfWeek);
}

/**
 * A member leaves: the turns go on without them from the first unfinished future occurrence, where whoever is due
 * next (or the leaver's successor) comes first. From open rows that are not planned again (exceptions, overdue
 * ones) they alone are taken, which may leave those unassigned. Finished rows keep their names.
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

/** A leaver to whom a pause gave turns: they are those of the rule again. */
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
    .filter((row) => isOpen(row) && !isReplannable(row, series, context))
    .filter(
      (row) => row.responsibleMemberIds.includes(member) || (givenTurn(row)?.to.includes(member) ?? false),
    )
    .map((row) => {
      const responsibleMemberIds = row.responsibleMemberIds.filter((id) => id !== member);
      const unassigned = responsibleMemberIds.length === 0;
      const people = { responsibleMemberIds, ...givenWithout(row, member) };
      return change(row, unassigned ? { ...people, turnReason: null } : people);
    });
}
