import type { HouseholdId, SeriesId } from '../../domain/shared/ids.js';
import type { UnitOfWorkScope } from '../composition/unit-of-work.js';

/** The number of series that a dry run includes, and that a request plans before a job plans the remaining ones. */
export const SERIES_AT_ONCE = 50;
/** The cost that one transaction may have if it plans more than one series. See `OccurrenceRepository.weighSeries`. */
const BATCH_WEIGHT = 400;

/**
 * Returns how many of the series at the beginning of `ids` one transaction may plan: one expensive series, or several
 * cheap ones. So a transaction needs a bounded amount of memory and holds its locks for a short time.
 *
 * @param done how many series earlier transactions of the same work have planned. No batch goes beyond a multiple of
 *   SERIES_AT_ONCE, because the request stops there and a job plans the series after it.
 */
export async function measureBatch(
  { occurrences }: Pick<UnitOfWorkScope, 'occurrences'>,
  householdId: HouseholdId,
  ids: readonly SeriesId[],
  done = 0,
): Promise<number> {
  const candidates = ids.slice(0, SERIES_AT_ONCE - (done % SERIES_AT_ONCE));
  const weights = await occurrences.weighSeries(householdId, candidates);
  let [count, sum] = [0, 0];
  for (const id of candidates) {
    sum += weights.get(id) ?? 1;
    if (count > 0 && sum > BATCH_WEIGHT) break;
    count += 1;
  }
  return count;
}
