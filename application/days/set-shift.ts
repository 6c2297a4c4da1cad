import { readDays, shiftProblems, type DifferentDays, type Shift } from '../../domain/days/shift.js';
import type { Household } from '../../domain/households/household.js';
import type { Recurrence } from '../../domain/recurrence/rule.js';
import { isRule } from '../../domain/series/dates.js';
import type { OccurrenceId, SeriesId } from '../../domain/shared/ids.js';
import type { PlanDependencies } from '../series/apply-plan.js';
import { householdNotFound, taskNotFound, validationFailed } from '../shared/errors.js';
import type { UnitOfWorkScope } from '../composition/unit-of-work.js';
import { changeShift } from './follow-days.js';

/**
 * The days that a series with that shift keeps out of when it begins, null of one without; the calendars stay until the
 * transaction ends.
 * VALIDATION_FAILED for a calendar that the household does not have, and to leave out what alone is to come.
 */
export async function admitShift(
  { households, dayCalendars }: Pick<UnitOfWorkScope, 'households' | 'dayCalendars'>,
  { id }: Household,
  { shift, recurrence }: { readonly shift: Shift | null; readonly recurrence: Recurrence },
): Promise<DifferentDays | null> {
  if (shift === null) return null;
  // Calendars go under the household's lock.
  if ((await households.findForUpdate(id)) === null) throw householdNotFound();
  return readAdmitted({ dayCalendars }, id, shift, recurrence);
}

/**
 * Of a series that is locked. VALIDATION_FAILED as for {@link admitShift}.
 *
 * @param addressed the occurrence whose edit sets the shift; null: the series itself is edited
 */
export async function setShift(
  dependencies: PlanDependencies,
  scope: UnitOfWorkScope,
  household: Household,
  id: SeriesId,
  shift: Shift | null,
  addressed: OccurrenceId | null = null,
): Promise<void> {
  const [series] = await scope.series.findAll(household.id, [id]);
  if (series === undefined) throw taskNotFound();
  const days = await readAdmitted(scope, household.id, shift, series.recurrence);
  await changeShift(dependencies, scope, household, [series], (one) => ({
    before: { shift: one.shift, days },
    after: { shift, days },
    addressed,
  }));
}

async function readAdmitted(
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
