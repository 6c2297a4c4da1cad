import { computed, signal, type ReadonlySignal } from '@preact/signals';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { api, newId, ok, value, type Dto } from '../api/client.ts';
import { isOffline } from '../api/errors.ts';
import { withLock } from '../api/refresh.ts';
import { useHousehold, type HouseholdData } from './household.ts';
import { undoOperation, waiting } from './outbox.ts';
import { chooseStorage } from './shared-device.ts';

export type Item = Dto['ShoppingItemDto'];
type Suggestion = Dto['ShoppingSuggestion'];

/** A part of the shop with what is to be taken there; null: nobody knows where it stands. */
type Section = { readonly name: string | null; readonly items: readonly Item[] };

/**
 * The list by section: first those of the household's way through the shop, in its order, then the others as their first item comes, and
 * what has none at the end. Within a section the list's own order.
 */
export function groupItems(items: readonly Item[], way: readonly string[]): readonly Section[] {
  const sections = new Map<string | null, Item[]>(way.map((name) => [name, []]));
  for (const item of [...items].sort((a, b) => a.position - b.position || a.id.localeCompare(b.id)))
    sections.set(item.section, [...(sections.get(item.section) ?? []), item]);
  return [...sections]
    .filter(([, ofSection]) => ofSection.length > 0)
    .sort(([a], [b]) => Number(a === null) - Number(b === null))
    .map(([name, ofSection]) => ({ name, items: ofSection }));
}

/** What was typed and has not been read by the service yet: sent under its `key` until an answer comes, so it is added once. */
type Typed = { readonly key: string; readonly household: string; readonly text: string };

/** Forgotten with everything else when somebody signs out: see `session.ts`. */
const TYPED = 'planner.shopping';
const typed = signal<readonly Typed[]>(readTyped());

function readTyped(): readonly Typed[] {
  try {
    return JSON.parse(chooseStorage().getItem(TYPED) ?? '[]') as Typed[];
  } catch {
    return [];
  }
}

/** Other tabs add and send too: what is kept is changed, not replaced by what this one knew. */
function keepTyped(change: (kept: readonly Typed[]) => readonly Typed[]): void {
  typed.value = change(readTyped());
  chooseStorage().setItem(TYPED, JSON.stringify(typed.value));
}

addEventListener('storage', ({ key }) => {
  if (key === TYPED || key === null) typed.value = readTyped();
});

type ShoppingList = {
  readonly sections: ReadonlySignal<readonly Section[]>;
  /** How many are still to be taken. */
  readonly left: ReadonlySignal<number>;
  readonly ticked: ReadonlySignal<readonly Item[]>;
  /** What was typed and waits to be read. */
  readonly typed: ReadonlySignal<readonly Typed[]>;
};

/** What is on the list, as it was last known, with what was done here. */
export function useShopping(): ShoppingList {
  const household = useHousehold();
  const isLive = household.live.isLive.value;
  useEffect(() => {
    typed.value = readTyped();
    // Without a network: the way that was known, else the order of the list.
    void readWay(household.id).catch(() => undefined);
    const send = () => void sendTyped(household).catch(() => undefined);
    send();
    addEventListener('online', send);
    return () => removeEventListener('online', send);
  }, [household, isLive]);
  return useMemo(() => {
    const items = computed(() =>
      [...household.replica.all('shoppingItems').values()].filter(({ id }) => !clearing.value.has(id)),
    );
    return {
      sections: computed(() => groupItems(items.value, ways.value.get(household.id) ?? [])),
      left: computed(() => items.value.filter(({ checked }) => !checked).length),
      ticked: computed(() => items.value.filter(({ checked }) => checked)),
      typed: computed(() => typed.value.filter((each) => each.household === household.id)),
    };
  }, [household]);
}

/** By household: the sections in the order in which it walks through its shop. The feed does not tell them. */
const ways = signal<ReadonlyMap<string, readonly string[]>>(new Map());

async function readWay(householdId: string): Promise<void> {
  const sections = await value(
    api.GET('/v1/households/{householdId}/shopping/sections', { params: { path: { householdId } } }),
  );
  const names = sections.map(({ name }) => name);
  ways.value = new Map([...ways.value, [householdId, names]]);
}

/** Shown at once as it was typed, and read by the service as soon as it can be. @throws ApiError when the service refuses it */
export async function addText(household: HouseholdData, text: string): Promise<void> {
  keepTyped((kept) => [...kept, { key: newId(), household: household.id, text: text.trim() }]);
  await sendTyped(household);
}

/** In order, one tab at a time. What the service refuses goes back to whoever typed it. */
function sendTyped(household: HouseholdData): Promise<void> {
  return withLock('planner.shopping', async () => {
    for (const { key, text } of readTyped().filter((each) => each.household === household.id)) {
      const drop = () => keepTyped((kept) => kept.filter((each) => each.key !== key));
      try {
        const { data } = await ok(
          api.POST('/v1/households/{householdId}/shopping/items', {
            params: { path: { householdId: household.id } },
            headers: { 'Idempotency-Key': key },
            body: { text },
          }),
        );
        household.replica.put('shoppingItems', data ?? []);
        drop();
        void household.readOn().catch(() => undefined);
      } catch (error) {
        if (isOffline(error)) return;
        drop();
        throw error;
      }
    }
  });
}

/** What the household often buys and has not on its list; beginning like `start`. Empty without a network. */
export function useSuggestions(start: string): readonly Suggestion[] {
  const household = useHousehold();
  const [suggestions, set] = useState<readonly Suggestion[]>([]);
  const onList = [...household.replica.all('shoppingItems').values()].filter(({ checked }) => !checked);
  const names = onList.map(({ name }) => name.toLocaleLowerCase());
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
        params: { path: { householdId: household.id } },
        headers: { 'Idempotency-Key': newId() },
      }),
    );
    await household.readOn();
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
