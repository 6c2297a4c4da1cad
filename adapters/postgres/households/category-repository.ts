import { sql, type Insertable } from 'kysely';
import { categoryNameTaken, householdNotFound } from '../../../application/shared/errors.js';
import type { CategoryRepository, ClearedRows, ClearRange } from '../../../application/households/ports.js';
import { countCategories } from '../../../domain/limits/limits.js';
import { categoryNameKey } from '../../../domain/households/category-name.js';
import type { Category } from '../../../domain/households/household.js';
import { withMutation, type Occurrence, type Stamp } from '../../../domain/tasks/occurrence.js';
import { fold } from '../../../domain/shared/normal-form.js';
import type { CategoryId, HouseholdId, OccurrenceId } from '../../../domain/shared/ids.js';
import { cutPage, type Page, type PageRequest } from '../../../domain/shared/page.js';
import { withRefusals, type Refusals, updateRow } from '../database.js';
import { timestamp } from '../field-map.js';
import { type DatabaseSchema, CATEGORIES } from '../schema.js';
import { LimitedJournaledRepository } from './usage.js';
import { SERIES_TABLE, seriesFromRow, type SeriesTableRow } from '../series/table.js';
import { fieldsSharingNotes, readSharingNotes, selectSharingNotes } from '../tasks/notes-of-series.js';

export class PostgresCategoryRepository extends LimitedJournaledRepository implements CategoryRepository {
  async list(householdId: HouseholdId, { limit, after }: PageRequest): Promise<Page<Category>> {
    const { rows } = await sql<Category>`
      select ${CATEGORIES.select()} from categories
      where household_id = ${householdId}
        ${after === null ? sql`` : sql`and (sort_name, id) > (${after[0]}, ${after[1]})`}
      order by sort_name, id
      limit ${limit + 1}
    `.execute(this.db);
    return cutPage(rows, limit, ({ name, id }) => [fold(name), id]);
  }

  async findForUpdate(householdId: HouseholdId, id: CategoryId): Promise<Category | null> {
    const { rows } = await sql<Category>`
      select ${CATEGORIES.select()} from categories where household_id = ${householdId} and id = ${id} for update
    `.execute(this.db);
    return this.journal.locked('category', rows)[0] ?? null;
  }

  async lockAll(householdId: HouseholdId): Promise<readonly Category[]> {
    const { rows } = await sql<Category>`
      select ${CATEGORIES.select()} from categories where household_id = ${householdId} order by id for update
    `.execute(this.db);
    return this.journal.locked('category', rows);
  }

  async insert(category: Category): Promise<void> {
    await this.quota.reserve(
      countCategories([category]),
      countCategories(this.quota.listOwnRows([category])),
    );
    await withRefusals(REFUSALS, this.db.insertInto('categories').values(toRow(category)).execute());
    this.journal.inserted('category', [category]);
  }

  async findOrInsert(category: Category): Promise<Category> {
    const inserted = await withRefusals(
      REFUSALS,
      this.db
        .insertInto('categories')
        .values(toRow(category))
        .onConflict((conflict) => conflict.columns(['household_id', 'unique_name']).doNothing())
        .returning('id')
        .executeTakeFirst(),
    );
    if (inserted !== undefined) {
      await this.quota.recordWritten(
        countCategories([category]),
        countCategories(this.quota.listOwnRows([category])),
      );
      this.journal.inserted('category', [category]);
      return category;
    }
    const { rows } = await sql<Category>`
      select ${CATEGORIES.select()} from categories
      where household_id = ${category.householdId} and unique_name = ${categoryNameKey(category.name)}
      for key share
    `.execute(this.db);
    return rows[0] ?? this.findOrInsert(category);
  }

  async save(category: Category): Promise<void> {
    const before =
      this.journal.known('category', category) ??
      (await this.findForUpdate(category.householdId, category.id));
    if (before === null) return;
    await withRefusals(REFUSALS, updateRow(this.db, 'categories', toRow(category)));
    this.journal.note('category', before, category);
  }

  async clear(
    householdId: HouseholdId,
    id: CategoryId,
    stamp: Stamp,
    { after, limit }: ClearRange,
  ): Promise<ClearedRows> {
    const series = await this.#clearSeries(householdId, id, limit);
    const part = { after, limit: limit - series };
    const occurrences = await this.#clearOccurrences(householdId, id, stamp, part);
    const ids = occurrences.map((one) => one.id).toSorted();
    return { count: series + occurrences.length, last: ids.at(-1) ?? after };
  }

  async remove(householdId: HouseholdId, id: CategoryId, stamp: Stamp): Promise<boolean> {
    // The category is locked first. A concurrent transaction that puts a task into it waits, and then fails on its
    // foreign key.
    const category = await this.findForUpdate(householdId, id);
    if (category === null) return false;
    await this.#clearSeries(householdId, id, null);
    await this.#clearOccurrences(householdId, id, stamp, { after: null, limit: null });
    await this.db
      .deleteFrom('categories')
      .where('household_id', '=', householdId)
      .where('id', '=', id)
      .execute();
    this.journal.removed('category', [category]);
    return true;
  }

  /** Removes the category from at most `limit` series. null means all of them. */
  async #clearSeries(householdId: HouseholdId, id: CategoryId, limit: number | null): Promise<number> {
    const { rows } = await sql<SeriesTableRow>`
      with was as materialized (
        select ${SERIES_TABLE.select('s')} from series s where ${havingCategory(householdId, id)} ${lockedInOrder(limit)}
      )
      update series s set category_id = null, version = s.version + 1
      from was where s.household_id = ${householdId} and s.id = was.id
      returning ${SERIES_TABLE.fields('was')}
    `.execute(this.db);
    this.journal.changed('series', rows.map(seriesFromRow), (one) => ({
      ...one,
      template: { ...one.template, categoryId: null },
      version: one.version + 1,
    }));
    return rows.length;
  }

  async #clearOccurrences(
    householdId: HouseholdId,
    id: CategoryId,
    stamp: Stamp,
    { after, limit }: { readonly after: OccurrenceId | null; readonly limit: number | null },
  ): Promise<readonly Occurrence[]> {
    const rows = await readSharingNotes(
      this.db,
      householdId,
      sql`
        with was as materialized (
          select ${selectSharingNotes(householdId, 'occurrences')} from occurrences
          where ${havingCategory(householdId, id)} ${after === null ? sql`` : sql`and id > ${after}`} ${lockedInOrder(limit)}
        )
        update occurrences o
        set category_id = null, version = o.version + 1, sync_version = sync_version + 1,
          google_sync_status = 'PENDING', updated_at = ${timestamp(stamp.now)}, updated_by = ${stamp.by}::uuid
        from was where o.household_id = ${householdId} and o.id = was.id
        returning ${fieldsSharingNotes('was')}
      `,
    );
    this.journal.changed('occurrence', rows, (one) => withMutation(one, { categoryId: null }, stamp));
    return rows;
  }
}

/** Returns the condition that a row has the category. */
const havingCategory = (householdId: HouseholdId, id: CategoryId) =>
  sql`household_id = ${householdId} and category_id = ${id}`;

/**
 * Returns the clause that locks at most `limit` rows, in the order of their ids. Every writer locks them in this
 * order, so writers cannot deadlock.
 */
const lockedInOrder = (limit: number | null) => sql`order by id limit ${limit}::bigint for no key update`;

/**
 * If the household is deleted at the same time, its members are deleted too. PostgreSQL may report either of the
 * two foreign keys first.
 */
const REFUSALS: Refusals = {
  categories_name_key: categoryNameTaken,
  categories_household_id_fkey: householdNotFound,
  categories_household_id_created_by_fkey: householdNotFound,
};

function toRow(category: Category): Insertable<DatabaseSchema['categories']> {
  return {
    ...CATEGORIES.toRow(category),
    unique_name: categoryNameKey(category.name),
    sort_name: fold(category.name),
  };
}
