import type { CategoryId, HouseholdId } from '../../domain/shared/ids.js';
import type { TemplateTask } from '../../domain/templates/template.js';
import type { DayCalendar } from '../../domain/days/calendar.js';
import type { UnitOfWorkScope } from '../composition/unit-of-work.js';

/** Returns the categories of these tasks that exist in the household, and locks them until the transaction ends. */
export async function lockCategories(
  { categories }: Pick<UnitOfWorkScope, 'categories'>,
  householdId: HouseholdId,
  tasks: readonly TemplateTask[],
): Promise<ReadonlySet<CategoryId>> {
  const named = new Set(tasks.flatMap(({ categoryId }) => categoryId ?? []));
  const there = new Set<CategoryId>();
  // Categories are locked in the order of their ids, so that parallel transactions cannot deadlock.
  for (const id of [...named].sort())
    if ((await categories.findForUpdate(householdId, id)) !== null) there.add(id);
  return there;
}

/**
 * Returns the household's day calendars if any of these tasks avoids certain days, otherwise an empty list. The caller
 * has locked the household.
 */
export async function listCalendars(
  { dayCalendars }: Pick<UnitOfWorkScope, 'dayCalendars'>,
  householdId: HouseholdId,
  tasks: readonly TemplateTask[],
): Promise<readonly DayCalendar[]> {
  return tasks.some(({ shift }) => shift !== null) ? dayCalendars.list(householdId) : [];
}
