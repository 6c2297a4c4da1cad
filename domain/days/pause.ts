import { addDays, type CivilDate, toDayNumber } from '../shared/civil-date.js';
import type { HouseholdId, MemberId, OccurrenceId, PauseId, SeriesId } from '../shared/ids.js';
import type { Problem } from '../shared/problem.js';
import type { Instant } from '../shared/zone.js';
import type { TurnReason } from '../rotation/turn-reason.js';
import type { Visibility } from '../shared/visibility.js';

/** `skip`: what falls within is not done. `later`: it comes after. `assign`: somebody does it all. */
export const PAUSE_MODES = ['skip', 'later', 'assign'] as const;
export type PauseMode = (typeof PAUSE_MODES)[number];

/** Civil dates of the household, both included; `to` is null until further notice. */
export type PausePeriod = { readonly from: CivilDate; readonly to: CivilDate | null };

/** A one-off task that a pause has moved or given away, so that what nobody touched since can be taken back. */
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

/** Days on which the household, or some of what repeats there, rests. */
export type Pause = PausePeriod & {
  readonly id: PauseId;
  readonly householdId: HouseholdId;
  /** null: all but what stays when everybody is away. */
  readonly seriesIds: readonly SeriesId[] | null;
  readonly mode: PauseMode;
  /** Who does it, with `assign`. */
  readonly assignTo: MemberId | null;
  readonly note: string | null;
  /** PERSONAL where it is about personal tasks of its author alone. */
  readonly visibility: Visibility;
  readonly tasks: readonly PausedTask[];
  readonly affected: PauseEffect;
  readonly createdBy: MemberId;
  readonly createdAt: Instant;
};

/** What a series knows of a pause that holds it: planning asks for it as for absences. */
export type SeriesPause = PausePeriod & {
  readonly id: PauseId;
  readonly mode: PauseMode;
  readonly assignTo: MemberId | null;
  /** Whether it was asked for this series by name. */
  readonly isNamed: boolean;
  /** Until when the rule went when a pause with `later` came: its turns go on beyond. */
  readonly until?: CivilDate;
  /**
   * With `later`, the first index that comes after it, where those before, from `stayingFrom` on, were done or touched
   * already. It counts only while one of those is due first within the pause.
   */
  readonly firstIndex?: number;
  /** Missing on pauses of an earlier version: 0. */
  readonly stayingFrom?: number;
};

/** What a pause did when it was made. */
export type PauseEffect = Readonly<Record<'removed' | 'moved' | 'reassigned' | 'kept', number>>;

/** Pauses of a household that are not over. */
export const PAUSES_LIMIT = 20;
/** How many series one pause names. */
export const PAUSED_SERIES_LIMIT = 100;
/** How far ahead a pause begins, and how many days it has. */
const FARTHEST_DAYS = 366;

export function isOver({ to }: PausePeriod, today: CivilDate): boolean {
  return to !== null && to < today;
}

/** Returns true if everybody who sees the pause may know of what it did to this row. */
export function isShownWith(
  pause: Pick<Pause, 'visibility'>,
  row: { readonly visibility: Visibility },
): boolean {
  return pause.visibility === 'PERSONAL' || row.visibility === 'SHARED';
}

/** Returns the first index that comes after a pause with `later`, in which `due` is due first. */
export function indexAfter({ firstIndex, stayingFrom = 0 }: SeriesPause, due: number): number {
  return firstIndex !== undefined && stayingFrom <= due && due < firstIndex ? firstIndex : due;
}

export function coversDate({ from, to }: PausePeriod, date: CivilDate): boolean {
  return from <= date && (to === null || date <= to);
}

/** How many days it has; null: nobody knows. */
export function pauseLength({ from, to }: PausePeriod): number | null {
  return to === null ? null : toDayNumber(to) - toDayNumber(from) + 1;
}

/** What is wrong with a pause that somebody asks for. */
export function pauseProblems(
  { from, to, mode, assignTo }: Pick<Pause, 'from' | 'to' | 'mode' | 'assignTo'>,
  today: CivilDate,
): Problem[] {
  const problem = (field: string, rule: string, message: string) => ({ field, rule, message });
  const farthest = addDays(today, FARTHEST_DAYS);
  return [
    ...(from < today ? [problem('from', 'range', 'must be today or later')] : []),
    ...(from > farthest ? [problem('from', 'range', `must be within ${FARTHEST_DAYS} days`)] : []),
    ...(to !== null && to < from ? [problem('to', 'order', 'must not be before the first day')] : []),
    ...(to !== null && to >= addDays(from, FARTHEST_DAYS)
      ? [problem('to', 'max', `must be within ${FARTHEST_DAYS} days`)]
      : []),
    ...((mode === 'assign') === (assignTo === null)
      ? [problem('assignTo', 'mode', 'says who does it, with assign and only then')]
      : []),
  ];
}

/** What is left of it when it ends before that day: the days until then; null: nothing, for it had not begun. */
export function pauseEndedBefore<P extends PausePeriod>(pause: P, day: CivilDate): P | null {
  if (pause.from >= day) return null;
  const last = addDays(day, -1);
  return pause.to !== null && pause.to <= last ? pause : { ...pause, to: last };
}

/** What a series that begins then is to know of a pause that covers its first date: the days after it; null: none. */
export function pauseBegunAfter(pause: SeriesPause, start: CivilDate): SeriesPause | null {
  if (pause.mode === 'assign' || !coversDate(pause, start)) return pause;
  const from = addDays(start, 1);
  return pause.to !== null && pause.to < from ? null : { ...pause, from };
}

export function toSeriesPause({ id, from, to, mode, assignTo, seriesIds }: Pause): SeriesPause {
  return { id, from, to, mode, assignTo, isNamed: seriesIds !== null };
}
