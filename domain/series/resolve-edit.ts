import type { SeriesPause } from '../days/pause.js';
import { type Recurrence, timesOf } from '../recurrence/rule.js';
import { type Rotation, UNASSIGNED } from '../rotation/rotation.js';
import { equalExceptDraws } from '../rotation/segment.js';
import { type CivilDate, laterDate } from '../shared/civil-date.js';
import type { Problem } from '../shared/problem.js';
import { sameJson } from '../shared/json.js';
import {
  NO_DATE_IN_SEASON,
  resolveRecurrence,
  withoutEnd,
  firstDate,
  isRule,
  moveRule,
  shownRecurrence,
} from './dates.js';
import type { PlanContext, SeriesRow, SeriesState, SeriesTemplate } from './series.js';
import type { TaskDraft } from '../tasks/draft.js';

/** An edit of more than one occurrence, with a validated rotation. An absent field stays unchanged. */
export type SeriesEdit = Partial<
  Pick<TaskDraft, 'responsibleMemberIds' | 'missed' | 'season' | 'whenAway'>
> & {
  readonly content?: Partial<SeriesTemplate>;
  /**
   * A new date for the edited occurrence. With scope `following` or `all` the other dates move by the same
   * number of days.
   */
  readonly date?: CivilDate | null;
  /** A valid recurrence. null means that the edited occurrence becomes a one-off task and the series ends. */
  readonly recurrence?: Recurrence | null;
  /** The new rotation. null means that nobody is assigned. */
  readonly rotation?: Rotation | null;
  /** All pauses that apply to the series. */
  readonly pauses?: readonly SeriesPause[];
};

/** An edit of a series that continues to repeat after the edit. */
export type DatedEdit = Omit<SeriesEdit, 'recurrence'> & { readonly recurrence?: Recurrence };

/**
 * An edit of more than one occurrence in which every field has its final value: the new one, or the current
 * one of the series.
 */
export type ResolvedEdit = Pick<SeriesState, 'missed' | 'season' | 'whenAway' | 'pauses'> & {
  readonly content: Partial<SeriesTemplate>;
  /**
   * The recurrence after the edit; the same object as that of the series if nothing about the dates changes.
   */
  readonly recurrence: Recurrence;
  /** A date of the new rule from which its interval is counted. */
  readonly anchor: CivilDate;
  /**
   * The dates between which the addressed occurrence moves. The other dates move by the same number of days.
   * null if the edit moves no dates.
   */
  readonly moved: { readonly from: CivilDate; readonly to: CivilDate } | null;
  /** The earliest date that an occurrence may get. If absent, it is today. */
  readonly notBefore?: CivilDate;
  /** How the edit affects the dates: not at all, only the season, the pauses or the end, or the whole rule. */
  readonly dates: 'same' | 'boundsOnly' | 'new';
  readonly rotation: Rotation | undefined;
};

/**
 * Combines an edit with scope `following` or `all` with the current values of the series. Returns problems if the
 * edit is not possible, for example because it leaves no valid rule.
 *
 * @param target the edited occurrence, or null if the series itself is edited
 */
export function resolveEdit(
  series: SeriesState,
  edit: DatedEdit,
  target: SeriesRow | null,
  { firstDayOfWeek, today }: PlanContext,
): ResolvedEdit | Refusal {
  if (edit.date === null)
    return refusal('date', 'must not be null for a series. Send recurrence null to end it');
  const moved =
    target !== null && edit.date !== undefined && edit.date !== target.date
      ? { from: target.originalDate, to: edit.date }
      : null;
  const dated = wantedRecurrence(series.recurrence, edit.recurrence, moved);
  if (dated === null)
    return refusal(
      'recurrence',
      'is required together with the new date, because the rule names several days',
    );
  const timed = withTimes(series, dated, edit, target);
  if ('problems' in timed) return timed;
  const { wanted, content } = timed;
  const season = edit.season === undefined ? series.season : edit.season;
  const isSeasonSame = sameJson(season, series.season);
  const whenAway = edit.whenAway === undefined ? series.whenAway : edit.whenAway;
  const { pauses: all = series.pauses } = edit;
  const pauses = whenAway === 'keep' ? all.filter(({ isNamed }) => isNamed) : all;
  const isReachSame = isSeasonSame && sameJson(pauses, series.pauses);
  // A changed rule starts on the edited occurrence. So its interval is counted from its first date on or after that
  // day.
  const begun =
    wanted === series.recurrence && moved === null
      ? series
      : resolveRecurrence(wanted, moved?.to ?? target?.originalDate ?? series.start, firstDayOfWeek, season);
  if ('problems' in begun) return begun;
  const recurrence = begun === series ? wanted : shownRecurrence(begun.recurrence, series.endsBefore);
  if (!isSeasonSame && isRule(recurrence)) {
    const dated = { ...series, recurrence, start: begun.start, season };
    if (firstDate(dated, laterDate(today, begun.start)) === null) return { problems: [NO_DATE_IN_SEASON] };
  }
  const changed = scopeOfChange(series.recurrence, recurrence);
  return {
    content,
    recurrence,
    anchor: begun.start,
    moved,
    dates: moved !== null ? 'new' : changed === 'same' && !isReachSame ? 'boundsOnly' : changed,
    rotation: rotationAfter(series, edit),
    missed: edit.missed ?? series.missed,
    season,
    whenAway,
    pauses,
  };
}

type Refusal = { readonly problems: readonly Problem[] };

function refusal(field: string, message: string): Refusal {
  return { problems: [{ field, rule: 'required', message }] };
}

function wantedRecurrence(
  old: Recurrence,
  wanted: Recurrence | undefined,
  moved: ResolvedEdit['moved'],
): Recurrence | null {
  if (wanted !== undefined) return wanted;
  return moved === null || !isRule(old) ? old : moveRule(old, moved.from, moved.to);
}

function scopeOfChange(old: Recurrence, wanted: Recurrence): ResolvedEdit['dates'] {
  if (sameJson(old, wanted)) return 'same';
  if (!isRule(old) || !isRule(wanted)) return 'new';
  return sameJson(withoutEnd(old), withoutEnd(wanted)) ? 'boundsOnly' : 'new';
}

/**
 * Returns the rotation after the edit, or undefined if it does not change. If the edit assigns members, they
 * become a fixed rotation.
 */
function rotationAfter(series: SeriesState, edit: DatedEdit): Rotation | undefined {
  const { rotation, responsibleMemberIds: members } = edit;
  const wanted =
    rotation === undefined ? members && ({ kind: 'fixed', members } as const) : (rotation ?? UNASSIGNED);
  const current = series.segments.at(-1);
  if (wanted === undefined || current === undefined) return wanted;
  // A balanced rotation with the same members and settings counts as unchanged, although its draws differ.
  return equalExceptDraws([current], [{ ...current, rotation: wanted }]) ? undefined : wanted;
}

/**
 * Resolves a new time of day for a rule with several times a day. If the edit gives one occurrence a new time, that
 * time replaces the occurrence's old time in the rule, for all dates. Otherwise a time that the rule does not have is
 * refused, and so is an edit that removes the time.
 */
export function withTimes(
  { template }: SeriesState,
  wanted: Recurrence,
  {
    content = {},
    recurrence,
  }: { readonly content?: Partial<SeriesTemplate>; readonly recurrence?: Recurrence },
  target: SeriesRow | null,
):
  | { readonly wanted: Recurrence; readonly content: Partial<SeriesTemplate> }
  | { readonly problems: readonly Problem[] } {
  const times = timesOf(wanted).toSorted();
  if (!isRule(wanted) || times.length === 0) return { wanted, content };
  const { time, allDay, ...rest } = content;
  const from = target?.originalTime ?? null;
  const isMoved = recurrence === undefined && typeof time === 'string' && from !== null && time !== from;
  const said = isMoved ? times.map((one) => (one === from ? time : one)).sort() : times;
  if (new Set(said).size < times.length) return refuseTime('must not be a time that the rule already has');
  if (allDay === true || (recurrence === undefined && time === null) || (time && !said.includes(time)))
    return refuseTime(
      'must be one of the times of the rule. Send a recurrence with other times to change them',
    );
  const [first] = said;
  const isOther = template.time !== first || template.allDay;
  return {
    wanted: isMoved ? { ...wanted, times: said } : wanted,
    content: { ...rest, ...(first !== undefined && isOther && { time: first, allDay: false }) },
  };
}

function refuseTime(message: string): { readonly problems: readonly Problem[] } {
  return { problems: [{ field: 'time', rule: 'times', message }] };
}
