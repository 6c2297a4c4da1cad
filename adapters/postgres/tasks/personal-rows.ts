import { sql, type RawBuilder } from 'kysely';
import type { RemovedPersonal } from '../../../domain/operations/hidden-rows.js';
import type { HouseholdId, MemberId } from '../../../domain/shared/ids.js';

/**
 * The columns that say what an activity or an operation is about: the task, and the type and id of its subject. The
 * id is looked up among occurrences only if the type is `TASK`, and among series only if it is `SERIES`. Clients
 * choose ids, so a row of another kind may have the same id.
 */
type Noted = Readonly<Record<'taskId' | 'subjectType' | 'subjectId', RawBuilder<unknown>>>;

const occurrenceOf = ({ subjectType, subjectId }: Noted) =>
  sql`case when ${subjectType} = 'TASK' then ${subjectId} end`;
const seriesOf = ({ subjectType, subjectId }: Noted) =>
  sql`case when ${subjectType} = 'SERIES' then ${subjectId} end`;

/**
 * Returns the condition for activities and operations about a task, series or occurrence that is now PERSONAL to the
 * member.
 */
export function isAboutPersonal(
  householdId: HouseholdId,
  member: MemberId,
  noted: Noted,
): RawBuilder<boolean> {
  const isPersonal = (table: 'tasks' | 'series' | 'occurrences', id: RawBuilder<unknown>) => sql`exists (
    select from ${sql.table(table)} t
    where t.household_id = ${householdId} and t.id = ${id} and t.visibility = 'PERSONAL' and t.created_by = ${member}
  )`;
  return sql`(${isPersonal('tasks', noted.taskId)}
    or ${isPersonal('occurrences', occurrenceOf(noted))} or ${isPersonal('series', seriesOf(noted))})`;
}

/**
 * Returns the condition for activities and operations that are hidden from other members only because they are about
 * personal rows of the author. When these rows are deleted, other members would see them again.
 */
export function reappearCondition(
  { householdId, author, occurrences, series, tasks }: RemovedPersonal,
  noted: Noted,
): RawBuilder<boolean> {
  const { taskId, subjectType, subjectId } = noted;
  return sql`(
      ${taskId} = any(${tasks}::uuid[])
      or (${subjectId} = any(${occurrences}::uuid[]) and ${subjectType} = 'TASK')
      or (${subjectId} = any(${series}::uuid[]) and ${subjectType} = 'SERIES')
    ) and not ${isAboutPersonal(householdId, author, noted)}`;
}

/**
 * Returns the condition that the viewer may see an activity or operation: neither its task nor its subject is now
 * PERSONAL to another member. The subject may belong to another task than before, because an edit with scope
 * `following` moves it to a new task.
 */
export function isOccurrenceShownTo(
  viewer: MemberId,
  noted: Noted & { readonly householdId: RawBuilder<unknown> },
): RawBuilder<boolean> {
  const isOthers = (table: 'tasks' | 'series' | 'occurrences', id: RawBuilder<unknown>) => sql`exists (
    select from ${sql.table(table)} t
    where t.household_id = ${noted.householdId} and t.id = ${id}
      and t.visibility = 'PERSONAL' and t.created_by <> ${viewer}
  )`;
  return sql`not ${isOthers('tasks', noted.taskId)}
    and not ${isOthers('occurrences', occurrenceOf(noted))} and not ${isOthers('series', seriesOf(noted))}`;
}
