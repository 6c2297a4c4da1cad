import { sql, type RawBuilder } from 'kysely';
import type { HouseholdId, MemberId } from '../../../domain/shared/ids.js';

/** Returns true for notes about a task, series or occurrence that is PERSONAL to the member by now. */
export function isAboutPersonal(
  householdId: HouseholdId,
  member: MemberId,
  noted: Readonly<Record<'taskId' | 'subjectId', RawBuilder<unknown>>>,
): RawBuilder<boolean> {
  const isPersonal = (table: 'tasks' | 'series' | 'occurrences', id: RawBuilder<unknown>) => sql`exists (
    select from ${sql.table(table)} t
    where t.household_id = ${householdId} and t.id = ${id} and t.visibility = 'PERSONAL' and t.created_by = ${member}
  )`;
  return sql`(${isPersonal('tasks', noted.taskId)}
    or ${isPersonal('occurrences', noted.subjectId)} or ${isPersonal('series', noted.subjectId)})`;
}

/**
 * Whether what was noted of a task, and of one of its series or occurrences, is about nothing that is another's PERSONAL
 * by now. The subject may be of another task since: whose visibility changed with `following` became one of its own.
 */
export function isShownTo(
  viewer: MemberId,
  noted: Readonly<Record<'householdId' | 'taskId' | 'subjectId', RawBuilder<unknown>>>,
): RawBuilder<boolean> {
  const isOthers = (table: 'tasks' | 'series' | 'occurrences', id: RawBuilder<unknown>) => sql`exists (
    select from ${sql.table(table)} t
    where t.household_id = ${noted.householdId} and t.id = ${id}
      and t.visibility = 'PERSONAL' and t.created_by <> ${viewer}
  )`;
  return sql`not ${isOthers('tasks', noted.taskId)}
    and not ${isOthers('occurrences', noted.subjectId)} and not ${isOthers('series', noted.subjectId)}`;
}
