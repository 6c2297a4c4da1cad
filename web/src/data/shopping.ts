import { computed, signal, type ReadonlySignal } from '@preact/signals';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { api, newId, ok, value, type Dto } from '../api/client.ts';
import { isOffline } from '../api/errors.ts';
import { useHousehold, type HouseholdData } from './household.ts';
import { compareCodeUnits } from './order.ts';
import { linesWaitingIn, undoOperation, waiting } from './outbox.ts';
import type { Refusal } from './outbox-rules.ts';

export type Item = Dto['ShoppingItemDto'];
type Suggestion = Dto['ShoppingSuggestion'];
export type Staple = Dto['StapleDto'];
export type List = Dto['ShoppingListDto'];

/** A section of the shop with its items. `name` is null for items whose section is not known. */
type Section = { readonly name: string | null; readonly items: readonly Item[] };

/**
 * Groups the items of a list by section. The sections in `way` (the list's sections in their order) come first. Other
 * sections follow in the order of their first item, and items without a section come last. Within a section the items
 * keep the order of the list.
 */
export function groupItems(items: readonly Item[], way: readonly string[]): readonly Section[] {
  const sections = new Map<string | null, Item[]>(way.map((name) => [name, []]));
  for (const item of [...items].sort((a, b) => a.position - b.position || compareCodeUnits(a.id, b.id)))
    sections.set(item.section, [...(sections.get(item.section) ?? []), item]);
  return [...sections]
    .filter(([, ofSection]) => ofSection.length > 0)
    .sort(([a], [b]) => Number(a === null) - Number(b === null))
    .map(([name, ofSection]) => ({ name, items: ofSection }));
}

type Shopping = {
  /** All lists in their order. The first list always exists. */
  readonly lists: ReadonlySignal<readonly List[]>;
  /** The list that is shown. */
  readonly list: ReadonlySignal<List>;
  readonly sections: ReadonlySignal<readonly Section[]>;
  /** How many items are not ticked. */
  readonly left: ReadonlySignal<number>;
  readonly ticked: ReadonlySignal<readonly Item[]>;
  /** The typed lines that the service has not parsed yet. */
  readonly typed: ReadonlySignal<readonly { readonly id: string; readonly text: string }[]>;
};

/** Returns the contents of the shown list, with this client's unanswered actions applied. */
export function useShopping(): Shopping {
  const household = useHousehold();
  return useMemo(() => {
    const lists = computed(() => sortLists(household.id, household.replica.all('shoppingLists').values()));
    const list = computed(() => findList(lists.value, shown.value));
    const typed = linesWaitingIn(household.id);
    const items = computed(() =>
      [...household.replica.all('shoppingItems').values()].filter(
        ({ id, listId }) => listId === list.value.id && !clearing.value.has(id),
      ),
    );
    return {
      lists,
      list,
      sections: computed(() =>
        groupItems(
          items.value,
          list.value.sections.map(({ name }) => name),
        ),
      ),
      left: computed(() => items.value.filter(({ checked }) => !checked).length),
      ticked: computed(() => items.value.filter(({ checked }) => checked)),
      typed: computed(() => typed.value.filter(({ listId }) => (listId ?? household.id) === list.value.id)),
    };
  }, [household]);
}

const SHOWN = 'planner.shopping.list';
/**
 * The id of the list that is shown in this tab; it survives a reload. null, or the id of a deleted list,
 * means the first list.
 */
const shown = signal<string | null>(sessionStorage.getItem(SHOWN));

export function showList(id: string): void {
  sessionStorage.setItem(SHOWN, id);
  shown.value = id;
}

/**
 * Returns all lists in their order. The first list has the id of the household; the feed contains it only
 * after it was renamed or given sections.
 */
export function sortLists(householdId: string, known: Iterable<List>): readonly [List, ...List[]] {
  const lists = [...known];
  const first = lists.find(({ id }) => id === householdId) ?? {
    ...{ id: householdId, name: null, sections: [], position: 0 },
  };
  const others = lists.filter(({ id }) => id !== householdId);
  return [first, ...others.sort((a, b) => a.position - b.position || compareCodeUnits(a.id, b.id))];
}

const findList = (lists: readonly [List, ...List[]], id: string | null): List =>
  lists.find((list) => list.id === id) ?? lists[0];

/** Returns the parameter that names the list in a request. Requests for the first list have none. */
export const listParam = (household: HouseholdData, { id }: List): { listId?: string } =>
  id === household.id ? {} : { listId: id };

type ListFields = { name?: string; sections?: { name: string }[] };

/**
 * Creates a list and shows it.
 * @throws ApiError
 */
export async function createList(household: HouseholdData, name: string): Promise<void> {
  const list = await value(
    api.POST('/v1/households/{householdId}/shopping/lists', {
      params: { path: { householdId: household.id } },
      headers: { 'Idempotency-Key': newId() },
      body: { name },
    }),
  );
  household.replica.put('shoppingLists', [list]);
  showList(list.id);
  void household.catchUp();
}

/** Changes the name or the sections of a list. Throws an ApiError if the service refuses it. */
export async function changeList(household: HouseholdData, { id }: List, body: ListFields): Promise<void> {
  const list = await value(
    api.PATCH('/v1/households/{householdId}/shopping/lists/{shoppingListId}', {
      params: { path: { householdId: household.id, shoppingListId: id } },
      headers: { 'Idempotency-Key': newId() },
      body,
    }),
  );
  household.replica.put('shoppingLists', [list]);
  void household.catchUp();
}

/**
 * Deletes a list with its items.
 * @returns a function that undoes it
 * @throws ApiError
 */
export async function deleteList(household: HouseholdData, { id }: List): Promise<() => Promise<void>> {
  const { response } = await ok(
    api.DELETE('/v1/households/{householdId}/shopping/lists/{shoppingListId}', {
      params: { path: { householdId: household.id, shoppingListId: id } },
      headers: { 'Idempotency-Key': newId() },
    }),
  );
  await household.catchUp();
  const operationId = response.headers.get('Operation-Id');
  return async () => {
    if (operationId !== null) await undoOperation(household.id, operationId);
  };
}

/**
 * Shows a typed line immediately, and sends it to the service to be parsed as soon as possible.
 *
 * @param onRefused called if the service refuses it; returns true if the typed text is in its field again
 */
export function addText(
  household: HouseholdData,
  list: List,
  text: string,
  onRefused?: (refusal: Refusal) => boolean,
): void {
  household.act({ type: 'shopping.text', text: text.trim(), ...listParam(household, list) }, onRefused);
}

/** Returns the names of the items on all lists in lower case, including ticked items. */
function useNames(): readonly string[] {
  const items = [...useHousehold().replica.all('shoppingItems').values()];
  return items.map(({ name }) => name.toLocaleLowerCase());
}

/**
 * Returns the items that the household buys regularly, that are due, and that are on no list. Also returns a function
 * that postpones one of them. The list is empty until the service has answered.
 */
export function useStaples(): readonly [readonly Staple[], (staple: Staple) => Promise<void>] {
  const household = useHousehold();
  const [staples, set] = useState<readonly Staple[]>([]);
  const names = useNames();
  const path = { householdId: household.id };
  useEffect(() => {
    const asking = new AbortController();
    const timer = setTimeout(() => {
      value(
        api.GET('/v1/households/{householdId}/shopping/staples', { params: { path }, signal: asking.signal }),
      ).then(set, () => undefined);
    }, PAUSE);
    return () => {
      clearTimeout(timer);
      asking.abort();
    };
  }, [household, household.today.value, names.join('\n')]);
  const decline = async ({ name }: Staple) => {
    set(staples.filter((each) => each.name !== name));
    await ok(
      api.POST('/v1/households/{householdId}/shopping/staples/decline', {
        params: { path },
        headers: { 'Idempotency-Key': newId() },
        body: { name },
      }),
    );
  };
  return [staples.filter(({ name }) => !names.includes(name.toLocaleLowerCase())), decline];
}

/**
 * Returns items that the household often buys and that are on no list, with names in which a word begins with
 * `start`. Empty until the service has answered.
 */
export function useSuggestions(start: string): readonly Suggestion[] {
  const household = useHousehold();
  const [suggestions, set] = useState<readonly Suggestion[]>([]);
  const names = useNames();
  useEffect(() => {
    const asking = new AbortController();
    const timer = setTimeout(() => {
      value(
        api.GET('/v1/households/{householdId}/shopping/suggestions', {
          params: { path: { householdId: household.id }, query: start === '' ? {} : { q: start } },
          signal: asking.signal,
        }),
      ).then(set, () => undefined);
    }, PAUSE);
    return () => {
      clearTimeout(timer);
      asking.abort();
    };
  }, [household, start, names.join('\n')]);
  return suggestions.filter(({ name }) => !names.includes(name.toLocaleLowerCase()));
}

const PAUSE = 150;

/** Ids of items that are being cleared. They are hidden before the service has answered. */
const clearing = signal<ReadonlySet<string>>(new Set());

/**
 * Removes the ticked items from the list in one operation. If the service cannot be reached, or if actions are
 * waiting to be sent, it puts one action for each item into the outbox instead.
 * @returns a function that undoes it
 * @throws ApiError if the service refuses it; all items are shown again then
 */
export async function clearTicked(
  household: HouseholdData,
  list: List,
  ticked: readonly Item[],
): Promise<() => Promise<void>> {
  const ids = ticked.map(({ id }) => id);
  const lineByLine = () => {
    const acts = ticked.map(({ id: itemId }) => household.act({ type: 'shopping.remove', itemId }));
    return async () => {
      for (const actId of acts) if (actId !== null) await household.undo(actId);
    };
  };
  // The service does not know the waiting ticks yet, so the removal has to be sent after them through the outbox.
  if (waiting.value > 0) return lineByLine();
  clearing.value = new Set([...clearing.value, ...ids]);
  try {
    const { response } = await ok(
      api.POST('/v1/households/{householdId}/shopping/clear-checked', {
        params: { path: { householdId: household.id }, query: listParam(household, list) },
        headers: { 'Idempotency-Key': newId() },
      }),
    );
    await household.catchUp();
    const operationId = response.headers.get('Operation-Id');
    return async () => {
      if (operationId !== null) await undoOperation(household.id, operationId);
    };
  } catch (error) {
    if (isOffline(error)) return lineByLine();
    throw error;
  } finally {
    clearing.value = new Set([...clearing.value].filter((id) => !ids.includes(id)));
  }
}
