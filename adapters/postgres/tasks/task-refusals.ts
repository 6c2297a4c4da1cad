import { categoryMissing, householdNotFound, idTaken } from '../../../application/shared/errors.js';
import type { Refusals } from '../database.js';

/**
 * The errors for violated constraints of tasks, series and occurrences. If the household is deleted concurrently, its
 * members are gone too. PostgreSQL may report either of the two foreign keys first.
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
