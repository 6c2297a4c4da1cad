import { sql, type RawBuilder } from 'kysely';
import { toMinutes } from '../../../domain/shared/civil-time.js';
import { fold } from '../../../domain/shared/normal-form.js';
import type { HouseholdId, MemberId } from '../../../domain/shared/ids.js';
import type { PageRequest, SortKey } from '../../../domain/shared/page.js';
import { PRIORITIES } from '../../../domain/tasks/occurrence.js';
import { UNDATED_KEY, type AssigneeFilter, type OccurrenceQuery } from '../../../domain/tasks/views.js';
import { afterNewest } from '../newest-first.js';
import { OCCURRENCE_COLUMNS, SEARCH_TEXT, type OccurrenceRow } from './table.js';

type Condition = RawBuilder<unknown>;

/** The `sort_date` of an occurrence without a date. It sorts after every date. */
const NO_DATE = sql.lit(UNDATED_KEY);

/**
 * Returns the statement that reads a page of a list of occurrences, by the rules of `isListed` of the domain. It
 * reads one row more than the limit, to see whether there is a next page. Conditions on dates use `sort_date`, so
 * that the index that gives the order also limits the range that is read.
 */
export function listStatement(
  householdId: HouseholdId,
  query: OccurrenceQuery,
  { limit, after }: PageRequest,
): RawBuilder<OccurrenceRow> {
  const conditions = listConditions(householdId, query);
  if (after !== null)
    conditions.push(query.view === 'done' ? afterNewest('completed_at', after) : afterListed(after));
  const order =
    query.view === 'done' ? sql`completed_at desc, id` : sql`sort_date, sort_minute, sort_due, priority, id`;
  return sql<OccurrenceRow>`
    select ${OCCURRENCE_COLUMNS} from occurrences
    where ${sql.join(conditions, sql` and `)}
    order by ${order} limit ${limit + 1}
  `;
}

/**
 * Returns the statement for a text that changes whenever the result of the query may have changed, apart from the
 * state of the synchronisation with Google Calendar. The text consists of the number of rows, the sum of their
 * versions, and the time of the latest change. Every other change of a row increases its version.
 */
export function revisionStatement(
  householdId: HouseholdId,
  query: OccurrenceQuery,
): RawBuilder<{ revision: string }> {
  return sql<{ revision: string }>`
    select concat_ws(' ', count(*), sum(version), extract(epoch from max(updated_at))) as revision
    from occurrences where ${sql.join(listConditions(householdId, query), sql` and `)}
  `;
}

function listConditions(householdId: HouseholdId, query: OccurrenceQuery): Condition[] {
  return [
    sql`household_id = ${householdId}`,
    query.status === 'CANCELLED' ? sql`deleted_at is not null` : sql`deleted_at is null`,
    visibleTo(query.viewer),
    ...viewConditions(query),
    ...filterConditions(query),
  ];
}

/**
 * Returns the statement that reads a page of the trash, latest deletion first. It reads one row more than the limit,
 * to see whether there is a next page.
 */
export function trashStatement(
  householdId: HouseholdId,
  viewer: MemberId,
  { limit, after }: PageRequest,
): RawBuilder<OccurrenceRow> {
  return sql<OccurrenceRow>`
    select ${OCCURRENCE_COLUMNS} from occurrences
    where household_id = ${householdId} and deleted_at is not null and ${visibleTo(viewer)}
      ${after === null ? sql`` : sql`and ${afterNewest('deleted_at', after)}`}
    order by deleted_at desc, id limit ${limit + 1}
  `;
}

/** Returns the condition that the viewer may see an occurrence. */
export function visibleTo(viewer: MemberId | RawBuilder<unknown>): Condition {
  return sql`(visibility = 'SHARED' or created_by = ${viewer})`;
}

function afterListed(after: SortKey): Condition {
  return sql`(sort_date, sort_minute, sort_due, priority, id) > (${sql.join([...after])})`;
}

function viewConditions({ view, now }: OccurrenceQuery): Condition[] {
  switch (view) {
    case 'all':
      return [];
    case 'today':
      return [sql`sort_date = ${now.date}`];
    case 'upcoming':
      return [
        sql`sort_date > ${now.date} and sort_date < ${NO_DATE}`,
        sql`(show_from is null or date - show_from <= ${now.date})`,
      ];
    case 'overdue':
      return [
        sql`status = 'TODO' and sort_date <= ${now.date}`,
        sql`(sort_date < ${now.date} or (sort_minute >= 0 and sort_minute < ${toMinutes(now.time)}))`,
      ];
    case 'unscheduled':
      return [sql`sort_date = ${NO_DATE}`];
    case 'done':
      return [sql`status = 'DONE'`];
  }
}

function filterConditions(query: OccurrenceQuery): Condition[] {
  const conditions: Condition[] = [];
  const { from, to, assignee, categoryId, priority, status, visibility, taskId, seriesId, q } = query;
  if (from !== null) conditions.push(sql`sort_date >= ${from} and sort_date < ${NO_DATE}`);
  if (to !== null) conditions.push(sql`sort_date <= ${to}`);
  if (assignee !== null) conditions.push(assigneeCondition(assignee));
  if (categoryId !== null) conditions.push(sql`category_id = ${categoryId}`);
  if (priority !== null) conditions.push(sql`priority = ${PRIORITIES.indexOf(priority)}`);
  if (status !== null) conditions.push(sql`status = ${status}`);
  if (visibility !== null) conditions.push(sql`visibility = ${visibility}`);
  if (taskId !== null) conditions.push(sql`task_id = ${taskId}`);
  if (seriesId !== null) conditions.push(sql`series_id = ${seriesId}`);
  // strpos is used because `%` and `_` in the text would have a special meaning in LIKE.
  if (q !== null) conditions.push(sql`strpos(${SEARCH_TEXT}, ${fold(q)}) > 0`);
  return conditions;
}

function assigneeCondition(assignee: AssigneeFilter): Condition {
  switch (assignee.kind) {
    case 'member':
      return sql`${assignee.memberId} = any(responsible_member_ids)`;
    case 'unassigned':
      return sql`cardinality(responsible_member_ids) = 0`;
    case 'together':
      return sql`cardinality(responsible_member_ids) > 1`;
  }
}
