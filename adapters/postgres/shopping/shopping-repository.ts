import { sql, type Insertable, type RawBuilder } from 'kysely';
import type {
  OnList,
  RememberedLine,
  ShoppingRepository,
  ItemSuggestion,
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
import type { ShoppingListId } from '../../../domain/shopping/list.js';
import { nameKey } from '../../../domain/shopping/name-key.js';
import {
  MIN_PURCHASES,
  listPurchases,
  PURCHASES_KEPT,
  type BoughtLine,
  type Purchases,
} from '../../../domain/shopping/staples.js';
import { listColumns, timestamp } from '../field-map.js';
import { type DatabaseSchema, SHOPPING_ITEMS } from '../schema.js';
import { PostgresShoppingLists } from './shopping-lists.js';

/**
 * The changes to a row `h` of the purchase history if an item with the same name is added to a list again. `excluded`
 * is the history row for the item that is added now.
 */
const ADDED_AGAIN = sql`
  name = excluded.name, unit = coalesce(excluded.unit, h.unit),
  section = case when h.section_by_hand and not excluded.section_by_hand then h.section else excluded.section end,
  section_by_hand = h.section_by_hand or excluded.section_by_hand,
  times = h.times + 1, last_at = excluded.last_at`;

/** The same function as `withoutAccents` of the domain, in SQL, applied to a key. */
const WITHOUT_ACCENTS = sql`regexp_replace(normalize(name_key, nfkd), '[\\u0300-\\u036f]', '', 'g')`;

/** Selects the items on any list that have the name of the row `h` of the purchase history. */
const ITEMS_OF_NAME = sql`select from shopping_items i where i.household_id = h.household_id and i.name_key = h.name_key`;

export class PostgresShoppingRepository extends PostgresShoppingLists implements ShoppingRepository {
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
    return this.journal.locked('shoppingItem', items);
  }

  async findForUpdate(householdId: HouseholdId, id: ShoppingItemId): Promise<ShoppingItem | null> {
    const items = await this.#select(sql`household_id = ${householdId} and id = ${id} for no key update`);
    return this.journal.locked('shoppingItem', items)[0] ?? null;
  }

  async removeList(householdId: HouseholdId, id: ShoppingListId): Promise<boolean> {
    await this.#delete(sql`household_id = ${householdId} and list_id = ${id}`);
    return (await this.deleteList(householdId, id)) > 0;
  }

  async saveAll(items: readonly ShoppingItem[]): Promise<void> {
    const records = items.map(toRow);
    const columns = Object.keys(records[0] ?? {});
    if (columns.length === 0) return;
    const fields = columns.filter((column) => column !== 'household_id' && column !== 'id');
    const changes = items.map((after) => ({
      before: this.journal.known('shoppingItem', after) ?? null,
      after,
    }));
    for (const { before, after } of changes)
      if (before === null) await this.quota.reserveRow('shoppingItems', after.householdId, after.addedBy);
    await sql`
      ${this.#bought(items[0]?.householdId, listPurchases(changes))}
      insert into shopping_items (${listColumns(columns)})
      select ${listColumns(columns)}
      from jsonb_populate_recordset(null::shopping_items, ${JSON.stringify(records)}::jsonb)
      on conflict (household_id, id) do update set (${listColumns(fields)}) = row(${listColumns(fields, 'excluded')})
    `.execute(this.db);
    for (const { before, after } of changes) this.journal.note('shoppingItem', before, after);
  }

  /** Returns a `with` query that adds purchases to the history and removes purchases from it. */
  #bought(householdId: HouseholdId | undefined, purchases: readonly Purchases[]): RawBuilder<unknown> {
    if (householdId === undefined || purchases.length === 0) return sql``;
    const records = purchases.map(({ nameKey: key, came, went }) => ({
      name_key: key,
      came: came.map(timestamp),
      went: went.map(timestamp),
    }));
    return sql`
      with bought as (
        update shopping_history h set bought = array(
          select at from (select distinct unnest(h.bought || p.came) as at) known
          where at <> all(p.went) order by at desc limit ${PURCHASES_KEPT}
        )
        from jsonb_to_recordset(${JSON.stringify(records)}::jsonb)
          as p(name_key text, came timestamptz[], went timestamptz[])
        where h.household_id = ${householdId} and h.name_key = p.name_key
      )`;
  }

  async bought(householdId: HouseholdId): Promise<readonly BoughtLine[]> {
    const { rows } = await sql<BoughtLine>`
      select name, unit, section, declined_at as "declinedAt",
        array(select round(extract(epoch from at) * 1000)::float8 from unnest(bought) at) as bought
      from shopping_history h
      where household_id = ${householdId} and cardinality(bought) >= ${MIN_PURCHASES}
        and not exists (${ITEMS_OF_NAME})
    `.execute(this.db);
    return rows;
  }

  async decline(householdId: HouseholdId, key: string, at: Instant): Promise<boolean> {
    const { numUpdatedRows } = await this.db
      .updateTable('shopping_history')
      .set({ declined_at: timestamp(at) })
      .where('household_id', '=', householdId)
      .where('name_key', '=', key)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  async remove(householdId: HouseholdId, id: ShoppingItemId): Promise<boolean> {
    return (await this.#delete(sql`household_id = ${householdId} and id = ${id}`)) > 0;
  }

  removeChecked(householdId: HouseholdId, of: OnList): Promise<number> {
    return this.#delete(sql`household_id = ${householdId} and ${isOn(of)} and checked_at is not null`);
  }

  async remember(householdId: HouseholdId, lines: readonly RememberedLine[], at: Instant): Promise<void> {
    if (lines.length === 0) return;
    const latest = new Map(lines.map((line) => [nameKey(line.name), line]));
    const createdBy = this.quota.actorIn(householdId);
    const records = [...latest].map(([key, { name, unit, section, sectionByHand }]) => ({
      household_id: householdId,
      name_key: key,
      name,
      unit,
      section,
      times: 1,
      last_at: timestamp(at),
      section_by_hand: sectionByHand,
      bought: [],
      declined_at: null,
      created_by: createdBy,
    }));
    const columns = listColumns(Object.keys(records[0] ?? {}));
    const added = sql`jsonb_populate_recordset(null::shopping_history, ${JSON.stringify(records)}::jsonb)`;
    if (await this.quota.tryReserve('shoppingNames', householdId, records.length))
      await sql`
        insert into shopping_history as h (${columns}) select ${columns} from ${added}
        on conflict (household_id, name_key) do update set ${ADDED_AGAIN}
      `.execute(this.db);
    else
      await sql`
        update shopping_history h set ${ADDED_AGAIN} from ${added} excluded
        where h.household_id = ${householdId} and h.name_key = excluded.name_key
      `.execute(this.db);
    await this.#forgetOldest(householdId);
  }

  async #forgetOldest(householdId: HouseholdId): Promise<void> {
    await sql`
      delete from shopping_history where household_id = ${householdId} and name_key in (
        select name_key from shopping_history where household_id = ${householdId}
        order by last_at desc, name_key offset ${HISTORY_LIMIT}
      )
    `.execute(this.db);
  }

  async learnSection(
    householdId: HouseholdId,
    { name, unit, section }: ShoppingItem,
    at: Instant,
  ): Promise<void> {
    const key = nameKey(name);
    const isFree = await this.quota.tryReserve('shoppingNames', householdId, 1);
    const learnt = { section, section_by_hand: true };
    if (isFree)
      await this.db
        .insertInto('shopping_history')
        .values({
          ...{ household_id: householdId, name_key: key, name, unit, ...learnt },
          ...{ times: 1, last_at: timestamp(at), bought: [] },
          created_by: this.quota.actorIn(householdId),
        })
        .onConflict((conflict) => conflict.columns(['household_id', 'name_key']).doUpdateSet(learnt))
        .execute();
    else
      await this.db
        .updateTable('shopping_history')
        .set(learnt)
        .where('household_id', '=', householdId)
        .where('name_key', '=', key)
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
    `.execute(this.db);
    return new Map(rows.map((row) => [row.name_key, row.section]));
  }

  async suggestions(
    householdId: HouseholdId,
    prefix: string,
    limit: number,
  ): Promise<readonly ItemSuggestion[]> {
    const { rows } = await sql<ItemSuggestion>`
      select name, unit, section from shopping_history h
      where household_id = ${householdId} and position(${` ${prefix}`} in ' ' || ${WITHOUT_ACCENTS}) > 0
        and not exists (${ITEMS_OF_NAME})
      order by times desc, last_at desc, name_key limit ${limit}
    `.execute(this.db);
    return rows;
  }

  async #delete(which: RawBuilder<unknown>): Promise<number> {
    const { rows } = await sql<ShoppingItem>`
      delete from shopping_items where ${which} returning ${SHOPPING_ITEMS.select()}
    `.execute(this.db);
    this.journal.removed('shoppingItem', rows);
    return rows.length;
  }

  async #select(which: RawBuilder<unknown>): Promise<readonly ShoppingItem[]> {
    const { rows } = await sql<ShoppingItem>`
      select ${SHOPPING_ITEMS.select()} from shopping_items where ${which}
    `.execute(this.db);
    return rows;
  }
}

function isOn({ listId }: OnList): RawBuilder<unknown> {
  return listId === null ? sql`list_id is null` : sql`list_id = ${listId}`;
}

function toRow(item: ShoppingItem): Insertable<DatabaseSchema['shopping_items']> {
  return { ...SHOPPING_ITEMS.toRow(item), name_key: nameKey(item.name) };
}
