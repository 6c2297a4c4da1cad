import { sql, type RawBuilder } from 'kysely';
import { fromDayNumber, type CivilDate } from '../../../domain/shared/civil-date.js';
import type { HouseholdId, SeriesId, TaskId, UserId } from '../../../domain/shared/ids.js';
import type { PageRequest, SortKey } from '../../../domain/shared/page.js';
import { visibleTo } from './occurrence-list.js';
import { OCCURRENCE_COLUMNS, type OccurrenceRow } from './table.js';

export function historyStatement(
  householdId: HouseholdId,
  taskId: TaskId,
  viewer: UserId,
  { limit, after }: PageRequest,
): RawBuilder<OccurrenceRow> {
  return sql<OccurrenceRow>`
    select ${OCCURRENCE_COLUMNS} from occurrences
    where household_id = ${householdId} and task_id = ${taskId} and status in ('DONE', 'SKIPPED')
      and deleted_at is null and series_id is not null and ${visibleTo(viewer)}
      and (not finished_privately or created_by = ${viewer})
      ${after === null ? sql`` : afterInHistory(after)}
    order by original_date desc, series_index desc, id limit ${limit + 1}
  `;
}

function afterInHistory([day, index, id]: SortKey): RawBuilder<unknown> {
  const [date, position] = [fromDayNumber(-Number(day)), -Number(index)];
  return sql`and original_date <= ${date} and (original_date < ${date}
    or series_index < ${position} or (series_index = ${position} and id > ${id}))`;
}

/**
 * With `from`, each side of the `or` has an index of its own, so that the finished past of an old series is not
 * read: a row that is dated otherwise than by the rule is in the index of moved rows.
 */
export function rowsForUpdateStatement(
  householdId: HouseholdId,
  seriesId: SeriesId,
  from: CivilDate | null,
): RawBuilder<OccurrenceRow> {
  const wanted =
    from === null
      ? sql``
      : sql`and (original_date >= ${from}
          or ((status = 'TODO' or date <> original_date) and (status = 'TODO' or date >= ${from})))`;
  return sql<OccurrenceRow>`
    select ${OCCURRENCE_COLUMNS} from occurrences
    where household_id = ${householdId} and series_id = ${seriesId} ${wanted}
    order by series_index, id
    for no key update
  `;
}
