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

/** Makes a task of a sentence. `key` stays the same for as long as the sentence does, so that it is added once. */
export async function addSentence(
  household: HouseholdData,
  text: string,
  ignore: Ignored,
  key: string,
): Promise<{ row: Occurrence; operationId: string | null }> {
  const { data, response } = await ok(
    api.POST('/v1/households/{householdId}/tasks/quick', {
      params: { path: { householdId: household.id } },
      headers: { 'Idempotency-Key': key },
      body: { text, locale: 'auto', ignore: ignore as [number, number][] },
    }),
  );
  const row = data as Occurrence;
  household.replica.put('occurrences', [row]);
  newest.value = row.id;
  void household.readOn().catch(() => undefined);
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
