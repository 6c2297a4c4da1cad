import { LimitedJournaledRepository } from '../households/usage.js';
import { sql, type RawBuilder } from 'kysely';
import type { HouseholdId } from '../../../domain/shared/ids.js';
import {
  firstListId,
  isImplied,
  type ShoppingList,
  type ShoppingListEdit,
  type ShoppingListId,
} from '../../../domain/shopping/list.js';
import { SHOPPING_LISTS } from '../schema.js';

const LIST_COLUMNS = sql`household_id, id, name, sections, position`;

/** The part of the shopping repository that is about the lists themselves and not about their items. */
export class PostgresShoppingLists extends LimitedJournaledRepository {
  async lists(householdId: HouseholdId): Promise<readonly ShoppingList[]> {
    return this.#selectLists(sql`household_id = ${householdId}`);
  }

  async lockLists(householdId: HouseholdId): Promise<readonly ShoppingList[]> {
    const lists = await this.#selectLists(sql`household_id = ${householdId} for no key update`);
    return this.journal.locked('shoppingList', lists);
  }

  async saveList(list: ShoppingList): Promise<void> {
    if (isImplied(list)) {
      await this.deleteList(list.householdId, list.id);
      return;
    }
    const known = this.journal.known('shoppingList', list) ?? null;
    const isFirst = list.id === firstListId(list.householdId);
    const createdBy =
      known === null && !isFirst ? await this.quota.reserveRow('shoppingLists', list.householdId) : null;
    if (known !== null) this.quota.requireSpaceFor(known.sections, list.sections);
    const { household_id, id, ...fields } = SHOPPING_LISTS.toRow(list);
    await this.db
      .insertInto('shopping_lists')
      .values({ household_id, id, ...fields, created_by: createdBy })
      .onConflict((conflict) => conflict.columns(['household_id', 'id']).doUpdateSet(fields))
      .execute();
    this.journal.note('shoppingList', known, list);
  }

  /**
   * Edits a list and returns it, or null if it does not exist. The first list has a row only while it has a name
   * or sections, so the edit may insert or delete this row. The old row is read in a `with` query of its own (`was`)
   * before the update, because Citus runs the `with` queries of a statement one after the other.
   */
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
    const row = await this.findFirst(sql<ShoppingList & { readonly 'before.id': ShoppingListId | null }>`
      with was as materialized (
        select ${LIST_COLUMNS} from shopping_lists where household_id = ${householdId} and id = ${id}
      ),
      edited as (
        ${write} set name = coalesce(${name}, l.name), sections = coalesce(${sections}::text[], l.sections)
        ${isFirst ? sql`` : sql`where l.household_id = ${householdId} and l.id = ${id}`}
        returning ${LIST_COLUMNS}
      )
      select ${SHOPPING_LISTS.select('e')}, ${SHOPPING_LISTS.select('was', 'before.')}
      from edited e left join was on true
    `);
    if (row === null) return null;
    const list = SHOPPING_LISTS.pick(row);
    const before = row['before.id'] === null ? null : SHOPPING_LISTS.pick(row, 'before.');
    this.quota.requireSpaceFor(before?.sections ?? [], list.sections);
    this.journal.note('shoppingList', before, list);
    if (isImplied(list)) await this.deleteList(householdId, id);
    return list;
  }

  protected async deleteList(householdId: HouseholdId, id: ShoppingListId): Promise<number> {
    const { rows } = await sql<ShoppingList>`
      delete from shopping_lists where household_id = ${householdId} and id = ${id} returning ${SHOPPING_LISTS.select()}
    `.execute(this.db);
    this.journal.removed('shoppingList', rows);
    return rows.length;
  }

  async #selectLists(which: RawBuilder<unknown>): Promise<readonly ShoppingList[]> {
    const { rows } = await sql<ShoppingList>`
      select ${SHOPPING_LISTS.select()} from shopping_lists where ${which}
    `.execute(this.db);
    return rows;
  }
}
