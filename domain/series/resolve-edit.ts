import type { SeriesPause } from '../days/pause.js';
import type { Season } from '../days/season.js';
import type { Recurrence } from '../recurrence/rule.js';
import { type Rotation, UNASSIGNED } from '../rotation/rotation.js';
import { sameButDraws } from '../rotation/segment.js';
import { type CivilDate, laterDate } from '../shared/civil-date.js';
import type { MemberId } from '../shared/ids.js';
import type { Problem } from '../shared/problem.js';
import { sameJson } from '../shared/same-json.js';
import {
  NO_DATE_IN_SEASON,
  beginRecurrence,
  endless,
  firstDate,
  isRule,
  movedRule,
  toldBefore,
} from './dates.js';
import type { PlanContext, SeriesRow, SeriesState, SeriesTemplate } from './series.js';
import type { MissedPolicy, WhenAway } from '../recurrence/policies.js';
import { withTimes } from './edited-times.js';

/** What an edit asks of more than one occurrence, its rotation admitted. An absent field keeps. */
export type SeriesEdit = {
  readonly content?: Partial<SeriesTemplate>;
  /** A new date for the edited occurrence; beyond scope `this` the others move along. */
  readonly date?: CivilDate | null;
  readonly responsibleMemberIds?: readonly MemberId[];
  /** Validated. Null with scope `following` or `all`: from here on one task that does not repeat. */
  readonly recurrence?: Recurrence | null;
  /** Null: nobody in particular. */
  readonly rotation?: Rotation | null;
  readonly missed?: MissedPolicy;
  /** Null: all year. */
  readonly season?: Season | null;
  readonly whenAway?: WhenAway | null;
  /** All that hold it. */
  readonly pauses?: readonly SeriesPause[];
};

/** An edit that leaves a series a series. */
export type DatedEdit = Omit<SeriesEdit, 'recurrence'> & { readonly recurrence?: Recurrence };

/** An edit of more than one occurrence, worked out against the series. */
export type ResolvedEdit = {
  readonly content: Partial<SeriesTemplate>;
  /** What the edit leaves of the recurrence: the series' own when nothing about the dates changes. */
  readonly recurrence: Recurrence;
  /** A date of the new rule, which fixes the phase of its interval. */
  readonly anchor: CivilDate;
  /** By how many days the occurrences are moved when no new rule says otherwise. */
  readonly moved: { readonly from: CivilDate; readonly to: CivilDate } | null;
  /** No occurrence comes to lie before it; absent: but for today nothing holds them. */
  readonly notBefore?: CivilDate;
  /** How far the edit touches the dates: not at all, only where they end or the season, or altogether. */
  readonly dates: 'same' | 'boundsOnly' | 'new';
  readonly rotation: Rotation | undefined;
  readonly missed: MissedPolicy;
  readonly season: Season | null;
  readonly whenAway: WhenAway | null;
  readonly pauses: readonly SeriesPause[];
};

/** Works an edit with scope `following` or `all` out; `target` is the edited occurrence, null for the series. */
export function resolveEdit(
  series: SeriesState,
  edit: DatedEdit,
  target: SeriesRow | null,
  { firstDayOfWeek, today }: PlanContext,
): ResolvedEdit | Refusal {
  if (edit.date === null) return refusal('date', 'a series needs dates; send recurrence null to end it');
  const moved =
    target !== null && edit.date !== undefined && edit.date !== target.date
      ? { from: target.originalDate, to: edit.date }
      : null;
  const dated = wantedRecurrence(series.recurrence, edit.recurrence, moved);
  if (dated === null)
    return refusal('recurrence', 'the rule names several days: send the new rule with the date');
  const timed = withTimes(series, dated, edit, target);
  if ('problems' in timed) return timed;
  const { wanted, content } = timed;
  // Begun on the edited occurrence: its interval counts from the first date from there on.
  const season = edit.season === undefined ? series.season : edit.season;
  const isSeasonSame = sameJson(season, series.season);
  const whenAway = edit.whenAway === undefined ? series.whenAway : edit.whenAway;
  const { pauses: all = series.pauses } = edit;
  const pauses = whenAway === 'keep' ? all.filter(({ isNamed }) => isNamed) : all;
  const isReachSame = isSeasonSame && sameJson(pauses, series.pauses);
  const begun =
    wanted === series.recurrence && moved === null
      ? series
      : beginRecurrence(wanted, moved?.to ?? target?.originalDate ?? series.start, firstDayOfWeek, season);
  if ('problems' in begun) return begun;
  const recurrence = begun === series ? wanted : toldBefore(begun.recurrence, series.endsBefore);
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
  return moved === null || !isRule(old) ? old : movedRule(old, moved.from, moved.to);
}

function scopeOfChange(old: Recurrence, wanted: Recurrence): ResolvedEdit['dates'] {
  if (sameJson(old, wanted)) return 'same';
  if (!isRule(old) || !isRule(wanted)) return 'new';
  return sameJson(endless(old), endless(wanted)) ? 'boundsOnly' : 'new';
}

/** Assigning more than one occurrence to somebody is a fixed rotation. */
function rotationAfter(series: SeriesState, edit: DatedEdit): Rotation | undefined {
  const { rotation, responsibleMemberIds: members } = edit;
  const wanted =
    rotation === undefined ? members && ({ kind: 'fixed', members } as const) : (rotation ?? UNASSIGNED);
  const current = series.segments.at(-1);
  if (wanted === undefined || current === undefined) return wanted;
  // What is drawn anew from the same people by the same rule is no edit.
  return sameButDraws([current], [{ ...current, rotation: wanted }]) ? undefined : wanted;
}
