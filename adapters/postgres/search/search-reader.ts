import { sql } from 'kysely';
import { FORMER_MEMBER } from '../../../application/households/ports.js';
import type { SearchReader, TaskSearch } from '../../../application/search/ports.js';
import type { NameMatch, TaskMatch } from '../../../domain/search/match.js';
import type { HouseholdId } from '../../../domain/shared/ids.js';
import { Repository } from '../database.js';
import { visibleTo } from '../tasks/occurrence-list.js';
import { SEARCH_TEXT } from '../tasks/table.js';

export class PostgresSearchReader extends Repository implements SearchReader {
  /**
   * Applies `titleRank` and `compareRows` of the domain in SQL. The title is the first line of the searched text,
   * because a title has only one line.
   */
  async tasks(
    householdId: HouseholdId,
    { viewer, words, today }: TaskSearch,
    limit: number,
  ): Promise<readonly TaskMatch[]> {
    // strpos is used because `%` and `_` in the words would have a special meaning in LIKE.
    const fits = words.map((word) => sql`strpos(${SEARCH_TEXT}, ${word}) > 0`);
    const inTitle = words.map((word) => sql`strpos(heading, ${word}) > 0`);
    const isOverdue = sql`(status = 'TODO' and sort_date < ${today}::date)`;
    const distance = sql`case when status = 'TODO' then abs(sort_date - ${today}::date)
      else date '0001-01-01' - sort_date end`;
    const { rows } = await sql<TaskMatch>`
      select task_id as "taskId", series_id as "seriesId", id as "occurrenceId", title, date,
        responsible_member_ids as "responsibleMemberIds"
      from (
        select distinct on (task_id) task_id, series_id, id, title, date, responsible_member_ids,
          split_part(${SEARCH_TEXT}, E'\n', 1) as heading,
          status <> 'TODO' as is_closed, ${isOverdue} as is_overdue, ${distance} as distance
        from occurrences
        where household_id = ${householdId} and deleted_at is null and ${visibleTo(viewer)}
          and ${sql.join(fits, sql` and `)}
        order by task_id, status <> 'TODO', ${isOverdue}, ${distance}, id
      ) found
      order by
        case when not (${sql.join(inTitle, sql` and `)}) then 2
          when starts_with(heading, ${words[0] ?? ''}) then 0 else 1 end,
        is_closed, is_overdue, distance, id
      limit ${limit}
    `.execute(this.db);
    return rows;
  }

  async names(householdId: HouseholdId): Promise<readonly NameMatch[]> {
    const { rows } = await sql<NameMatch>`
      select 'MEMBER' as kind, m.user_id as id, coalesce(m.display_name, a.display_name, ${FORMER_MEMBER}) as title
      from members m left join accounts a on a.id = m.account_id
      where m.household_id = ${householdId} and m.left_at is null
      union all select 'SHOPPING', id, name from shopping_items where household_id = ${householdId}
      union all select 'CATEGORY', id, name from categories where household_id = ${householdId}
      union all select 'TEMPLATE', id, name from task_templates where household_id = ${householdId}
    `.execute(this.db);
    return rows;
  }
}
