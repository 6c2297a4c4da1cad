import type {
  OnList,
  RememberedLine,
  ShoppingRepository,
  ItemSuggestion,
} from '../../../../application/shopping/ports.js';
import type { HouseholdId } from '../../../../domain/shared/ids.js';
import { compareSortKeys, type Page, type PageRequest } from '../../../../domain/shared/page.js';
import type { Instant } from '../../../../domain/shared/zone.js';
import {
  HISTORY_LIMIT,
  itemKey,
  type ShoppingItem,
  type ShoppingItemId,
} from '../../../../domain/shopping/item.js';
import {
  firstList,
  firstListId,
  isImplied,
  type ShoppingList,
  type ShoppingListEdit,
  type ShoppingListId,
} from '../../../../domain/shopping/list.js';
import { nameKey, withoutAccents } from '../../../../domain/shopping/name-key.js';
import {
  listPurchases,
  MIN_PURCHASES,
  withPurchases,
  type BoughtLine,
} from '../../../../domain/shopping/staples.js';
import { InMemoryLimitedRepository } from '../households/quota-guard.js';
import { pageFrom } from '../page.js';
import { toKey } from '../store.js';

export class InMemoryShoppingRepository extends InMemoryLimitedRepository implements ShoppingRepository {
  async list(householdId: HouseholdId, page: PageRequest, of?: OnList): Promise<Page<ShoppingItem>> {
    const items = this.#of(householdId).filter((item) => of === undefined || item.listId === of.listId);
    return pageFrom(items, page, itemKey);
  }

  async whole(householdId: HouseholdId): Promise<readonly ShoppingItem[]> {
    return this.#of(householdId).toSorted((a, b) => compareSortKeys(itemKey(a), itemKey(b)));
  }

  async findForUpdate(householdId: HouseholdId, id: ShoppingItemId): Promise<ShoppingItem | null> {
    return this.store.shoppingItems.get(toKey(householdId, id)) ?? null;
  }

  async lists(householdId: HouseholdId): Promise<readonly ShoppingList[]> {
    return this.store.shoppingLists.filter((list) => list.householdId === householdId);
  }

  lockLists(householdId: HouseholdId): Promise<readonly ShoppingList[]> {
    return this.lists(householdId);
  }

  async saveList(list: ShoppingList): Promise<void> {
    const key = toKey(list.householdId, list.id);
    if (isImplied(list)) {
      this.store.shoppingLists.delete(key);
      return;
    }
    const { householdId, id } = list;
    if (!this.store.shoppingLists.has(key) && id !== firstListId(householdId)) {
      const createdBy = await this.quota.reserveRow('shoppingLists', householdId);
      this.store.creators.set(key, { householdId, createdBy });
    }
    this.quota.requireSpaceFor(this.store.shoppingLists.get(key)?.sections ?? [], list.sections);
    this.store.shoppingLists.set(key, list);
  }

  async editList(
    householdId: HouseholdId,
    id: ShoppingListId,
    edit: ShoppingListEdit,
  ): Promise<ShoppingList | null> {
    const known = this.store.shoppingLists.get(toKey(householdId, id));
    if (known === undefined && id !== firstListId(householdId)) return null;
    const list = { ...(known ?? firstList(householdId)), ...edit };
    await this.saveList(list);
    return list;
  }

  async removeList(householdId: HouseholdId, id: ShoppingListId): Promise<boolean> {
    this.store.shoppingItems.deleteWhere((one) => one.householdId === householdId && one.listId === id);
    return this.store.shoppingLists.delete(toKey(householdId, id));
  }

  async saveAll(items: readonly ShoppingItem[]): Promise<void> {
    const [{ householdId } = { householdId: null }] = items;
    if (householdId === null) return;
    const changes = items.map((after) => ({
      before: this.store.shoppingItems.get(toKey(householdId, after.id)) ?? null,
      after,
    }));
    for (const { before, after } of changes)
      if (before === null) await this.quota.reserveRow('shoppingItems', after.householdId, after.addedBy);
    for (const item of items) this.store.shoppingItems.set(toKey(householdId, item.id), item);
    for (const { nameKey: name, ...purchases } of listPurchases(changes)) {
      const key = toKey(householdId, name);
      const known = this.store.shoppingHistory.get(key);
      if (known === undefined) continue;
      this.store.shoppingHistory.set(key, { ...known, bought: withPurchases(known.bought, purchases) });
    }
  }

  async remove(householdId: HouseholdId, id: ShoppingItemId): Promise<boolean> {
    return this.store.shoppingItems.delete(toKey(householdId, id));
  }

  async removeChecked(householdId: HouseholdId, { listId }: OnList): Promise<number> {
    return this.store.shoppingItems.deleteWhere(
      (one) => one.householdId === householdId && one.listId === listId && one.checked,
    );
  }

  async remember(householdId: HouseholdId, lines: readonly RememberedLine[], at: Instant): Promise<void> {
    const latest = new Map(lines.map((one) => [nameKey(one.name), one]));
    const isFree = await this.quota.tryReserve('shoppingNames', householdId, latest.size);
    for (const [name, line] of latest) {
      const key = toKey(householdId, name);
      const known = this.store.shoppingHistory.get(key);
      if (known === undefined && !isFree) continue;
      this.#noteCreator(householdId, name);
      const { section, sectionByHand } = known?.sectionByHand && !line.sectionByHand ? known : line;
      this.store.shoppingHistory.set(key, {
        ...line,
        section,
        sectionByHand,
        unit: line.unit ?? known?.unit ?? null,
        householdId,
        nameKey: name,
        bought: known?.bought ?? [],
        declinedAt: known?.declinedAt ?? null,
        times: (known?.times ?? 0) + 1,
        lastAt: at,
      });
    }
    this.#forgetOldest(householdId);
  }

  #noteCreator(householdId: HouseholdId, name: string): void {
    const key = toKey(householdId, name);
    if (this.store.shoppingHistory.has(key)) return;
    this.store.creators.set(key, { householdId, createdBy: this.quota.actorIn(householdId) });
  }

  #forgetOldest(householdId: HouseholdId): void {
    const forgotten = this.store.shoppingHistory
      .filter((line) => line.householdId === householdId)
      .toSorted((a, b) => compareSortKeys([-a.lastAt, a.nameKey], [-b.lastAt, b.nameKey]))
      .slice(HISTORY_LIMIT);
    for (const line of forgotten) this.store.shoppingHistory.delete(toKey(householdId, line.nameKey));
  }

  async learnSection(householdId: HouseholdId, item: ShoppingItem, at: Instant): Promise<void> {
    const { name, quantity, unit, note, section } = item;
    const key = toKey(householdId, nameKey(name));
    const isFree = await this.quota.tryReserve('shoppingNames', householdId, 1);
    if (!isFree && !this.store.shoppingHistory.has(key)) return;
    this.#noteCreator(householdId, nameKey(name));
    const known = this.store.shoppingHistory.get(key) ?? {
      ...{ householdId, nameKey: nameKey(name), name, quantity, unit, note, times: 1, lastAt: at },
      ...{ bought: [], declinedAt: null },
    };
    this.store.shoppingHistory.set(key, { ...known, section, sectionByHand: true });
    this.#forgetOldest(householdId);
  }

  async knownSections(
    householdId: HouseholdId,
    nameKeys: readonly string[],
  ): Promise<ReadonlyMap<string, string | null>> {
    const known = this.store.shoppingHistory.filter(
      (line) => line.householdId === householdId && line.sectionByHand && nameKeys.includes(line.nameKey),
    );
    return new Map(known.map((line) => [line.nameKey, line.section]));
  }

  async suggestions(
    householdId: HouseholdId,
    prefix: string,
    limit: number,
  ): Promise<readonly ItemSuggestion[]> {
    const listed = toNames(this.#of(householdId));
    const known = this.store.shoppingHistory
      .filter(
        (line) =>
          line.householdId === householdId && ` ${withoutAccents(line.nameKey)}`.includes(` ${prefix}`),
      )
      .filter((line) => !listed.has(line.nameKey))
      .toSorted((a, b) =>
        compareSortKeys([-a.times, -a.lastAt, a.nameKey], [-b.times, -b.lastAt, b.nameKey]),
      );
    return known.slice(0, limit).map(({ name, unit, section }) => ({ name, unit, section }));
  }

  async bought(householdId: HouseholdId): Promise<readonly BoughtLine[]> {
    const listed = toNames(this.#of(householdId));
    return this.store.shoppingHistory
      .filter(
        (line) =>
          line.householdId === householdId &&
          line.bought.length >= MIN_PURCHASES &&
          !listed.has(line.nameKey),
      )
      .map(({ name, unit, section, bought, declinedAt }) => ({ name, unit, section, bought, declinedAt }));
  }

  async decline(householdId: HouseholdId, name: string, at: Instant): Promise<boolean> {
    const key = toKey(householdId, name);
    const known = this.store.shoppingHistory.get(key);
    if (known === undefined) return false;
    this.store.shoppingHistory.set(key, { ...known, declinedAt: at });
    return true;
  }

  #of(householdId: HouseholdId): ShoppingItem[] {
    return this.store.shoppingItems.filter((item) => item.householdId === householdId);
  }
}

const toNames = (items: readonly ShoppingItem[]): ReadonlySet<string> =>
  new Set(items.map(({ name }) => nameKey(name)));
