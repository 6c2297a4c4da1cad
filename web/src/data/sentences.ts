import { api, newId, ok, value, type Dto } from '../api/client.ts';
import type { HouseholdData, Occurrence } from './household.ts';
import { signal } from '@preact/signals';

export type Preview = Dto['QuickAddPreview'];
export type Span = Preview['spans'][number];
type Ignored = readonly [number, number][];

/** The row that was added last, to be shown as new. */
export const newest = signal<string | null>(null);

/** A sentence that comes back to the field, such as one that could not be read; the field takes it when it is empty. */
export const handedBack = signal<string | null>(null);

/** It is kept until the field takes it, wherever that is. */
export function handBack(text: string): void {
  if (readTyped().text.trim() === '') keepTyped(text);
  handedBack.value = text;
}

const TYPED = 'planner.sentence';

/** A sentence in the field, and the key under which it is added: the same one after a reload, so that it is added once. */
export type Typed = { readonly text: string; readonly ignored: Ignored; readonly key: string };

/** What was typed in this tab and not added. */
export function readTyped(): Typed {
  const typed = sessionStorage.getItem(TYPED);
  return typed === null ? { text: '', ignored: [], key: newId() } : (JSON.parse(typed) as Typed);
}

/** Keeps what is typed; another sentence has another key. */
export function keepTyped(text: string, ignored: Ignored = []): Typed {
  const before = readTyped();
  const isSame = before.text === text && JSON.stringify(before.ignored) === JSON.stringify(ignored);
  const typed = isSame ? before : { text, ignored, key: newId() };
  sessionStorage.setItem(TYPED, JSON.stringify(typed));
  return typed;
}

/** What a sentence would become; writes nothing. */
export function readSentence(
  householdId: string,
  text: string,
  ignore: Ignored,
  signal: AbortSignal,
): Promise<Preview> {
  return value(
    api.POST('/v1/households/{householdId}/quick-add/parse', {
      params: { path: { householdId } },
      body: { text, locale: 'auto', ignore: ignore as [number, number][] },
      signal,
    }),
  );
}

/** A task that was made, and what undoes that. */
export type Added = { readonly row: Occurrence; readonly operationId: string | null };

/** Makes a task of a sentence. `key` stays the same for as long as the sentence does, so that it is added once. */
export async function addSentence(
  household: HouseholdData,
  text: string,
  ignore: Ignored,
  key: string,
): Promise<Added> {
  const answer = ok(
    api.POST('/v1/households/{householdId}/tasks/quick', {
      params: { path: { householdId: household.id } },
      headers: { 'Idempotency-Key': key },
      body: { text, locale: 'auto', ignore: ignore as [number, number][] },
    }),
  );
  return show(household, await answer);
}

export type NewTask = Dto['CreateTaskInput'];

/**
 * Makes a task of what stands in its form.
 * @param newCategory its name, where the category has to be made first
 */
export async function addTask(
  household: HouseholdData,
  task: NewTask,
  newCategory: string | null,
  key: string,
): Promise<Added> {
  const path = { householdId: household.id };
  if (newCategory !== null) {
    const named = [...household.replica.all('categories').values()].find(({ name }) => name === newCategory);
    const category =
      named ??
      (await value(
        api.POST('/v1/households/{householdId}/categories', {
          params: { path },
          body: { name: newCategory },
        }),
      ));
    household.replica.put('categories', [category]);
    task = { ...task, categoryId: category.id };
  }
  const answer = ok(
    api.POST('/v1/households/{householdId}/tasks', {
      params: { path },
      headers: { 'Idempotency-Key': key },
      body: task,
    }),
  );
  return show(household, await answer);
}

/** The rule in words, as the service says them. */
export async function ruleText(
  household: HouseholdData,
  recurrence: NonNullable<Preview['task']['recurrence']>,
  startDate: string,
  locale: 'en' | 'fr',
): Promise<string> {
  const { text } = await value(
    api.POST('/v1/households/{householdId}/recurrence/preview', {
      params: { path: { householdId: household.id }, query: { locale } },
      body: { recurrence, startDate, limit: 1 },
    }),
  );
  return text;
}

function show(household: HouseholdData, { data, response }: { data?: unknown; response: Response }): Added {
  const row = data as Occurrence;
  household.replica.put('occurrences', [row]);
  newest.value = row.id;
  void household.catchUp();
  return { row, operationId: response.headers.get('Operation-Id') };
}

/** Keeps a sentence until there is a network; it is read then. */
export function keepSentence(household: HouseholdData, text: string, ignore: Ignored): void {
  const occurrenceId = newId();
  household.act({
    type: 'task.quick',
    text,
    locale: 'auto',
    ignore: ignore as [number, number][],
    occurrenceId,
    taskId: newId(),
  });
  newest.value = occurrenceId;
}
