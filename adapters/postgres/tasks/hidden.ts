import { sql, type RawBuilder } from 'kysely';
import type { MemberId } from '../../../domain/shared/ids.js';

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
