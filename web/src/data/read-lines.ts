import { api, value, type Dto } from '../api/client.ts';
import { ApiError } from '../api/errors.ts';

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

/** Returns true if the service refused a list because it has too many lines. */
export function hasTooManyLines(error: unknown): boolean {
  const details: unknown = error instanceof ApiError ? error.details : null;
  return (
    Array.isArray(details) &&
    details.some(
      ({ field, rule }: { field?: string; rule?: string }) => field === 'text' && rule === 'arrayMaxSize',
    )
  );
}
