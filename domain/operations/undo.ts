import { addDays, type CivilDate } from '../shared/civil-date.js';
import type { CategoryId, MemberId, SeriesId } from '../shared/ids.js';
import { sameJson } from '../shared/same-json.js';
import { nameKey } from '../shopping/name-key.js';
import type { Instant } from '../shared/zone.js';
import { isRule } from '../series/dates.js';
import type { SeriesRecord } from '../series/series.js';
import { membersOf } from '../rotation/rotation.js';
import { mutated, type Occurrence } from '../tasks/occurrence.js';
import type { SyncedRows } from '../sync/journal.js';
import { categoryNameKey } from '../households/category-name.js';
import { BLOCKED, fieldTakenBack } from './field-undo.js';
import {
  KEPT,
  reachOf,
  versionOf,
  type CreatedRow,
  type FieldInverse,
  type Inverse,
  type Reach,
  type RowInverse,
  type UndoableKind,
} from './inverse.js';

/** Rows of each kind by id. */
export type RowsByKind = { readonly [Kind in UndoableKind]: ReadonlyMap<string, SyncedRows[Kind]> };

/** What an undo is planned on, all of it locked. */
export type UndoGround = {
  /** The rows that the inverse names, as they are now; what is not there is gone. */
  readonly rows: RowsByKind;
  /** All rows of each series that the inverse names, or that goes on after completion, those in the trash included. */
  readonly rowsOfSeries: ReadonlyMap<SeriesId, readonly Occurrence[]>;
  /** Who is a member now. */
  readonly members: ReadonlySet<MemberId>;
  /** What there is now, whose names and ids rows may not share or must find. */
  readonly categories: readonly SyncedRows['category'][];
  readonly shoppingItems: readonly SyncedRows['shoppingItem'][];
  readonly now: Instant;
  /** Who takes it back. */
  readonly by: MemberId;
  /** When the operation was done. */
  readonly since: Instant;
};

export const BLOCKER_REASONS = [
  'CHANGED',
  'DONE',
  'GONE',
  'SERIES_CHANGED',
  'MEMBER_LEFT',
  'CATEGORY_GONE',
  'NAME_TAKEN',
] as const;
export type BlockerReason = (typeof BLOCKER_REASONS)[number];

/** A row that keeps an operation from being taken back; `row` as it is now, null: gone. */
export type Blocker = {
  readonly kind: UndoableKind;
  readonly id: string;
  readonly reason: BlockerReason;
  readonly row: SyncedRows[UndoableKind] | null;
};

type Rows = { readonly [Kind in UndoableKind]: readonly SyncedRows[Kind][] };

/** To be carried out in this order: remove, change, create; then the series of `extend` are brought up to today. */
export type UndoPlan = {
  readonly remove: { readonly [Kind in UndoableKind]: readonly string[] };
  readonly change: Rows;
  readonly create: Rows;
  /** Their rows reach as far as they did before the operation. */
  readonly extend: readonly SeriesId[];
  /** Members who are present or absent on other days again: their turns are planned anew. */
  readonly replan: readonly MemberId[];
};

export type PlannedUndo =
  | { readonly kind: 'plan'; readonly plan: UndoPlan }
  | { readonly kind: 'blocked'; readonly blockers: readonly Blocker[] };

/**
 * Takes an operation back, all of it or nothing: a field goes back only while it has the value that the operation gave
 * it, a created row goes only while nobody has touched it, and a series goes back only while it is as the operation left
 * it. Rows that the horizon has made by the new rule since go with it. Undone after any number of days, everything is
 * as if the operation had never been done.
 */
export function planUndo(inverse: Inverse, ground: UndoGround): PlannedUndo {
  const undo = new Undo(ground, inverse);
  for (const row of inverse) undo.take(row);
  return undo.planned();
}

/** Fields that say which date of which series a row is. */
const MOVING: readonly (keyof Occurrence)[] = ['date', 'originalDate', 'seriesId', 'seriesIndex'];

/** Changes of a series whose rows are those that it would have had without. */
const LEAVES_ROWS: ReadonlySet<string> = new Set<keyof SeriesRecord>(['excludedDates', 'missed', 'taskId']);

class Undo {
  readonly #ground: UndoGround;
  readonly #blockers: Blocker[] = [];
  readonly #remove = byKind<string>();
  readonly #change = byKind<object>();
  readonly #create = byKind<object>();
  readonly #extend = new Set<SeriesId>();
  readonly #members = new Set<MemberId>();

  /** Categories that come back with it. */
  readonly #returning: ReadonlySet<string>;
  /** The rows that the operation touched. */
  readonly #named: ReadonlySet<string>;

  constructor(ground: UndoGround, inverse: Inverse) {
    this.#ground = ground;
    this.#named = new Set(inverse.map(({ id }) => id));
    this.#returning = new Set(
      inverse.filter(({ kind, did }) => kind === 'category' && did === 'removed').map(({ id }) => id),
    );
  }

  take(inverse: RowInverse): void {
    switch (inverse.did) {
      case 'created': {
        this.#removeCreated(inverse);
        return;
      }
      case 'removed': {
        this.#bringBack(inverse.kind, inverse.row as SyncedRows[UndoableKind]);
        return;
      }
      case 'changed': {
        this.#setBack(inverse);
        return;
      }
    }
  }

  planned(): PlannedUndo {
    this.#requirePlaces();
    if (this.#blockers.length > 0) return { kind: 'blocked', blockers: this.#blockers };
    const extend = [...this.#extend].filter((id) => !this.#remove.series.includes(id));
    const [change, create] = [this.#change, this.#create] as unknown as [Rows, Rows];
    return {
      kind: 'plan',
      plan: { remove: this.#remove, change, create, extend, replan: [...this.#members] },
    };
  }

  /** An original date is one row's of its series, also of one in the trash, and an index that of one live row. */
  #requirePlaces(): void {
    const [changed, removed] = [byIdOf(this.#change.occurrence), new Set(this.#remove.occurrence)];
    for (const rows of this.#ground.rowsOfSeries.values()) {
      const staying = rows.filter(({ id }) => !removed.has(id) && !changed.has(id));
      const coming = [...changed.values(), ...(this.#create.occurrence as Occurrence[])];
      for (const row of staying)
        if (coming.some((one) => isTwin(one, row))) this.#block('occurrence', row, touchedBy(row));
    }
  }

  #removeCreated({ kind, id, row: created }: RowInverse & { readonly did: 'created' }): void {
    const row = this.#ground.rows[kind].get(id);
    // Whoever emptied the trash, or deleted it for good, has done what is to be done.
    if (row === undefined) return;
    if (kind === 'occurrence') {
      if (this.#isCreatedTouched(row as Occurrence, created)) {
        this.#block(kind, row, touchedBy(row as Occurrence));
        return;
      }
      this.#rewindAfterCompletion(row as Occurrence);
    } else if (versionOf(row) !== created.version || (created.content && !sameJson(row, created.content))) {
      this.#block(kind, row, kind === 'series' ? 'SERIES_CHANGED' : 'CHANGED');
      return;
    }
    if (kind === 'series' && created.reach) this.#removeGrown(id as SeriesId, created.reach.horizon);
    this.#remove[kind].push(id);
  }

  /** What the completion of a series after completion had brought goes, and the row before it is the newest again. */
  #rewindAfterCompletion({ seriesId, seriesIndex }: Occurrence): void {
    const series = this.#afterCompletion(seriesId);
    if (series === null || seriesIndex === null || series.nextIndex <= seriesIndex) return;
    const rows = this.#ground.rowsOfSeries.get(series.id) ?? [];
    const newest = rows.find((row) => row.seriesIndex === seriesIndex - 1)?.originalDate;
    const horizon = newest ? addDays(newest, 1) : series.horizon;
    this.#change.series.push({ ...series, horizon, nextIndex: seriesIndex });
  }

  /** What it had brought is there again, as the newest row. */
  #forwardAfterCompletion({ seriesId, seriesIndex, originalDate }: Occurrence): void {
    const series = this.#afterCompletion(seriesId);
    if (series === null || seriesIndex === null || originalDate === null || series.nextIndex > seriesIndex)
      return;
    this.#change.series.push({ ...series, horizon: addDays(originalDate, 1), nextIndex: seriesIndex + 1 });
  }

  /** A series after completion that is not put back as a whole. */
  #afterCompletion(id: SeriesId | null): SeriesRecord | null {
    const series = id === null || this.#named.has(id) ? undefined : this.#ground.rows.series.get(id);
    return series === undefined || isRule(series.recurrence) ? null : series;
  }

  #setBack({ kind, id, fields, reach }: RowInverse & { readonly did: 'changed' }): void {
    const row = this.#ground.rows[kind].get(id);
    if (row === undefined) {
      this.#block(kind, { id }, 'GONE');
      return;
    }
    if (kind === 'occurrence' && this.#isFinishedSince(row as Occurrence, fields)) {
      this.#block(kind, row, 'DONE');
      return;
    }
    const before = fieldsTakenBack(row, fields);
    if (before === null) {
      this.#block(kind, row, changedSince(kind, row, fields));
      return;
    }
    if (kind === 'series' && reach) {
      this.#setSeriesBack(row as SeriesRecord, before, reach);
      return;
    }
    if (kind === 'member') this.#members.add(id as MemberId);
    const back = { ...row, ...before };
    this.#requireGround(kind, back);
    this.#change[kind].push(
      kind === 'occurrence' ? this.#occurrenceBack(row as Occurrence, before) : this.#dated(back),
    );
  }

  /** What somebody has done or skipped since stays where it was done. */
  #isFinishedSince(
    { status, statusAt }: Occurrence,
    fields: Readonly<Record<string, FieldInverse>>,
  ): boolean {
    const isMoved = MOVING.some((field) => field in fields);
    return isMoved && !('status' in fields) && status !== 'TODO' && (statusAt ?? 0) >= this.#ground.since;
  }

  #occurrenceBack(row: Occurrence, before: Partial<Occurrence>): Occurrence {
    const { now, by } = this.#ground;
    const isOfStatus = 'status' in before || 'deletedAt' in before;
    return mutated(row, { ...before, ...(isOfStatus && { statusAt: now }) }, { now, by });
  }

  #setSeriesBack(
    series: SeriesRecord,
    before: Partial<SeriesRecord>,
    reach: { readonly before: Reach; readonly after: Reach },
  ): void {
    const back = { ...series, ...before, version: series.version + 1 };
    this.#requireGround('series', back);
    const isGrown = Object.keys(before).some((field) => !LEAVES_ROWS.has(field));
    const hasRunOn = !sameJson(reachOf(series), reach.after);
    if (isRule(series.recurrence)) {
      if (isGrown) this.#removeGrown(series.id, reach.after.horizon);
    } else if (isGrown && hasRunOn) {
      // It was completed since, and the next one is as the operation had it.
      this.#block('series', series, 'SERIES_CHANGED');
      return;
    }
    // Rows that are kept reach as far as they do; only where others made them do they begin again.
    const isBegunAgain = isRule(series.recurrence) ? isGrown : !hasRunOn;
    const { horizon, nextIndex } = isBegunAgain ? reach.before : series;
    const endedAt = back.ended ? (series.endedAt ?? this.#ground.now) : null;
    this.#change.series.push({ ...back, horizon, nextIndex, endedAt });
    this.#extend.add(series.id);
  }

  /** The rows that the horizon has made since, by a rule that is about to go. */
  #removeGrown(id: SeriesId, horizon: CivilDate): void {
    for (const row of this.#ground.rowsOfSeries.get(id) ?? []) {
      if (row.originalDate === null || row.originalDate < horizon) continue;
      if (this.#isTouched(row)) this.#block('occurrence', row, touchedBy(row));
      else this.#remove.occurrence.push(row.id);
    }
  }

  #bringBack(kind: UndoableKind, row: SyncedRows[UndoableKind]): void {
    this.#requireGround(kind, row);
    if (kind === 'occurrence') this.#forwardAfterCompletion(row as Occurrence);
    this.#create[kind].push(kind === 'occurrence' ? this.#createdAgain(row as Occurrence) : row);
  }

  /** It counts on where it stopped, and the calendar owes it an event again. */
  #createdAgain(row: Occurrence): Occurrence {
    return { ...mutated(row, {}, this.#ground), syncedVersion: 0 };
  }

  #dated<Row extends object>(row: Row): Row {
    return 'updatedAt' in row ? { ...row, updatedAt: this.#ground.now } : row;
  }

  /** What a row that comes back refers to, or must not share. */
  #requireGround(kind: UndoableKind, row: SyncedRows[UndoableKind]): void {
    const { members, categories } = this.#ground;
    const gone = (id: CategoryId | null) =>
      id !== null && !categories.some((category) => category.id === id) && !this.#returning.has(id);
    const left = (ids: Iterable<MemberId>) => [...ids].some((id) => !members.has(id));
    switch (kind) {
      case 'occurrence': {
        const { status, deletedAt, responsibleMemberIds, turnReason, categoryId } = row as Occurrence;
        const isPlanned = turnReason === 'ROTATION' || turnReason === 'AWAY';
        if (gone(categoryId)) this.#block(kind, row, 'CATEGORY_GONE');
        else if (status === 'TODO' && deletedAt === null && !isPlanned && left(responsibleMemberIds))
          this.#block(kind, row, 'MEMBER_LEFT');
        return;
      }
      case 'series': {
        const { template, segments } = row as SeriesRecord;
        const rotation = segments.at(-1)?.rotation;
        if (gone(template.categoryId)) this.#block(kind, row, 'CATEGORY_GONE');
        else if (rotation !== undefined && left(membersOf(rotation))) this.#block(kind, row, 'MEMBER_LEFT');
        return;
      }
      case 'category':
      case 'shoppingItem':
        if (this.#isNameTaken(kind, row)) this.#block(kind, row, 'NAME_TAKEN');
        return;
      default:
        return;
    }
  }

  /** A line of the shopping list that is ticked leaves its name to another. */
  #isNameTaken(kind: 'category' | 'shoppingItem', row: SyncedRows[UndoableKind]): boolean {
    if (kind === 'category') {
      const key = categoryNameKey((row as SyncedRows['category']).name);
      return this.#ground.categories.some(({ id, name }) => id !== row.id && categoryNameKey(name) === key);
    }
    const item = row as SyncedRows['shoppingItem'];
    return (
      !item.checked &&
      this.#ground.shoppingItems.some(
        ({ id, name, checked }) => id !== item.id && !checked && nameKey(name) === nameKey(item.name),
      )
    );
  }

  /** Whether somebody has done anything to a row that the operation created. */
  #isCreatedTouched(row: Occurrence, { version, content, seriesId }: CreatedRow): boolean {
    // Files are told beside the version.
    if (row.attachmentCount > 0) return true;
    if (row.version === version) return false;
    if (seriesId !== undefined) return row.seriesId !== seriesId || this.#isTouched(row);
    if (content === undefined) return true;
    const was = content as Occurrence;
    return (Object.keys(row) as (keyof Occurrence)[]).some(
      (field) =>
        !KEPT.occurrence.has(field) && !isOfPlannedTurn(row, field) && !sameJson(row[field], was[field]),
    );
  }

  /** Whether somebody has done anything to a row that its series made: that it was missed, or its turn, is nobody's act. */
  #isTouched(row: Occurrence): boolean {
    const { status, skippedReason, statusAt, isException, deletedAt, attachmentCount, checklist } = row;
    const series = row.seriesId === null ? undefined : this.#ground.rows.series.get(row.seriesId);
    const own = checklist.filter(({ done }) => !done).map(({ title }) => title);
    return (
      (status !== 'TODO' && skippedReason !== 'MISSED') ||
      statusAt !== null ||
      isException ||
      deletedAt !== null ||
      attachmentCount > 0 ||
      !sameJson(own, series?.template.checklist ?? [])
    );
  }

  #block(kind: UndoableKind, row: { readonly id: string }, reason: BlockerReason): void {
    const { rows } = this.#ground;
    this.#blockers.push({ kind, id: row.id, reason, row: rows[kind].get(row.id) ?? null });
  }
}

/** The fields as they were; null where somebody has changed one since. */
function fieldsTakenBack(
  row: SyncedRows[UndoableKind],
  fields: Readonly<Record<string, FieldInverse>>,
): Readonly<Record<string, unknown>> | null {
  const now = row as unknown as Readonly<Record<string, unknown>>;
  const back: Record<string, unknown> = {};
  for (const [field, inverse] of Object.entries(fields)) {
    const value = fieldTakenBack(field, inverse, now[field]);
    if (value !== BLOCKED) back[field] = value;
    // Turns that the rule gives are planned anew, whatever an absence has made of them since.
    else if (!isOfPlannedTurn(row, field)) return null;
  }
  return back;
}

function isOfPlannedTurn(row: SyncedRows[UndoableKind], field: string): boolean {
  if (!('turnReason' in row) || row.isException) return false;
  const isOfTurn = ['responsibleMemberIds', 'turnReason', 'turnOf'].includes(field);
  return isOfTurn && (row.turnReason === 'ROTATION' || row.turnReason === 'AWAY');
}

function changedSince(
  kind: UndoableKind,
  row: SyncedRows[UndoableKind],
  fields: Readonly<Record<string, FieldInverse>>,
): BlockerReason {
  if (kind === 'series') return 'SERIES_CHANGED';
  if (kind !== 'occurrence') return 'CHANGED';
  const isOtherStatus = 'status' in fields && (row as Occurrence).status !== fields['status'].after;
  return isOtherStatus || !('status' in fields) ? touchedBy(row as Occurrence) : 'CHANGED';
}

function isTwin(one: Occurrence, other: Occurrence): boolean {
  if (one.seriesId === null || one.seriesId !== other.seriesId) return false;
  const isLive = one.deletedAt === null && other.deletedAt === null;
  return one.originalDate === other.originalDate || (isLive && one.seriesIndex === other.seriesIndex);
}

function byIdOf(rows: readonly object[]): ReadonlyMap<string, Occurrence> {
  return new Map((rows as readonly Occurrence[]).map((row) => [row.id, row]));
}

function touchedBy({ status, deletedAt }: Occurrence): BlockerReason {
  if (deletedAt !== null) return 'GONE';
  return status === 'TODO' ? 'CHANGED' : 'DONE';
}

function byKind<Row>(): { readonly [Kind in UndoableKind]: Row[] } {
  return {
    household: [],
    member: [],
    category: [],
    occurrence: [],
    series: [],
    shoppingItem: [],
    swap: [],
    template: [],
  };
}
