import type { EventOwner } from '../../../domain/calendar/event.js';
import type { RemoteEvent } from '../../../domain/calendar/answers.js';
import { textIn, type JsonObject } from './json.js';

/** Tells our events from those of other programs that name the same household. */
const APP = 'household-planner';

/** Keys beyond 44 and values beyond 1024 characters would be dropped and cut without a word. */
export function buildPrivateProperties({
  occurrenceId,
  taskId,
  householdId,
}: EventOwner): Record<string, string> {
  return { gnOccurrenceId: occurrenceId, gnTaskId: taskId, gnHouseholdId: householdId, gnApp: APP };
}

/** The one constraint of a list: of several it is not certain whether all must hold. */
export const householdConstraint = (householdId: string): string => `gnHouseholdId=${householdId}`;

export function readOwner(properties: JsonObject): RemoteEvent['owner'] {
  const [occurrenceId = null, householdId = null] = ['gnOccurrenceId', 'gnHouseholdId'].map((name) =>
    textIn(properties, name),
  );
  const isOurs = properties['gnApp'] === APP;
  return isOurs && occurrenceId !== null && householdId !== null ? { occurrenceId, householdId } : null;
}
