import type { CategoryId, HouseholdId } from '../../domain/shared/ids.js';
import type { TemplateTask } from '../../domain/templates/template.js';
import type { DayCalendar } from '../../domain/days/calendar.js';
import type { UnitOfWorkScope } from '../shared/unit-of-work.js';

/** Which categories of these tasks the household has; they stay until the transaction ends. */
export async function lockCategories(
  { categories }: Pick<UnitOfWorkScope, 'categories'>,
  householdId: HouseholdId,
  tasks: readonly TemplateTask[],
): Promise<ReadonlySet<CategoryId>> {
  const named = new Set(tasks.flatMap(({ categoryId }) => categoryId ?? []));
  const there = new Set<CategoryId>();
  // In one order everywhere, so that two at once do not wait for each other.
  for (const id of [...named].sort())
    if ((await categories.findForUpdate(householdId, id)) !== null) there.add(id);
  return there;
}

/** The calendars of days of the household, which is locked, where any of these tasks keeps out of some. */
export async function listCalendars(
  { dayCalendars }: Pick<UnitOfWorkScope, 'dayCalendars'>,
  householdId: HouseholdId,
  tasks: readonly TemplateTask[],
): Promise<readonly DayCalendar[]> {
  return tasks.some(({ shift }) => shift !== null) ? dayCalendars.list(householdId) : [];
}
