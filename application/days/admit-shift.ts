import {
  NO_SPECIAL_DAYS,
  readDays,
  shiftProblems,
  type DifferentDays,
  type Shift,
} from '../../domain/days/shift.js';
import type { Household } from '../../domain/households/household.js';
import type { Recurrence } from '../../domain/recurrence/rule.js';
import { isRule } from '../../domain/series/dates.js';
import type { SeriesRecord } from '../../domain/series/series.js';
import { householdNotFound, validationFailed } from '../shared/errors.js';
import type { UnitOfWorkScope } from '../composition/unit-of-work.js';

/**
 * Returns the special days of the household, such as holidays, for a new series that avoids some of them. Returns null
 * if `shift` is null, so the series avoids none. Locks the household, so that its day calendars cannot change until
 * the transaction ends.
 *
 * @throws VALIDATION_FAILED if a calendar does not exist, or if a series that repeats after completion would skip
 *   its only date.
 * @throws HOUSEHOLD_NOT_FOUND if the household was deleted.
 */
export async function lockShiftDays(
  { households, dayCalendars }: Pick<UnitOfWorkScope, 'households' | 'dayCalendars'>,
  { id }: Household,
  { shift, recurrence }: { readonly shift: Shift | null; readonly recurrence: Recurrence },
): Promise<DifferentDays | null> {
  if (shift === null) return null;
  // The household is always locked before its day calendars.
  if ((await households.findForUpdate(id)) === null) throw householdNotFound();
  return readShiftDays({ dayCalendars }, id, shift, recurrence);
}

/**
 * Returns the special days of the household. Throws VALIDATION_FAILED if a series with this recurrence cannot avoid
 * special days as `shift` says.
 */
export async function readShiftDays(
  { dayCalendars }: Pick<UnitOfWorkScope, 'dayCalendars'>,
  householdId: Household['id'],
  shift: Shift | null,
  recurrence: Recurrence,
): Promise<DifferentDays> {
  const calendars = await dayCalendars.list(householdId);
  const problems = shift === null ? [] : shiftProblems(shift, calendars, isRule(recurrence));
  if (problems.length > 0) throw validationFailed(problems);
  return readDays(calendars);
}

/** Returns the special days for plans of these series, which are locked. Reads them only if a series avoids any. */
export async function readDaysOf(
  { dayCalendars }: Pick<UnitOfWorkScope, 'dayCalendars'>,
  series: readonly Pick<SeriesRecord, 'householdId' | 'shift'>[],
): Promise<DifferentDays> {
  const shifted = series.find(({ shift }) => shift !== null);
  return shifted === undefined ? NO_SPECIAL_DAYS : readDays(await dayCalendars.list(shifted.householdId));
}
