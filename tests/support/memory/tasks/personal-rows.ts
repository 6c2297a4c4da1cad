import type { RemovedPersonal } from '../../../../domain/operations/hidden-rows.js';
import type { HouseholdId, MemberId } from '../../../../domain/shared/ids.js';
import { isVisibleTo } from '../../../../domain/tasks/occurrence.js';
import type { Store } from '../store.js';

type Rows = Pick<Store, 'occurrences' | 'series'>;

/**
 * Ids of occurrences, series and tasks. Clients choose ids, so a row of another kind may have the same id. As in the
 * PostgreSQL adapter, only a subject of type `TASK` is looked up among occurrences, and only a `SERIES` among series.
 */
export class RowIds {
  readonly #occurrences: ReadonlySet<string>;
  readonly #series: ReadonlySet<string>;
  readonly #tasks: ReadonlySet<string>;

  constructor({
    occurrences,
    series,
    tasks,
  }: Readonly<Record<'occurrences' | 'series' | 'tasks', Iterable<string>>>) {
    [this.#occurrences, this.#series, this.#tasks] = [new Set(occurrences), new Set(series), new Set(tasks)];
  }

  /** Returns true if a note is about one of these rows. */
  isAbout({ taskId, subject }: Pick<Note, 'taskId' | 'subject'>): boolean {
    if (taskId !== null && this.#tasks.has(taskId)) return true;
    if (subject?.type === 'TASK') return this.#occurrences.has(subject.id);
    return subject?.type === 'SERIES' && this.#series.has(subject.id);
  }

  /** Returns the ids of all three kinds. */
  all(): ReadonlySet<string | null> {
    return new Set([...this.#occurrences, ...this.#series, ...this.#tasks]);
  }
}

type Note = {
  readonly householdId: HouseholdId;
  readonly onlyFor: MemberId | null;
  readonly taskId: string | null;
  readonly subject: { readonly type: string; readonly id: string } | null;
};

/** Returns the rows that are now PERSONAL to the member. */
export function listPersonalTo(member: MemberId, householdId: HouseholdId, store: Rows): RowIds {
  const isTheirs = (one: { householdId: HouseholdId; createdBy: MemberId }) =>
    one.householdId === householdId && one.createdBy === member;
  return rowIds(
    store.occurrences.filter((one) => isTheirs(one) && one.visibility === 'PERSONAL'),
    store.series.filter((one) => isTheirs(one) && one.template.visibility === 'PERSONAL'),
  );
}

/**
 * Returns a predicate that is true for notes that other members would see again once the author's personal rows are
 * deleted.
 */
export function reappearPredicate(removed: RemovedPersonal, store: Rows): (note: Note) => boolean {
  const { householdId, author } = removed;
  const [gone, personal] = [new RowIds(removed), listPersonalTo(author, householdId, store)];
  return (note) =>
    note.householdId === householdId &&
    note.onlyFor === null &&
    gone.isAbout(note) &&
    !personal.isAbout(note);
}

/** Returns the personal rows of members other than the viewer. */
export function listHiddenFrom(viewer: MemberId, householdId: HouseholdId, store: Rows): RowIds {
  return rowIds(
    store.occurrences.filter((one) => one.householdId === householdId && !isVisibleTo(one, viewer)),
    store.series.filter(
      (one) =>
        one.householdId === householdId && one.template.visibility === 'PERSONAL' && one.createdBy !== viewer,
    ),
  );
}

type Row = { readonly id: string; readonly taskId: string };

function rowIds(occurrences: readonly Row[], series: readonly Row[]): RowIds {
  const ids = (rows: readonly Row[]) => rows.map(({ id }) => id);
  const tasks = [...occurrences, ...series].map(({ taskId }) => taskId);
  return new RowIds({ occurrences: ids(occurrences), series: ids(series), tasks });
}
