import { api, newId, type Dto } from '../api/client.ts';
import { waitForChange } from './changes.ts';
import type { HouseholdData, Occurrence } from './household.ts';

/**
 * Corrects who completed a task and when. A field that is missing in `said` stays unchanged.
 * @throws ApiError VERSION_CONFLICT if somebody else has changed the task, VALIDATION_FAILED
 */
export const correctTick = (
  household: HouseholdData,
  { id, version }: Occurrence,
  said: Pick<Dto['CompleteInput'], 'completedForIds' | 'completedAt'>,
) =>
  waitForChange(
    household,
    api.POST('/v1/households/{householdId}/occurrences/{occurrenceId}/complete', {
      params: {
        path: { householdId: household.id, occurrenceId: id },
        header: { 'Idempotency-Key': newId() } as never,
      },
      body: { ...said, version },
    }),
  );
