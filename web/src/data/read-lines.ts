import { api, value, type Dto } from '../api/client.ts';

/** A line of a pasted list. `done` is true if its box is ticked. */
export type PastedLine = Dto['QuickAddLineDto'];

/**
 * Returns the lines of a pasted list, as the service splits it. Nothing is saved.
 * @throws ApiError VALIDATION_FAILED if the list has too many lines
 */
export function readLines(
  householdId: string,
  text: string,
  signal?: AbortSignal,
): Promise<readonly PastedLine[]> {
  return value(
    api.POST('/v1/households/{householdId}/quick-add/lines', {
      params: { path: { householdId } },
      body: { text },
      signal: signal ?? null,
    }),
  );
}
