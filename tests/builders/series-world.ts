import type { SeriesPause } from '../../domain/days/pause.js';
import { NO_SPECIAL_DAYS } from '../../domain/days/shift.js';
import { NO_BALANCE_INPUTS } from '../../domain/rotation/draw.js';
import {
  placeOfRow,
  livingIndexes,
  type SeriesRow,
  type SeriesState,
  type SeriesTemplate,
} from '../../domain/series/series.js';
import type { Rotation } from '../../domain/rotation/rotation.js';
import type { Recurrence } from '../../domain/recurrence/rule.js';
import { canonicalRule } from '../../domain/recurrence/canonical-rule.js';
import { civilDate, type CivilDate } from '../../domain/shared/civil-date.js';
import type { HouseholdId, OccurrenceId, SeriesId, MemberId } from '../../domain/shared/ids.js';
import { horizonOn, planFirstRows, planHorizon } from '../../domain/series/horizon.js';
import { pauseOf, planPauses } from '../../domain/series/plan-pauses.js';
import type { PlanOutcome, RowPatch, SeriesPlan } from '../../domain/series/plan.js';
import { planOccurrenceEdit } from '../../domain/series/edit.js';
import type { EditContext, Scope } from '../../domain/series/edit-request.js';
import type { SeriesEdit } from '../../domain/series/resolve-edit.js';
import type { Occurrence } from '../../domain/tasks/occurrence.js';
import { A, B, C, D, letters } from './members.js';
import { anOccurrence } from './occurrence.js';

export const date = civilDate;
/** A Monday. */
export const TODAY = date('2026-01-05');

export const TEMPLATE: SeriesTemplate = {
  title: 'Dishes',
  notes: 'both sinks',
  categoryId: null,
  visibility: 'SHARED',
  priority: 'NORMAL',
  time: null,
  durationMinutes: 20,
  allDay: true,
  reminders: [],
  showFrom: null,
  nag: null,
  escalateAfterMinutes: null,
  completion: 'any',
  checklist: ['plates', 'pans'],
};

const AUTHOR = A;

export const context = (today: CivilDate = TODAY, more: Partial<EditContext> = {}): EditContext => ({
  today,
  firstDayOfWeek: 'mo',
  away: new Map(),
  editor: AUTHOR,
  now: Date.parse(`${today}T12:00:00Z`),
  members: [A, B, C, D],
  helpers: new Set(),
  seed: 'seed',
  balanceInputs: NO_BALANCE_INPUTS,
  days: NO_SPECIAL_DAYS,
  pauses: [],
  ...more,
});

type Series = SeriesState & { readonly id: SeriesId; readonly createdBy: MemberId };

export function seriesState(
  recurrence: Recurrence,
  rotation: Rotation | null,
  more: Partial<SeriesState> = {},
): SeriesState {
  const start = more.start ?? TODAY;
  const begun = 'kind' in recurrence ? null : canonicalRule(recurrence, start, 'mo');
  if (begun !== null && !begun.ok) throw new Error(JSON.stringify(begun.problems));
  const first = begun?.value.start ?? start;
  return {
    recurrence: begun?.value.rule ?? recurrence,
    startIndex: 0,
    segments: rotation === null ? [] : [{ fromIndex: 0, anchorDate: first, rotation }],
    missed: 'keep',
    season: null,
    shift: null,
    whenAway: null,
    pauses: [],
    template: TEMPLATE,
    horizon: first,
    nextIndex: 0,
    excludedDates: [],
    endsBefore: null,
    ended: false,
    ...more,
    start: first,
  };
}

/** A row with everything that planning reads, and fields that planning must preserve. */
export type StoredRow = SeriesRow & {
  readonly seriesId: SeriesId | null;
  readonly content: SeriesTemplate;
  readonly turnReason: string | null;
  readonly ticked: boolean;
};

/**
 * Stores series and rows in memory and applies plans like the database. Like its unique key, it refuses two
 * rows of a series on one date.
 */
export class SeriesWorld {
  readonly series = new Map<string, Series>();
  readonly rows = new Map<OccurrenceId, StoredRow>();
  #ids = 0;

  /** Adds a series with its rows up to the horizon of `today`. */
  begin(state: SeriesState, at = context()): Series {
    const id = `s${this.series.size + 1}` as SeriesId;
    this.series.set(id, { ...state, id, createdBy: AUTHOR });
    this.apply(id, planFirstRows(state, horizonOn(at.today), at));
    return this.get(id);
  }

  get(id: string): Series {
    const series = this.series.get(id);
    if (series === undefined) throw new Error(`No series ${id}`);
    return series;
  }

  /** Returns the rows of a series by original date, including those in the trash. */
  of(id: string): StoredRow[] {
    return [...this.rows.values()]
      .filter((row) => row.seriesId === id)
      .sort((a, b) => (a.originalDate < b.originalDate ? -1 : 1));
  }

  row(id: string, day: string): StoredRow {
    const found = this.of(id).find(({ originalDate }) => originalDate === day);
    if (found === undefined) throw new Error(`No row of ${id} on ${day}`);
    return found;
  }

  /**
   * Returns what the household sees: the dates and members of all rows that are open and not in the trash.
   */
  seen(from = ''): string[] {
    return [...this.rows.values()]
      .filter((row) => isLive(row) && (row.date ?? '') >= from)
      .map((row) => `${row.date}${row.originalTime ?? ''} ${letters(row.responsibleMemberIds)}`)
      .sort();
  }

  set(row: StoredRow, patch: Partial<StoredRow>): void {
    this.rows.set(row.id, { ...row, ...patch, version: row.version + 1 });
  }

  /** Returns the row as an occurrence. */
  occurrence(id: string, day: string): Occurrence {
    const { content, deleted, turnReason, ...row } = this.row(id, day);
    return anOccurrence({
      ...content,
      ...row,
      turnReason: turnReason,
      checklist: [],
      deletedAt: deleted ? 1 : null,
      householdId: 'home' as HouseholdId,
      createdBy: AUTHOR,
    });
  }

  plan(id: string, day: string, scope: Scope, { content, ...edit }: SeriesEdit, at = context()): PlanOutcome {
    const target = this.occurrence(id, day);
    return planOccurrenceEdit(this.get(id), this.of(id), target, scope, { ...content, ...edit }, at);
  }

  edit(id: string, day: string, scope: Scope, edit: SeriesEdit, at = context()): Series[] {
    return this.apply(id, planOf(this.plan(id, day, scope, edit, at)));
  }

  /** Adds a pause to the series and plans its rows again. */
  pause(id: string, pause: SeriesPause, at = context()): void {
    const series = this.get(id);
    const rows = this.of(id);
    this.apply(id, planPauses(series, rows, [...series.pauses, pauseOf(series, rows, pause, at)], at));
  }

  extend(id: string, today: CivilDate, at = context(today)): void {
    const living = livingIndexes(this.of(id));
    this.apply(id, planHorizon(this.get(id), horizonOn(today), living, at));
  }

  /**
   * Removes, changes and creates the rows of the plan. Returns the series, and the new series if the plan has
   * one.
   */
  apply(id: string, plan: SeriesPlan): Series[] {
    const series = { ...this.get(id), ...plan.series };
    this.series.set(id, series);
    const newId = `s${this.series.size + 1}` as SeriesId;
    const created = plan.newSeries && { ...plan.newSeries, id: newId, createdBy: AUTHOR };
    if (created) this.series.set(created.id, created);
    const owner = created ?? series;
    for (const { id: rowId, version } of plan.remove) {
      this.#stored(rowId, version);
      this.rows.delete(rowId);
    }
    const changed = plan.change.map(({ id: rowId, version, set }) =>
      this.#changed(rowId, version, set, owner.id),
    );
    // Rows may exchange their dates, as long as no two rows have the same date at the end. Therefore all are
    // removed before any is stored.
    for (const row of changed) this.rows.delete(row.id);
    for (const row of changed) this.#put(row);
    for (const row of plan.create)
      this.#put({
        ...row,
        id: `o${(this.#ids += 1)}` as OccurrenceId,
        date: row.originalDate,
        dateReason: null,
        originalTime: row.originalTime ?? null,
        status: 'TODO',
        statusAt: null,
        swappedTo: null,
        balancedTo: null,
        isException: false,
        isTouched: false,
        deleted: false,
        version: 1,
        seriesId: owner.id,
        content: owner.template,
        ticked: false,
      });
    return created ? [series, created] : [series];
  }

  #changed(id: OccurrenceId, version: number, patch: RowPatch, owner: SeriesId): StoredRow {
    const row = this.#stored(id, version);
    const { series, content, ...fields } = patch;
    return {
      ...row,
      ...(fields as Partial<StoredRow>),
      seriesId: series === undefined ? row.seriesId : series === null ? null : owner,
      content: { ...row.content, ...content },
      version: version + 1,
    };
  }

  #stored(id: OccurrenceId, version: number): StoredRow {
    const row = this.rows.get(id);
    if (row?.version !== version) throw new Error(`Stale or missing row ${id}`);
    return row;
  }

  #put(row: StoredRow): void {
    const twin = [...this.rows.values()].find(
      (other) =>
        row.seriesId !== null && other.seriesId === row.seriesId && placeOfRow(other) === placeOfRow(row),
    );
    if (twin) throw new Error(`Two rows of ${String(row.seriesId)} on ${placeOfRow(row)}`);
    this.rows.set(row.id, row);
  }
}

export function planOf(planned: PlanOutcome): SeriesPlan {
  if (planned.kind !== 'plan') throw new Error(JSON.stringify(planned));
  return planned.plan;
}

/** Returns the date, index and members of the rows in one line, such as `01-05#0A`. */
export function line(rows: readonly SeriesRow[], limit = 6): string {
  return rows
    .slice(0, limit)
    .map((row) => `${row.date?.slice(5) ?? '-'}#${row.seriesIndex}${letters(row.responsibleMemberIds)}`)
    .join(' ');
}

export const isLive = (row: SeriesRow) => row.status === 'TODO' && !row.deleted;
