import { addDays, type CivilDate, toDayNumber } from '../shared/civil-date.js';
import type { HouseholdId, MemberId, OccurrenceId, PauseId, SeriesId } from '../shared/ids.js';
import { type Problem, problem } from '../shared/problem.js';
import type { Instant } from '../shared/zone.js';
import type { TurnReason } from '../rotation/turn-reason.js';
import type { Visibility } from '../shared/visibility.js';

/**
 * How a pause affects the occurrences within it. `skip` leaves them out, `later` postpones them until after the
 * pause, and `assign` gives them to one member.
 */
export const PAUSE_MODES = ['skip', 'later', 'assign'] as const;
export type PauseMode = (typeof PAUSE_MODES)[number];

/**
 * The days of a pause as civil dates of the household, both inclusive. `to` is null if the end is unknown.
 */
export type PausePeriod = { readonly from: CivilDate; readonly to: CivilDate | null };

/**
 * A one-off task that a pause moved or reassigned. If the pause is ended or undone before its last day is over,
 * `before` is restored, unless the task was changed since or its former date is in the past.
 */
export type PausedTask = {
  readonly id: OccurrenceId;
  readonly before: PausedFields;
  readonly after: PausedFields;
};
export type PausedFields = {
  readonly date: CivilDate | null;
  readonly responsibleMemberIds: readonly MemberId[];
  readonly turnReason: TurnReason | null;
};

/** Days on which the household, or some of its series, pauses. */
export type Pause = PausePeriod & {
  readonly id: PauseId;
  readonly householdId: HouseholdId;
  /**
   * The series that the request named. null means that it named none: the pause then applies to one-off tasks and to
   * all series that its author sees, except those that continue while everybody is away.
   */
  readonly seriesIds: readonly SeriesId[] | null;
  readonly mode: PauseMode;
  /** The member to whom a pause of mode `assign` gives the occurrences; null for other modes. */
  readonly assignTo: MemberId | null;
  readonly note: string | null;
  /** PERSONAL if the pause only concerns personal tasks of its author. */
  readonly visibility: Visibility;
  readonly tasks: readonly PausedTask[];
  readonly affected: PauseEffect;
  readonly createdBy: MemberId;
  readonly createdAt: Instant;
};

/** The part of a pause that each series stores. Planning reads it together with the absences. */
export type SeriesPause = PausePeriod & {
  readonly id: PauseId;
  readonly mode: PauseMode;
  readonly assignTo: MemberId | null;
  /** True if the pause names this series. */
  readonly isNamed: boolean;
  /**
   * The `until` of the rule when a `later` pause was added. Postponed occurrences may be later than this
   * date.
   */
  readonly until?: CivilDate;
  /**
   * Only with mode `later`: the first index that the pause postpones, if it does not postpone the first date within
   * it. The indexes from `stayingFrom` up to `firstIndex` (exclusive) keep their dates, because their rows were
   * already done or edited. Both fields apply only while the first index due within the pause is one of those that
   * keep their dates.
   */
  readonly firstIndex?: number;
  /** Missing on pauses stored by an earlier version, which means 0. */
  readonly stayingFrom?: number;
};

/**
 * The number of tasks that a pause changed when it was created, by kind of change. `kept` counts the tasks that it
 * left unchanged.
 */
export type PauseEffect = Readonly<Record<'removed' | 'moved' | 'reassigned' | 'kept', number>>;

/** The maximum number of current and future pauses per household. */
export const PAUSES_LIMIT = 20;
/** The maximum number of series that one pause names. */
export const PAUSED_SERIES_LIMIT = 100;
/**
 * The maximum number of days from today to the start of a pause, and the maximum length of a pause in days.
 */
const FARTHEST_DAYS = 366;

export function isOver({ to }: PausePeriod, today: CivilDate): boolean {
  return to !== null && to < today;
}

/**
 * Returns true if every member who sees the pause may also see how the pause affects `row`, which is a series or a
 * task.
 */
export function isShownWith(
  pause: Pick<Pause, 'visibility'>,
  row: { readonly visibility: Visibility },
): boolean {
  return pause.visibility === 'PERSONAL' || row.visibility === 'SHARED';
}

/** Returns the first index that a `later` pause postpones. `due` is the first index due within the pause. */
export function indexAfter({ firstIndex, stayingFrom = 0 }: SeriesPause, due: number): number {
  return firstIndex !== undefined && stayingFrom <= due && due < firstIndex ? firstIndex : due;
}

export function coversDate({ from, to }: PausePeriod, date: CivilDate): boolean {
  return from <= date && (to === null || date <= to);
}

/** Returns the length of the pause in days, or null if its end is unknown. */
export function pauseLength({ from, to }: PausePeriod): number | null {
  return to === null ? null : toDayNumber(to) - toDayNumber(from) + 1;
}

/** Returns the problems of a pause requested by a member. */
export function pauseProblems(
  { from, to, mode, assignTo }: Pick<Pause, 'from' | 'to' | 'mode' | 'assignTo'>,
  today: CivilDate,
): Problem[] {
  const farthest = addDays(today, FARTHEST_DAYS);
  return [
    ...(from < today ? [problem('from', 'range', 'must be today or later')] : []),
    ...(from > farthest ? [problem('from', 'range', `must be at most ${FARTHEST_DAYS} days ahead`)] : []),
    ...(to !== null && to < from ? [problem('to', 'order', 'must not be before the first day')] : []),
    ...(to !== null && to >= addDays(from, FARTHEST_DAYS)
      ? [problem('to', 'max', `must be less than ${FARTHEST_DAYS} days after the first day`)]
      : []),
    ...((mode === 'assign') === (assignTo === null)
      ? [problem('assignTo', 'mode', 'is required with mode assign, and must be missing with other modes')]
      : []),
  ];
}

/** Returns the pause shortened so that it ends before `day`. Returns null if it does not begin before that day. */
export function pauseEndedBefore<P extends PausePeriod>(pause: P, day: CivilDate): P | null {
  if (pause.from >= day) return null;
  const last = addDays(day, -1);
  return pause.to !== null && pause.to <= last ? pause : { ...pause, to: last };
}

/**
 * Returns the pause adjusted to a series that starts on `start`. The first date of a series is never paused,
 * so a pause that covers it begins on the following day instead. Returns null if no day of the pause remains.
 * A pause of mode `assign` does not change, because it removes no dates.
 */
export function pauseBegunAfter(pause: SeriesPause, start: CivilDate): SeriesPause | null {
  if (pause.mode === 'assign' || !coversDate(pause, start)) return pause;
  const from = addDays(start, 1);
  return pause.to !== null && pause.to < from ? null : { ...pause, from };
}

export function toSeriesPause({ id, from, to, mode, assignTo, seriesIds }: Pause): SeriesPause {
  return { id, from, to, mode, assignTo, isNamed: seriesIds !== null };
}
