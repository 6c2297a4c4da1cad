import { readDays } from '../../domain/days/shift.js';
import { listAwayPeriods } from '../../domain/households/away.js';
import { isRule } from '../../domain/series/dates.js';
import { placedRow } from '../../domain/series/shifted-rows.js';
import { planContext, type SeriesRecord } from '../../domain/series/series.js';
import type { Occurrence } from '../../domain/tasks/occurrence.js';
import { householdNotFound } from '../shared/errors.js';
import type { Clock } from '../shared/ports.js';
import type { UnitOfWorkScope } from '../shared/unit-of-work.js';

/**
 * Puts rows of these series that a plan has dated where pauses, and the days of the household, leave them: see
 * {@link placedRow}. Asks for nothing where none of them keeps out of any days.
 */
export async function placing(
  { clock }: { readonly clock: Clock },
  { households, dayCalendars }: Pick<UnitOfWorkScope, 'households' | 'dayCalendars'>,
  series: readonly (SeriesRecord | null)[],
): Promise<(row: Occurrence) => Occurrence | null> {
  const movable = new Map(
    series.flatMap((one) =>
      one !== null && (one.shift !== null || waitsInPauses(one)) ? [[one.id, one]] : [],
    ),
  );
  const [first] = movable.values();
  if (first === undefined) return (row) => row;
  const { householdId } = first;
  const household = await households.find(householdId);
  if (household === null) throw householdNotFound();
  const members = await households.members(householdId, { withFormer: true });
  const context = planContext(household, listAwayPeriods(members), clock.now());
  const days = readDays(await dayCalendars.list(householdId));
  return (row) => {
    const own = row.seriesId === null ? undefined : movable.get(row.seriesId);
    return own === undefined ? row : placedRow(own, row, days, context);
  };
}

/** Pauses are in the dates that a rule gives; what comes after a completion waits for their end. */
function waitsInPauses({ recurrence, pauses }: SeriesRecord): boolean {
  return !isRule(recurrence) && pauses.some(({ mode }) => mode !== 'assign');
}
