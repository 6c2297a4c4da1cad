import { api, newId, ok, value, type Dto } from '../api/client.ts';
import type { HouseholdData, Occurrence } from './household.ts';
import { toActs } from './pasted-lists.ts';
import type { PastedLine } from './read-lines.ts';
import { signal } from '@preact/signals';

export type SentencePreview = Dto['QuickAddPreview'];
export type ReadSpan = SentencePreview['spans'][number];
type Ignored = readonly [number, number][];

/** The id of the row that was added last. It is highlighted as new. */
export const newestRowId = signal<string | null>(null);

/**
 * A sentence that has to go back into the quick-add field, for example because the service could not parse it. The
 * field takes it as its text, or adds it below a text that the user has typed in the meantime.
 */
export const returnedSentence = signal<string | null>(null);

/**
 * Puts a sentence back into the quick-add field of this page, or of the next page that has one. If nothing else was
 * typed in this tab, a reload keeps the sentence.
 */
export function returnSentence(text: string): void {
  if (readTyped().text.trim() === '') keepTyped(text);
  returnedSentence.value = text;
}

const TYPED = 'planner.sentence';

/**
 * The sentence in the quick-add field and its idempotency key. The key is the same after a reload, so that the task is
 * added only once.
 */
export type Typed = { readonly text: string; readonly ignored: Ignored; readonly key: string };

/** Returns the sentence that was typed in this tab and not added yet. The text is empty if there is none. */
export function readTyped(): Typed {
  const typed = sessionStorage.getItem(TYPED);
  return typed === null ? { text: '', ignored: [], key: newId() } : (JSON.parse(typed) as Typed);
}

/** Stores the typed sentence. A different sentence gets a new key. */
export function keepTyped(text: string, ignored: Ignored = []): Typed {
  const before = readTyped();
  const isSame = before.text === text && JSON.stringify(before.ignored) === JSON.stringify(ignored);
  const typed = isSame ? before : { text, ignored, key: newId() };
  sessionStorage.setItem(TYPED, JSON.stringify(typed));
  return typed;
}

/** Returns the task that a sentence would create. Nothing is saved. */
export function readSentence(
  householdId: string,
  text: string,
  ignore: Ignored,
  signal: AbortSignal,
): Promise<SentencePreview> {
  return value(
    api.POST('/v1/households/{householdId}/quick-add/parse', {
      params: { path: { householdId } },
      body: { text, locale: 'auto', ignore: ignore as [number, number][] },
      signal,
    }),
  );
}

/** The largest number of characters of a sentence. */
export const SENTENCE_LIMIT = 500;

/** The largest number of characters of a step of a checklist. */
export const STEP_LIMIT = 200;

/**
 * Creates a task from each line, through the outbox. Each line is an entry of its own with its own id, so it is created
 * once, however often it has to be sent. A line whose box is ticked creates a completed task.
 */
export function addLines(household: HouseholdData, lines: readonly PastedLine[]): void {
  for (const line of lines)
    for (const act of toActs({ type: 'task.paste', text: line.text }, line, newId)) household.act(act);
}

/** A task that was created, and the operation id to undo that. */
export type Added = { readonly row: Occurrence; readonly operationId: string | null };

/**
 * Creates a task from a sentence.
 * @param key idempotency key; the same for the same sentence, so that the task is added only once
 */
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
 * Creates a task from the fields of the form.
 * @param newCategory the name of a category for the task, which is created first if it does not exist
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

/** Returns the rule in words, as the service formats them. */
export async function ruleText(
  household: HouseholdData,
  recurrence: NonNullable<SentencePreview['task']['recurrence']>,
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
  newestRowId.value = row.id;
  void household.catchUp();
  return { row, operationId: response.headers.get('Operation-Id') };
}

/**
 * Stores a sentence or a list of tasks in the outbox. The service parses it once there is a network. If it then
 * refuses the text because it is a list, the outbox adds the lines.
 */
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
  newestRowId.value = occurrenceId;
}
