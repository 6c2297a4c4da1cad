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

/** A part of the shop with what is to be taken there; null: nobody knows where it stands. */
type Section = { readonly name: string | null; readonly items: readonly Item[] };

/**
 * The list by section: first those of the household's way through the shop, in its order, then the others as their first item comes, and
 * what has none at the end. Within a section the list's own order.
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
  /** In their order, the first at the top: it is always there. */
  readonly lists: ReadonlySignal<readonly List[]>;
  /** The one that is shown. */
  readonly list: ReadonlySignal<List>;
  readonly sections: ReadonlySignal<readonly Section[]>;
  /** How many are still to be taken. */
  readonly left: ReadonlySignal<number>;
  readonly ticked: ReadonlySignal<readonly Item[]>;
  /** What was typed and waits to be read. */
  readonly typed: ReadonlySignal<readonly { readonly id: string; readonly text: string }[]>;
};

/** What is on the list that is shown, as it was last known, with what was done here. */
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
/** The id of the list that is shown in this tab, over a reload; of one that is gone, or null: the first. */
const shown = signal<string | null>(sessionStorage.getItem(SHOWN));

export function showList(id: string): void {
  sessionStorage.setItem(SHOWN, id);
  shown.value = id;
}

/** All lists: the first has the household's id, and comes from the feed only once something is said of it. */
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

/** What a request names its list by: nothing for the first. */
export const named = (household: HouseholdData, { id }: List): { listId?: string } =>
  id === household.id ? {} : { listId: id };

type ListFields = { name?: string; sections?: { name: string }[] };

/** Another list, which is shown from now on. @throws ApiError */
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

/** @throws ApiError */
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

/** With what is on it. Answers how that is undone. @throws ApiError */
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
 * Shown at once as it was typed, and read by the service as soon as it can be.
 *
 * @param takeBack called if the service refuses it; returns true if what was typed is in its field again
 */
export function addText(
  household: HouseholdData,
  list: List,
  text: string,
  takeBack?: (refusal: Refusal) => boolean,
): void {
  household.act({ type: 'shopping.text', text: text.trim(), ...named(household, list) }, takeBack);
}

/** Returns the names on all lists in lower case, also of what is ticked. */
function useNames(): readonly string[] {
  const items = [...useHousehold().replica.all('shoppingItems').values()];
  return items.map(({ name }) => name.toLocaleLowerCase());
}

/** What is bought at a rhythm, is due, and is on no list, and how it is put off. Empty without a network. */
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

/** What the household often buys and has on no list; beginning like `start`. Empty without a network. */
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

/** What is being cleared: gone from the screen before the service has said so. */
const clearing = signal<ReadonlySet<string>>(new Set());

/**
 * Takes off what is ticked: as one operation where the service can be asked, else line by line as soon as it can.
 * Answers how it is undone.
 * @throws ApiError when the service refuses it: everything is there again
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
  // A tick that waits is not known to the service yet: what clears it has to wait behind it.
  if (waiting.value > 0) return lineByLine();
  clearing.value = new Set([...clearing.value, ...ids]);
  try {
    const { response } = await ok(
      api.POST('/v1/households/{householdId}/shopping/clear-checked', {
        params: { path: { householdId: household.id }, query: named(household, list) },
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
