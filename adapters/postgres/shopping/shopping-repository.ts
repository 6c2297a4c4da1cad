import { sql, type Insertable, type RawBuilder } from 'kysely';
import type {
  OnList,
  RememberedLine,
  ShoppingRepository,
  Suggestion,
} from '../../../application/shopping/ports.js';
import type { HouseholdId } from '../../../domain/shared/ids.js';
import { cutPage, type Page, type PageRequest } from '../../../domain/shared/page.js';
import type { Instant } from '../../../domain/shared/zone.js';
import {
  itemKey,
  HISTORY_LIMIT,
  type ShoppingItem,
  type ShoppingItemId,
} from '../../../domain/shopping/item.js';
import {
  firstListId,
  isImplied,
  type ShoppingList,
  type ShoppingListEdit,
  type ShoppingListId,
} from '../../../domain/shopping/list.js';
import { nameKey } from '../../../domain/shopping/name-key.js';
import { columnNames, listColumns } from '../columns.js';
import type { Database } from '../database.js';
import { computed, instant, mapTable } from '../field-map.js';
import { timestamp, type DatabaseSchema } from '../schema.js';
import { RecordedJournal } from '../sync/journal.js';

export const ITEMS = mapTable<ShoppingItem, DatabaseSchema['shopping_items']>({
  id: 'id',
  householdId: 'household_id',
  listId: 'list_id',
  name: 'name',
  quantity: 'quantity',
  unit: 'unit',
  note: 'note',
  section: 'section',
  position: 'position',
  checked: computed((column) => `${column('checked_at')} is not null`),
  checkedBy: 'checked_by',
  checkedAt: instant('checked_at'),
  tickedAt: instant('ticked_at'),
  addedBy: 'added_by',
  createdAt: instant('created_at'),
  updatedAt: instant('updated_at'),
});

export const LISTS = mapTable<ShoppingList, DatabaseSchema['shopping_lists']>({
  id: 'id',
  householdId: 'household_id',
  name: 'name',
  sections: 'sections',
  position: 'position',
});

const LIST_COLUMNS = listColumns(
  columnNames<DatabaseSchema['shopping_lists']>({
    household_id: true,
    id: true,
    name: true,
    sections: true,
    position: true,
  }),
);

const HISTORY_COLUMNS = listColumns(
  columnNames<DatabaseSchema['shopping_history']>({
    household_id: true,
    name_key: true,
    name: true,
    unit: true,
    section: true,
    times: true,
    last_at: true,
    section_by_hand: true,
  }),
);

export class PostgresShoppingRepository implements ShoppingRepository {
  readonly #db: Database;
  readonly #journal: RecordedJournal;

  constructor(db: Database, journal = new RecordedJournal()) {
    this.#db = db;
    this.#journal = journal;
  }

  async list(
    householdId: HouseholdId,
    { limit, after }: PageRequest,
    of?: OnList,
  ): Promise<Page<ShoppingItem>> {
    const items = await this.#select(sql`
      household_id = ${householdId} ${of === undefined ? sql`` : sql`and ${isOn(of)}`}
        ${after === null ? sql`` : sql`and (position, id) > (${sql.join([...after])})`}
      order by position, id limit ${limit + 1}
    `);
    return cutPage(items, limit, itemKey);
  }

  async whole(householdId: HouseholdId): Promise<readonly ShoppingItem[]> {
    const items = await this.#select(
      sql`household_id = ${householdId} order by position, id for no key update`,
    );
    return this.#journal.locked('shoppingItem', items);
  }

  async findForUpdate(householdId: HouseholdId, id: ShoppingItemId): Promise<ShoppingItem | null> {
    const items = await this.#select(sql`household_id = ${householdId} and id = ${id} for no key update`);
    return this.#journal.locked('shoppingItem', items)[0] ?? null;
  }

  async lists(householdId: HouseholdId): Promise<readonly ShoppingList[]> {
    return this.#selectLists(sql`household_id = ${householdId}`);
  }

  async lockLists(householdId: HouseholdId): Promise<readonly ShoppingList[]> {
    const lists = await this.#selectLists(sql`household_id = ${householdId} for no key update`);
    return this.#journal.locked('shoppingList', lists);
  }

  async saveList(list: ShoppingList): Promise<void> {
    if (isImplied(list)) {
      await this.#deleteList(list.householdId, list.id);
      return;
    }
    const row = LISTS.toRow(list);
    await this.#db
      .insertInto('shopping_lists')
      .values(row)
      .onConflict((conflict) => conflict.columns(['household_id', 'id']).doUpdateSet(row))
      .execute();
    this.#journal.note('shoppingList', this.#journal.known('shoppingList', list) ?? null, list);
  }

  /** The first list comes about with what is said of it, and goes when that is nothing any more. */
  async editList(
    householdId: HouseholdId,
    id: ShoppingListId,
    edit: ShoppingListEdit,
  ): Promise<ShoppingList | null> {
    const [name, sections] = [edit.name ?? null, edit.sections ?? null];
    const isFirst = id === firstListId(householdId);
    const write = isFirst
      ? sql`insert into shopping_lists as l (household_id, id, name, sections, position)
          values (${householdId}, ${id}, ${name}, coalesce(${sections}::text[], '{}'), 0)
          on conflict (household_id, id) do update`
      : sql`update shopping_lists l`;
    const { rows } = await sql<ShoppingList & { readonly 'before.id': ShoppingListId | null }>`
      with edited as (
        ${write} set name = coalesce(${name}, l.name), sections = coalesce(${sections}::text[], l.sections)
        ${isFirst ? sql`` : sql`where l.household_id = ${householdId} and l.id = ${id}`}
        returning ${LIST_COLUMNS}
      )
      select ${LISTS.select('e')}, ${LISTS.select('b', 'before.')}
      from edited e left join shopping_lists b on b.household_id = ${householdId} and b.id = ${id}
    `.execute(this.#db);
    const [row] = rows;
    if (row === undefined) return null;
    const list = LISTS.pick(row);
    this.#journal.note('shoppingList', row['before.id'] === null ? null : LISTS.pick(row, 'before.'), list);
    if (isImplied(list)) await this.#deleteList(householdId, id);
    return list;
  }

  async removeList(householdId: HouseholdId, id: ShoppingListId): Promise<boolean> {
    await this.#delete(sql`household_id = ${householdId} and list_id = ${id}`);
    return (await this.#deleteList(householdId, id)) > 0;
  }

  async saveAll(items: readonly ShoppingItem[]): Promise<void> {
    const records = items.map(toRow);
    const columns = Object.keys(records[0] ?? {});
    if (columns.length === 0) return;
    const fields = columns.filter((column) => column !== 'household_id' && column !== 'id');
    await sql`
      insert into shopping_items (${listColumns(columns)})
      select ${listColumns(columns)}
      from jsonb_populate_recordset(null::shopping_items, ${JSON.stringify(records)}::jsonb)
      on conflict (household_id, id) do update set (${listColumns(fields)}) = row(${listColumns(fields, 'excluded')})
    `.execute(this.#db);
    for (const item of items)
      this.#journal.note('shoppingItem', this.#journal.known('shoppingItem', item) ?? null, item);
  }

  async remove(householdId: HouseholdId, id: ShoppingItemId): Promise<boolean> {
    return (await this.#delete(sql`household_id = ${householdId} and id = ${id}`)) > 0;
  }

  removeChecked(householdId: HouseholdId, of: OnList): Promise<number> {
    return this.#delete(sql`household_id = ${householdId} and ${isOn(of)} and checked_at is not null`);
  }

  async remember(householdId: HouseholdId, lines: readonly RememberedLine[], at: Instant): Promise<void> {
    const latest = new Map(lines.map((line) => [nameKey(line.name), line]));
    const records = [...latest].map(([key, { name, unit, section, sectionByHand }]) => ({
      household_id: householdId,
      name_key: key,
      name,
      unit,
      section,
      times: 1,
      last_at: timestamp(at),
      section_by_hand: sectionByHand,
    }));
    await sql`
      insert into shopping_history as h (${HISTORY_COLUMNS})
      select ${HISTORY_COLUMNS} from jsonb_populate_recordset(null::shopping_history, ${JSON.stringify(records)}::jsonb)
      on conflict (household_id, name_key) do update set
        name = excluded.name, unit = coalesce(excluded.unit, h.unit),
        section = case when h.section_by_hand and not excluded.section_by_hand then h.section else excluded.section end,
        section_by_hand = h.section_by_hand or excluded.section_by_hand,
        times = h.times + 1, last_at = excluded.last_at
    `.execute(this.#db);
    await this.#forgetOldest(householdId);
  }

  async #forgetOldest(householdId: HouseholdId): Promise<void> {
    await sql`
      delete from shopping_history where household_id = ${householdId} and name_key in (
        select name_key from shopping_history where household_id = ${householdId}
        order by last_at desc, name_key offset ${HISTORY_LIMIT}
      )
    `.execute(this.#db);
  }

  async learnSection(
    householdId: HouseholdId,
    { name, unit, section }: ShoppingItem,
    at: Instant,
  ): Promise<void> {
    await this.#db
      .insertInto('shopping_history')
      .values({
        household_id: householdId,
        name_key: nameKey(name),
        ...{ name, unit, section },
        times: 1,
        last_at: timestamp(at),
        section_by_hand: true,
      })
      .onConflict((conflict) =>
        conflict.columns(['household_id', 'name_key']).doUpdateSet({ section, section_by_hand: true }),
      )
      .execute();
    await this.#forgetOldest(householdId);
  }

  async knownSections(
    householdId: HouseholdId,
    nameKeys: readonly string[],
  ): Promise<ReadonlyMap<string, string | null>> {
    const { rows } = await sql<{ name_key: string; section: string | null }>`
      select name_key, section from shopping_history
      where household_id = ${householdId} and name_key = any(${nameKeys}) and section_by_hand
    `.execute(this.#db);
    return new Map(rows.map((row) => [row.name_key, row.section]));
  }

  async suggestions(householdId: HouseholdId, prefix: string, limit: number): Promise<readonly Suggestion[]> {
    const { rows } = await sql<Suggestion>`
      select name, unit, section from shopping_history h
      where household_id = ${householdId} and position(${` ${prefix}`} in ' ' || name_key) > 0
        and not exists (
          select from shopping_items i
          where i.household_id = h.household_id and i.name_key = h.name_key and i.checked_at is null
        )
      order by times desc, last_at desc, name_key limit ${limit}
    `.execute(this.#db);
    return rows;
  }

  async #deleteList(householdId: HouseholdId, id: ShoppingListId): Promise<number> {
    const { rows } = await sql<ShoppingList>`
      delete from shopping_lists where household_id = ${householdId} and id = ${id} returning ${LISTS.select()}
    `.execute(this.#db);
    this.#journal.removed('shoppingList', rows);
    return rows.length;
  }

  async #selectLists(which: RawBuilder<unknown>): Promise<readonly ShoppingList[]> {
    const { rows } = await sql<ShoppingList>`
      select ${LISTS.select()} from shopping_lists where ${which}
    `.execute(this.#db);
    return rows;
  }

  async #delete(which: RawBuilder<unknown>): Promise<number> {
    const { rows } = await sql<ShoppingItem>`
      delete from shopping_items where ${which} returning ${ITEMS.select()}
    `.execute(this.#db);
    this.#journal.removed('shoppingItem', rows);
    return rows.length;
  }

  async #select(which: RawBuilder<unknown>): Promise<readonly ShoppingItem[]> {
    const { rows } = await sql<ShoppingItem>`
      select ${ITEMS.select()} from shopping_items where ${which}
    `.execute(this.#db);
    return rows;
  }
}

function isOn({ listId }: OnList): RawBuilder<unknown> {
  return listId === null ? sql`list_id is null` : sql`list_id = ${listId}`;
}

function toRow(item: ShoppingItem): Insertable<DatabaseSchema['shopping_items']> {
  return { ...ITEMS.toRow(item), name_key: nameKey(item.name) };
}
