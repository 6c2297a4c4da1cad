import { canonicalRule } from '../recurrence/canonical-rule.js';
import type { Recurrence } from '../recurrence/rule.js';
import { UNASSIGNED, type Rotation } from '../rotation/rotation.js';
import type { CivilDate, Weekday } from '../shared/civil-date.js';
import type { MemberId } from '../shared/ids.js';
import type { Problem } from '../shared/problem.js';
import { sameJson } from '../shared/same-json.js';
import { movedRule } from './moved-rule.js';
import { endless, toldBefore } from './rule-end.js';
import { isRule } from './series-dates.js';
import type { MissedPolicy, PlanContext, SeriesRow, SeriesState, SeriesTemplate } from './series.js';

/** What a PATCH asks for. An absent field keeps. */
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
  /** How far the edit touches the dates: not at all, only where they end, or altogether. */
  readonly dates: 'same' | 'endChangedOnly' | 'new';
  readonly rotation: Rotation | undefined;
  readonly missed: MissedPolicy;
};

/** Works an edit with scope `following` or `all` out; `target` is the edited occurrence, null for the series. */
export function resolveEdit(
  series: SeriesState,
  edit: DatedEdit,
  target: SeriesRow | null,
  { firstDayOfWeek }: PlanContext,
): ResolvedEdit | Refusal {
  if (edit.date === null) return refusal('date', 'a series needs dates; send recurrence null to end it');
  const moved =
    target !== null && edit.date !== undefined && edit.date !== target.date
      ? { from: target.originalDate, to: edit.date }
      : null;
  const wanted = wantedRecurrence(series.recurrence, edit.recurrence, moved);
  if (wanted === null)
    return refusal('recurrence', 'the rule names several days: send the new rule with the date');
  const begun =
    wanted === series.recurrence && moved === null
      ? { recurrence: wanted, anchor: series.start }
      : begin(series, wanted, moved?.to ?? target?.originalDate ?? series.start, firstDayOfWeek);
  if ('problems' in begun) return begun;
  return {
    content: edit.content ?? {},
    ...begun,
    moved,
    dates: moved !== null ? 'new' : scopeOfChange(series.recurrence, begun.recurrence),
    rotation: rotationAfter(series, edit),
    missed: edit.missed ?? series.missed,
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

/** The canonical form, begun on the edited occurrence: its interval counts from the first date from there on. */
function begin(
  { endsBefore }: SeriesState,
  recurrence: Recurrence,
  day: CivilDate,
  firstDayOfWeek: Weekday,
): Pick<ResolvedEdit, 'recurrence' | 'anchor'> | Refusal {
  if (!isRule(recurrence)) return { recurrence, anchor: day };
  const begun = canonicalRule(recurrence, day, firstDayOfWeek);
  if (begun.ok) return { recurrence: toldBefore(begun.value.rule, endsBefore), anchor: begun.value.start };
  const at = (field: string) => (field === '' ? 'recurrence' : `recurrence.${field}`);
  return { problems: begun.problems.map((problem) => ({ ...problem, field: at(problem.field) })) };
}

function scopeOfChange(old: Recurrence, wanted: Recurrence): ResolvedEdit['dates'] {
  if (sameJson(old, wanted)) return 'same';
  if (!isRule(old) || !isRule(wanted)) return 'new';
  return sameJson(endless(old), endless(wanted)) ? 'endChangedOnly' : 'new';
}

/** Assigning more than one occurrence to somebody is a fixed rotation. */
function rotationAfter(series: SeriesState, edit: DatedEdit): Rotation | undefined {
  const { rotation, responsibleMemberIds: members } = edit;
  const wanted =
    rotation === undefined ? members && ({ kind: 'fixed', members } as const) : (rotation ?? UNASSIGNED);
  return sameJson(wanted, series.segments.at(-1)?.rotation) ? undefined : wanted;
}
