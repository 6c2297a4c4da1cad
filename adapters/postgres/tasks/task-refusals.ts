import { categoryMissing, householdNotFound, idTaken } from '../../../application/shared/errors.js';
import type { Refusals } from '../database.js';

/**
 * Of tasks, series and occurrences. A household that is gone has no members either, and which of the two is missed
 * first is not defined.
 */
export const TASK_REFUSALS: Refusals = {
  tasks_pkey: idTaken,
  occurrences_pkey: idTaken,
  tasks_household_fkey: householdNotFound,
  tasks_author_fkey: householdNotFound,
  series_author_fkey: householdNotFound,
  series_category_fkey: categoryMissing,
  occurrences_author_fkey: householdNotFound,
  occurrences_category_fkey: categoryMissing,
};
