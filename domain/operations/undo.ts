import { MANUAL_CALENDAR, DAY_CALENDARS_LIMIT } from '../days/calendar.js';
import { isOver, PAUSES_LIMIT } from '../days/pause.js';
import { NEVER_FETCHED } from '../days/subscription.js';
import { addDays, type CivilDate } from '../shared/civil-date.js';
import type { MemberId, SeriesId } from '../shared/ids.js';
import { findOpenTwin } from '../shopping/add.js';
import { sameJson } from '../shared/json.js';
import { isRule } from '../series/dates.js';
import { personalSeriesProblems, type SeriesRecord } from '../series/series.js';
import { reassignReopened } from '../series/turns.js';
import { CHECKLIST_LIMIT } from '../tasks/checklist.js';
import { withMutation, type Occurrence } from '../tasks/occurrence.js';
import { personalProblems } from '../tasks/task-visibility.js';
import { TEMPLATES_LIMIT } from '../templates/template.js';
import type { SyncedRows } from '../sync/journal.js';
import {
  restoreChecks,
  isCreatedTouched,
  isFinishedSince,
  isOfPlannedTurn,
  sortBlockers,
  blockerReason,
  whyCalendarChanged,
  whyChanged,
  whySeriesChanged,
  type Blocker,
  type BlockerReason,
} from './blockers.js';
import { BLOCKED, undoneField } from './field-undo.js';
import { hasShared, withoutHidden, type SeenUndo } from './hidden-rows.js';
import {
  isOfCategoryAlone,
  listFields,
  pickReach,
  type ChangedInverse,
  type CreatedInverse,
  type CreatedRow,
  type FieldInverses,
  type Inverse,
  type RemovedInverse,
  type RowInverse,
  type UndoableKind,
} from './inverse.js';
import { differsFromSeries, digestOwn, isTouched } from './own-content.js';
import {
  emptyLists,
  findConflicts,
  placeOf,
  rowsAfterUndo,
  type IdsByKind,
  type RowLists,
  type UndoChanges,
} from './undo-changes.js';
import type { UndoContext } from './undo-context.js';

/** The changes of an undo. After them, the missing rows of the series in `extend` are created. */
export type UndoPlan = UndoChanges & {
  /**
   * Series whose later rows and turns may be missing after these changes. They are created and planned
   * afterwards.
   */
  readonly extend: readonly SeriesId[];
  /**
   * Members whose fields were restored. Their turns must be planned again, because their absences may have changed.
   */
  readonly replan: readonly MemberId[];
};

export type PlannedUndo =
  | { readonly kind: 'plan'; readonly plan: UndoPlan }
  | { readonly kind: 'blocked'; readonly blockers: readonly Blocker[] };

/**
 * Plans the undo of an operation, either completely or not at all.
 *
 * - A field is restored only if it still has the value that the operation gave it. `undoneField` has the exceptions.
 * - A created row is removed only if nobody has changed it since.
 * - A series is restored only if it is still in the state in which the operation left it. Rows that the job
 *   `extend-horizons` has created since, with the rule that the operation set, are removed.
 *
 * Even if the undo happens days later, the result is as if the operation had never happened. Of the personal rows of
 * members other than the viewer, only a category is restored, see `withoutHidden`.
 */
export function planUndo(inverse: Inverse, context: UndoContext): PlannedUndo {
  const seen = withoutHidden(inverse, context);
  const undo = new Undo(seen.context, seen.inverse);
  for (const row of seen.inverse) undo.take(row);
  for (const one of seen.hidden) undo.restoreCategory(one);
  return undo.planned();
}

/** Returns the ids of the rows that an inverse names, by kind. */
export function idsOfInverse(inverse: Inverse): UndoChanges['remove'] {
  const ids: IdsByKind = emptyLists();
  const add = <Kind extends UndoableKind>({ kind, id }: RowInverse<Kind>) => ids[kind].push(id);
  for (const row of inverse) add(row);
  return ids;
}

/** The kinds of rows that other rows refer to. They are restored first. */
const REFERRED_TO: ReadonlySet<UndoableKind> = new Set(['category', 'shoppingList']);

/** The fields of a series whose change does not affect its rows. */
const LEAVES_ROWS: ReadonlySet<string> = new Set<keyof SeriesRecord>(['excludedDates', 'missed', 'taskId']);

/** The checks and changes that are specific to one kind of row. */
type Rule<Row> = {
  /**
   * Returns why an undo does not remove a row that the operation created. By default, the reason is that its
   * content was changed.
   */
  readonly touched?: (row: Row, created: CreatedRow) => BlockerReason | null;
  readonly removing?: (row: Row, created: CreatedRow) => void;
  /** Returns a reason if the row must not be restored, whatever the values of its fields. */
  readonly finished?: (row: Row, inverse: ChangedInverse<UndoableKind>) => BlockerReason | null;
  /** Returns the reason for a field that was changed since. By default, this is CHANGED. */
  readonly changed?: (row: Row, fields: FieldInverses) => BlockerReason;
  /**
   * Returns why the former state is not possible: a row that it refers to no longer exists, a name is taken,
   * or a limit is reached. `current` is the current row, or null if it was deleted.
   */
  readonly unfit?: (row: Row, current: Row | null) => BlockerReason | null;
  /** Returns the restored row in the form to be stored, or null to leave the row unchanged. */
  readonly setBack?: (row: Row, back: Row, inverse: Omit<ChangedInverse<UndoableKind>, 'id'>) => Row | null;
  readonly bringBack?: (row: Row) => Row;
};

class Undo {
  readonly #context: UndoContext;
  readonly #blockers: Blocker[] = [];
  readonly #remove: IdsByKind = emptyLists();
  readonly #change: RowLists = emptyLists();
  readonly #create: RowLists = emptyLists();
  readonly #changes: UndoChanges = { remove: this.#remove, change: this.#change, create: this.#create };
  readonly #extend = new Set<SeriesId>();
  readonly #replan = new Set<MemberId>();
  /** The inverses of the occurrences whose former state is restored, by occurrence id. */
  readonly #inverses = new Map<string, Omit<ChangedInverse<UndoableKind>, 'id'>>();

  readonly #whyUnfit: ReturnType<typeof restoreChecks>;
  /** The household's shopping items, except those that the operation changed. */
  readonly #otherLines: UndoContext['shoppingItems'];
  /** The ids of the rows that the operation changed. */
  readonly #named: ReadonlySet<string>;
  /**
   * The dates that the operation excluded from a series or included again (`lifted`). The map contains only dates of
   * series of which the operation changed nothing but the excluded dates.
   */
  readonly #excluded: ReadonlyMap<string, 'excluded' | 'lifted'>;

  readonly #rules: { readonly [Kind in UndoableKind]: Rule<SyncedRows[Kind]> } = {
    household: {},
    member: {
      setBack: (_row, back) => {
        this.#replan.add(back.id);
        return back;
      },
    },
    category: { unfit: (row) => this.#whyUnfit.category(row) },
    occurrence: {
      touched: (row, created) =>
        isCreatedTouched(row, created, this.#seriesOf(row)) ? blockerReason(row) : null,
      removing: (row) => this.#rewindAfterCompletion(row),
      finished: (row, inverse) => (isFinishedSince(row, inverse) ? blockerReason(row) : null),
      changed: (row, fields) => {
        const isSameStatus = 'status' in fields && row.status === fields['status'].after;
        return isSameStatus ? 'CHANGED' : blockerReason(row);
      },
      unfit: (row, current) =>
        this.#whyUnfit.occurrence(row) ??
        (row.checklist.length > Math.max(CHECKLIST_LIMIT, current?.checklist.length ?? 0) ? 'NO_ROOM' : null),
      setBack: (row, back, inverse) => {
        const { fields } = inverse;
        const { now, by } = this.#context;
        const isOfStatus = 'status' in fields || 'deletedAt' in fields;
        if ('deletedAt' in fields) this.#followDate(row);
        if ('originalDate' in fields) this.#reachAfterCompletion(back);
        this.#inverses.set(row.id, inverse);
        const attachmentCount = 'taskId' in fields ? this.#countFiles(back) : row.attachmentCount;
        const changes = { ...back, attachmentCount, ...(isOfStatus && { statusAt: now }) };
        return withMutation(row, changes, { now, by });
      },
      bringBack: (row) => {
        this.#forwardAfterCompletion(row);
        // The number of files is the current one. The calendar synchronisation has to create the event again,
        // so `syncedVersion` starts at 0.
        const attachmentCount = this.#countFiles(row);
        return { ...withMutation(row, { attachmentCount }, this.#context), syncedVersion: 0 };
      },
    },
    series: {
      touched: (row, created) => whySeriesChanged(row, created),
      removing: ({ id }) => this.#removeRows(id),
      changed: () => 'SERIES_CHANGED',
      unfit: (row) => this.#whyUnfit.series(row),
      setBack: (row, back, inverse) => this.#seriesBack(row, back, inverse),
      bringBack: (row) => {
        this.#extend.add(row.id);
        return row;
      },
    },
    shoppingItem: { unfit: (row) => this.#whyUnfit.shoppingItem(row) },
    shoppingList: {
      touched: (row, created) =>
        whyChanged('shoppingList', row, created) ?? (this.#isUsed(row) ? 'CHANGED' : null),
      unfit: (row) => this.#whyUnfit.shoppingList(row),
    },
    swap: {
      // A swap request that was declined automatically because its turn changed does not block the undo,
      // because no member answered it.
      touched: (row, created) =>
        row.status === 'DECLINED' && row.answeredBy === null ? null : whyChanged('swap', row, created),
    },
    dayCalendar: {
      touched: (row, created) => whyCalendarChanged(row, created),
      unfit: ({ id }) => this.#whyNoCalendar(id),
      setBack: (row, back) =>
        row.url === back.url ? back : { ...back, ...NEVER_FETCHED, nextFetchAt: this.#context.now },
      // Inverses written by an earlier version contain no address fields, so the fields of a manual calendar
      // are the default.
      bringBack: (row) => ({ ...MANUAL_CALENDAR, ...row, claimedUntil: null }),
    },
    pause: { unfit: (row, current) => (current === null ? this.#whyNoPause(row) : null) },
    template: { unfit: (_row, current) => (current === null ? this.#whyNoTemplate() : null) },
  };

  constructor(context: UndoContext, inverse: Inverse) {
    this.#context = context;
    this.#named = new Set(inverse.map(({ id }) => id));
    this.#excluded = new Map(inverse.flatMap(datesExcluded));
    const returning = inverse.filter(({ kind, did }) => REFERRED_TO.has(kind) && did === 'removed');
    // If the operation split a shopping item, both parts have the same name. This does not block the undo,
    // because the undo removes one of them.
    const shoppingItems = context.shoppingItems.filter(({ id }) => !this.#named.has(id));
    this.#otherLines = shoppingItems;
    this.#whyUnfit = restoreChecks({ ...context, shoppingItems }, new Set(returning.map(({ id }) => id)));
  }

  take(inverse: RowInverse): void {
    if (inverse.did === 'created') this.#removeCreated(inverse);
    else if (inverse.did === 'removed') this.#bringBack(inverse);
    else this.#setBack(inverse);
  }

  planned(): PlannedUndo {
    for (const { kind, id, reason, row } of findConflicts(this.#changes, this.#context))
      this.#block(kind, id, reason, row);
    if (this.#blockers.length > 0) return { kind: 'blocked', blockers: sortBlockers(this.#blockers) };
    const extend = [...this.#extend].filter((id) => !this.#remove.series.includes(id));
    const turned = (rows: readonly Occurrence[]) => rows.map((row) => this.#recomputeAssignees(row));
    const remove = this.#remove;
    const change = {
      ...this.#change,
      series: this.#change.series.map((one) => this.#withoutLiveDates(one)),
      occurrence: turned(this.#change.occurrence.map((row) => this.#withException(row))),
    };
    const create = { ...this.#create, occurrence: turned(this.#create.occurrence) };
    return { kind: 'plan', plan: { remove, change, create, extend, replan: [...this.#replan] } };
  }

  /**
   * Removes dates from `excludedDates` that have a live row. A date that was deleted before the operation may
   * have been restored since.
   */
  #withoutLiveDates(series: SeriesRecord): SeriesRecord {
    const rows = this.#context.rowsOfSeries.get(series.id) ?? [];
    const { staying, coming } = rowsAfterUndo(this.#changes, rows);
    const live = [...staying, ...coming].flatMap((row) =>
      row.seriesId === series.id && row.deletedAt === null ? [placeOf(row)] : [],
    );
    return { ...series, excludedDates: series.excludedDates.filter((date) => !live.includes(date)) };
  }

  /**
   * Returns the row with the right `isException`. If the row is as it was before the operation, the former
   * value is used. Otherwise somebody has edited the row or moved its series since, and it is an exception if
   * it differs from its series.
   */
  #withException(row: Occurrence): Occurrence {
    const { fields = {}, digestBefore } = this.#inverses.get(row.id) ?? {};
    const own = fields['isException'];
    if (own === undefined && digestBefore === undefined) return row;
    if (digestBefore === digestOwn(row))
      return { ...row, isException: own === undefined || own.before === true };
    const series = this.#seriesAfter(row);
    return series === null ? row : { ...row, isException: differsFromSeries(row, series) };
  }

  /** Computes the assignees of an open row again, from its series in the state after the undo. */
  #recomputeAssignees(row: Occurrence): Occurrence {
    if (row.status !== 'TODO' || row.deletedAt !== null) return row;
    return reassignReopened(row, this.#seriesAfter(row), this.#context.members, this.#context.turns);
  }

  #removeCreated<Kind extends UndoableKind>({ kind, id, row: created }: CreatedInverse<Kind>): void {
    const row = this.#context.rows[kind].get(id);
    // The row was permanently deleted since, so the undo has nothing to remove.
    if (row === undefined) return;
    const rule: Rule<SyncedRows[Kind]> = this.#rules[kind];
    const reason = rule.touched === undefined ? whyChanged(kind, row, created) : rule.touched(row, created);
    if (reason !== null) {
      this.#block(kind, id, reason);
      return;
    }
    rule.removing?.(row, created);
    this.#remove[kind].push(id);
  }

  #setBack<Kind extends UndoableKind>(inverse: ChangedInverse<Kind>): void {
    const { kind, id, fields } = inverse;
    const row = this.#context.rows[kind].get(id);
    if (row === undefined) {
      if (!isOfCategoryAlone(fields)) this.#block(kind, id, 'GONE');
      return;
    }
    const rule: Rule<SyncedRows[Kind]> = this.#rules[kind];
    const finished = rule.finished?.(row, inverse) ?? null;
    if (finished !== null) {
      this.#block(kind, id, finished);
      return;
    }
    if ('createdBy' in row && hasShared(inverse, row.createdBy, this.#context.viewer)) {
      this.#block(kind, id, 'GONE');
      return;
    }
    const former = revertFields(row, fields);
    if (former === null) {
      this.#block(kind, id, rule.changed?.(row, fields) ?? 'CHANGED');
      return;
    }
    this.#requireFit(kind, former, row);
    if (concernsOthers(former))
      this.#block(kind, id, 'status' in row && 'date' in row ? blockerReason(row) : 'CHANGED');
    const dated = 'updatedAt' in former ? { ...former, updatedAt: this.#context.now } : former;
    const back = rule.setBack === undefined ? dated : rule.setBack(row, former, inverse);
    if (back !== null) this.#change[kind].push(back);
  }

  /**
   * Restores a deleted category in a personal row of another member, unless its author has changed the
   * category since.
   */
  restoreCategory({ row, inverse }: SeenUndo['hidden'][number]): void {
    if (inverse.did !== 'changed' || !isOfCategoryAlone(inverse.fields)) return;
    const former = revertFields(row, inverse.fields);
    if (former === null) return;
    const { now, by } = this.#context;
    if ('template' in former && 'segments' in former) {
      if (this.#whyUnfit.series(former) === null)
        this.#change.series.push({ ...former, version: former.version + 1 });
    } else if ('seriesId' in former && this.#whyUnfit.occurrence(former) === null)
      this.#change.occurrence.push(withMutation(former, {}, { now, by }));
  }

  #bringBack<Kind extends UndoableKind>({ kind, row }: RemovedInverse<Kind>): void {
    const rule: Rule<SyncedRows[Kind]> = this.#rules[kind];
    this.#requireFit(kind, row, null);
    this.#create[kind].push(rule.bringBack?.(row) ?? row);
  }

  #requireFit<Kind extends UndoableKind>(
    kind: Kind,
    row: SyncedRows[Kind],
    current: SyncedRows[Kind] | null,
  ): void {
    const rule: Rule<SyncedRows[Kind]> = this.#rules[kind];
    const reason = rule.unfit?.(row, current) ?? null;
    if (reason === null) return;
    const twin = 'addedBy' in row ? findOpenTwin(this.#otherLines, row) : null;
    const takenBy = reason === 'NAME_TAKEN' && twin !== null ? { takenBy: twin.id } : {};
    this.#block(kind, row.id, reason, undefined, takenBy);
  }

  #countFiles({ taskId }: Pick<Occurrence, 'taskId'>): number {
    return this.#context.files.get(taskId) ?? 0;
  }

  /**
   * Updates a series that repeats after completion when the undo removes its newest occurrence. The
   * occurrence before it is then the newest again: `nextIndex` becomes the index after it, and `horizon` the
   * day after it.
   */
  #rewindAfterCompletion({ seriesId, seriesIndex }: Occurrence): void {
    const series = this.#afterCompletion(seriesId);
    if (series === null || seriesIndex === null || series.nextIndex <= seriesIndex) return;
    const rows = this.#context.rowsOfSeries.get(series.id) ?? [];
    const newest = rows.find((row) => row.seriesIndex === seriesIndex - 1)?.originalDate;
    const horizon = newest ? addDays(newest, 1) : series.horizon;
    this.#changeSeries(series, { horizon, nextIndex: seriesIndex });
  }

  #whyNoCalendar(returning: string): BlockerReason | null {
    const others = [...this.#context.rows.dayCalendar.keys()].filter((id) => id !== returning);
    return others.length >= DAY_CALENDARS_LIMIT ? 'NO_ROOM' : null;
  }

  /**
   * Returns a reason if restoring the pause would exceed the limit of pauses. Pauses that are over do not
   * count.
   */
  #whyNoPause(returning: SyncedRows['pause']): BlockerReason | null {
    const { countedPauses, turns } = this.#context;
    if (isOver(returning, turns.today)) return null;
    const staying = countedPauses.size - this.#remove.pause.filter((id) => countedPauses.has(id)).length;
    const coming = this.#create.pause.filter((pause) => !isOver(pause, turns.today)).length;
    return staying + coming >= PAUSES_LIMIT ? 'NO_ROOM' : null;
  }

  #whyNoTemplate(): BlockerReason | null {
    const { templateCount } = this.#context;
    const after = templateCount - this.#remove.template.length + this.#create.template.length;
    return after >= TEMPLATES_LIMIT ? 'NO_ROOM' : null;
  }

  /** Returns true if somebody has added an item to a shopping list that the operation created. */
  #isUsed({ id }: SyncedRows['shoppingList']): boolean {
    return this.#context.shoppingItems.some((item) => item.listId === id && !this.#named.has(item.id));
  }

  /**
   * Updates a series that repeats after completion when the undo changes the date of its newest row.
   * `horizon` becomes the day after that row.
   */
  #reachAfterCompletion({ seriesId, seriesIndex, originalDate }: Occurrence): void {
    const series = this.#afterCompletion(seriesId);
    if (series === null || originalDate === null || seriesIndex !== series.nextIndex - 1) return;
    this.#changeSeries(series, { horizon: addDays(originalDate, 1) });
  }

  /**
   * Updates a series that repeats after completion when the undo restores its newest row. `nextIndex` becomes
   * the index after that row, and `horizon` the day after it.
   */
  #forwardAfterCompletion({ seriesId, seriesIndex, originalDate }: Occurrence): void {
    const series = this.#afterCompletion(seriesId);
    if (series === null || seriesIndex === null || originalDate === null || series.nextIndex > seriesIndex)
      return;
    this.#changeSeries(series, { horizon: addDays(originalDate, 1), nextIndex: seriesIndex + 1 });
  }

  /** Changes a series that is not part of the inverse. */
  #changeSeries(series: SeriesRecord, change: Partial<SeriesRecord>): void {
    const pending = this.#change.series;
    const place = pending.findIndex(({ id }) => id === series.id);
    if (place < 0) pending.push({ ...series, ...change });
    else pending[place] = { ...series, ...pending[place], ...change };
  }

  /**
   * Updates the excluded dates of the series for a row that the operation deleted or restored. Blocks the
   * undo if the excluded date no longer belongs to the row, because the date has moved to another series or
   * the row has another date now.
   */
  #followDate(row: Occurrence): void {
    const { id, seriesId } = row;
    const place = placeOf(row);
    if (seriesId === null || place === null || this.#excluded.size === 0) return;
    const did = this.#excluded.get(place);
    if (did === undefined) this.#block('occurrence', id, 'SERIES_CHANGED');
    const series = this.#context.rows.series.get(seriesId);
    if (series === undefined || did === undefined || this.#named.has(seriesId)) return;
    const pending = this.#change.series.find((one) => one.id === seriesId);
    const others = (pending ?? series).excludedDates.filter((other) => other !== place);
    const excludedDates = did === 'excluded' ? others : [...others, place].sort();
    this.#changeSeries(series, { excludedDates });
    this.#extend.add(seriesId);
  }

  /**
   * Returns the series if it repeats after completion and is not part of the inverse. Otherwise returns null.
   */
  #afterCompletion(id: SeriesId | null): SeriesRecord | null {
    const series = id === null || this.#named.has(id) ? undefined : this.#context.rows.series.get(id);
    return series === undefined || isRule(series.recurrence) ? null : series;
  }

  #seriesBack(
    series: SeriesRecord,
    former: SeriesRecord,
    { fields, reach }: Pick<ChangedInverse<'series'>, 'fields' | 'reach'>,
  ): SeriesRecord | null {
    if (reach === undefined) return former;
    const isGrown = Object.keys(fields).some((field) => !LEAVES_ROWS.has(field));
    const hasRunOn = !sameJson(pickReach(series), reach.after);
    if (isRule(series.recurrence)) {
      if (isGrown) this.#removeGrown(series.id, reach.after.horizon);
    } else if (isGrown && hasRunOn) {
      // An occurrence was completed since the operation, so the next occurrence was created by the new rule.
      // This blocks the undo.
      this.#block('series', series.id, 'SERIES_CHANGED');
      return null;
    }
    // Every date before `horizon` has its row. So `horizon` is only reset if the undo removes the rows of the
    // new rule. If the rows are kept, `horizon` is kept too.
    const isBegunAgain = isRule(series.recurrence) ? isGrown : !hasRunOn;
    const { horizon, nextIndex } = isBegunAgain ? reach.before : series;
    const endedAt = former.ended ? (series.endedAt ?? this.#context.now) : null;
    this.#extend.add(series.id);
    return { ...former, version: series.version + 1, horizon, nextIndex, endedAt };
  }

  /**
   * Removes the rows that the job `extend-horizons` has created since the operation, by the rule that is
   * undone.
   */
  #removeGrown(id: SeriesId, horizon: CivilDate): void {
    for (const row of this.#context.rowsOfSeries.get(id) ?? []) {
      if (row.originalDate === null || row.originalDate < horizon) continue;
      // The row existed before the operation and keeps its date. Only its original date was moved to
      // `horizon` or later.
      if (row.date !== null && row.date < horizon && isTouched(row, this.#seriesOf(row))) continue;
      this.#removeUntouched(row);
    }
  }

  /** Removes all rows of a series that the undo removes, because no row may exist without its series. */
  #removeRows(id: SeriesId): void {
    for (const row of this.#context.rowsOfSeries.get(id) ?? []) this.#removeUntouched(row);
  }

  /** Removes a row that is not part of the inverse. Blocks the undo if somebody has changed the row. */
  #removeUntouched(row: Occurrence): void {
    if (this.#named.has(row.id)) return;
    if (isTouched(row, this.#seriesOf(row))) this.#block('occurrence', row.id, blockerReason(row), row);
    else this.#remove.occurrence.push(row.id);
  }

  /** Returns the series of the occurrence in the state after the undo. */
  #seriesAfter(row: Occurrence): SeriesRecord | null {
    const isOwn = ({ id }: SeriesRecord) => id === row.seriesId;
    return this.#change.series.find(isOwn) ?? this.#create.series.find(isOwn) ?? this.#seriesOf(row);
  }

  /** Returns the current series of the occurrence. */
  #seriesOf({ seriesId }: Occurrence): SeriesRecord | null {
    return seriesId === null ? null : (this.#context.rows.series.get(seriesId) ?? null);
  }

  /** Records a blocker. Each row is recorded only once, with the first reason found. */
  #block(
    kind: UndoableKind,
    id: string,
    reason: BlockerReason,
    row: Blocker['row'] = this.#context.rows[kind].get(id) ?? null,
    takenBy: Pick<Blocker, 'takenBy'> = {},
  ): void {
    if (this.#blockers.some((one) => one.kind === kind && one.id === id)) return;
    this.#blockers.push({ kind, id, reason, row, ...takenBy });
  }
}

/**
 * Returns the row with the former values of these fields. Returns null if somebody has changed one of them
 * since.
 */
function revertFields<Row extends SyncedRows[UndoableKind]>(row: Row, fields: FieldInverses): Row | null {
  const now = listFields(row);
  const back: Record<string, unknown> = {};
  for (const [field, inverse] of Object.entries(fields)) {
    // The last tick completed the task. Removing an earlier tick would reopen the task, so the undo is
    // blocked.
    if (field === 'doneBy' && now.get('status') === 'DONE' && !sameJson(now.get(field), inverse.after))
      return null;
    const value = undoneField(field, inverse, now.get(field));
    if (value !== BLOCKED) back[field] = value;
    // Turns that the rotation assigns are planned again after the undo, so a change of them by an absence
    // does not block it.
    else if (!isOfPlannedTurn(row, field)) return null;
  }
  return { ...row, ...back };
}

/** Returns true if a row that becomes personal names a member other than its author. */
function concernsOthers(row: SyncedRows[UndoableKind]): boolean {
  if ('segments' in row) return personalSeriesProblems(row).length > 0;
  return 'responsibleMemberIds' in row && personalProblems(row).length > 0;
}

function datesExcluded(inverse: RowInverse): (readonly [string, 'excluded' | 'lifted'])[] {
  if (inverse.kind !== 'series' || inverse.did !== 'changed' || Object.keys(inverse.fields).length > 1)
    return [];
  const { excludedDates } = inverse.fields;
  if (excludedDates === undefined) return [];
  const [before, after] = [excludedDates.before, excludedDates.after] as (readonly string[])[];
  return [
    ...(after ?? []).filter((date) => !before?.includes(date)).map((date) => [date, 'excluded'] as const),
    ...(before ?? []).filter((date) => !after?.includes(date)).map((date) => [date, 'lifted'] as const),
  ];
}
