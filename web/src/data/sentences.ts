import { api, newId, ok, value, type Dto } from '../api/client.ts';
import type { HouseholdData, Occurrence } from './household.ts';
import { signal } from '@preact/signals';

export type Preview = Dto['QuickAddPreview'];
export type Span = Preview['spans'][number];
type Ignored = readonly [number, number][];

/** The row that was added last, to be shown as new. */
export const newest = signal<string | null>(null);

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
