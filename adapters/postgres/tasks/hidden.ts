import { sql, type RawBuilder } from 'kysely';
import type { RemovedPersonal } from '../../../domain/operations/hidden-rows.js';
import type { HouseholdId, MemberId } from '../../../domain/shared/ids.js';

/**
 * What was noted about something: the task, and the type and the id of the subject. Only a `TASK` is looked up among
 * occurrences, and only a `SERIES` among series: clients choose ids, so something else may have the id of one.
 */
type Noted = Readonly<Record<'taskId' | 'subjectType' | 'subjectId', RawBuilder<unknown>>>;

const occurrenceOf = ({ subjectType, subjectId }: Noted) =>
  sql`case when ${subjectType} = 'TASK' then ${subjectId} end`;
const seriesOf = ({ subjectType, subjectId }: Noted) =>
  sql`case when ${subjectType} = 'SERIES' then ${subjectId} end`;

/** Returns true for notes about a task, series or occurrence that is PERSONAL to the member by now. */
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

/** Returns true for notes that others would see again because the author's personal rows are gone. */
export function isLeftBy(
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
 * Whether what was noted of a task, and of one of its series or occurrences, is about nothing that is another's PERSONAL
 * by now. The subject may be of another task since: whose visibility changed with `following` became one of its own.
 */
export function isShownTo(
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
