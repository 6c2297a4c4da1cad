import { withImpliedParts } from '../recurrence/implied-parts.js';
import type { Recurrence } from '../recurrence/rule.js';
import { UNASSIGNED } from '../rotation/members.js';
import type { Rotation } from '../rotation/rotation.js';
import type { CivilDate } from '../shared/civil-date.js';
import type { MemberId } from '../shared/ids.js';
import type { Problem } from '../shared/problem.js';
import { sameJson } from '../shared/same-json.js';
import { movedRule } from './moved-rule.js';
import { endless } from './rule-end.js';
import { isRule } from './series-dates.js';
import type { MissedPolicy, SeriesRow, SeriesState, SeriesTemplate } from './series.js';

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
  /** A date that lies on the new rule and fixes the phase of its interval; null: none but the old ones. */
  readonly anchor: CivilDate | null;
  /** By how many days the occurrences are moved when no new rule says otherwise. */
  readonly moved: { readonly from: CivilDate; readonly to: CivilDate } | null;
  /** How far the edit touches the dates: not at all, only where they end, or altogether. */
  readonly dates: 'same' | 'sameButTheEnd' | 'new';
  readonly rotation: Rotation | undefined;
  readonly missed: MissedPolicy;
};

/** Works an edit with scope `following` or `all` out; `target` is the edited occurrence, null for the series. */
export function resolveEdit(
  series: SeriesState,
  edit: DatedEdit,
  target: SeriesRow | null,
): ResolvedEdit | { readonly problem: Problem } {
  if (edit.date === null) return refusal('date', 'a series needs dates; send recurrence null to end it');
  const moved =
    target !== null && edit.date !== undefined && edit.date !== target.date
      ? { from: target.originalDate, to: edit.date }
      : null;
  const anchor = moved?.to ?? target?.originalDate ?? null;
  const recurrence = recurrenceAfter(series, edit.recurrence, anchor, moved);
  if (recurrence === null)
    return refusal('recurrence', 'the rule names several days: send the new rule with the date');
  return {
    content: edit.content ?? {},
    recurrence,
    anchor,
    moved,
    dates: moved !== null ? 'new' : howFar(series.recurrence, recurrence),
    rotation: rotationAfter(series, edit),
    missed: edit.missed ?? series.missed,
  };
}

function refusal(field: string, message: string): { readonly problem: Problem } {
  return { problem: { field, rule: 'required', message } };
}

function recurrenceAfter(
  series: SeriesState,
  wanted: Recurrence | undefined,
  anchor: CivilDate | null,
  moved: ResolvedEdit['moved'],
): Recurrence | null {
  if (wanted !== undefined) return isRule(wanted) ? withImpliedParts(wanted, anchor ?? series.start) : wanted;
  if (moved === null || !isRule(series.recurrence)) return series.recurrence;
  return movedRule(series.recurrence, moved.from, moved.to);
}

function howFar(old: Recurrence, wanted: Recurrence): ResolvedEdit['dates'] {
  if (sameJson(old, wanted)) return 'same';
  if (!isRule(old) || !isRule(wanted)) return 'new';
  return sameJson(endless(old), endless(wanted)) ? 'sameButTheEnd' : 'new';
}

/** Assigning more than one occurrence to somebody is a fixed rotation. */
function rotationAfter(series: SeriesState, edit: DatedEdit): Rotation | undefined {
  const { rotation, responsibleMemberIds: members } = edit;
  const wanted =
    rotation === undefined ? members && ({ kind: 'fixed', members } as const) : (rotation ?? UNASSIGNED);
  return sameJson(wanted, series.segments.at(-1)?.rotation) ? undefined : wanted;
}
