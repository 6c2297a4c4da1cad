import { sql, type RawBuilder } from 'kysely';
import type { ActivityRepository } from '../../../application/history/ports.js';
import {
  activityKey,
  ALL_ACTIVITY,
  type Activity,
  type ActivityFilter,
} from '../../../domain/history/activity.js';
import type { RemovedPersonal } from '../../../domain/operations/hidden-rows.js';
import type { HouseholdId, MemberId } from '../../../domain/shared/ids.js';
import { cutPage, type Page, type PageRequest } from '../../../domain/shared/page.js';
import type { Instant } from '../../../domain/shared/zone.js';
import { Repository } from '../database.js';
import { listColumns, timestamp } from '../field-map.js';
import { afterNewest } from '../newest-first.js';
import { deleteUnlockedRows } from '../unlocked-rows.js';
import { ACTIVITIES } from '../schema.js';
import { isAboutPersonal, reappearCondition, isOccurrenceShownTo } from '../tasks/personal-rows.js';

/** Returns the statement that inserts these history entries. There must be at least one. */
function insertActivities(activities: readonly Activity[]): RawBuilder<unknown> {
  const rows = activities.map(ACTIVITIES.toRow);
  const values = rows.map((row) => sql`(${sql.join(Object.values(row))})`);
  return sql`insert into activities (${listColumns(Object.keys(rows[0] ?? {}))}) values ${sql.join(values)}`;
}

export class PostgresActivityRepository extends Repository implements ActivityRepository {
  async list(
    householdId: HouseholdId,
    viewer: MemberId,
    { limit, after }: PageRequest,
    { subjectId, since }: ActivityFilter = ALL_ACTIVITY,
  ): Promise<Page<Activity>> {
    const { rows } = await sql<Activity>`
      select ${ACTIVITIES.select()} from activities a
      where household_id = ${householdId} and (only_for is null or only_for = ${viewer})
        and ${isOccurrenceShownTo(viewer, { ...notedIn('a'), householdId: sql`a.household_id` })}
        ${subjectId === null ? sql`` : sql`and (subject_id = ${subjectId} or task_id = ${subjectId})`}
        ${since === null ? sql`` : sql`and at >= ${timestamp(since)}`}
        ${after === null ? sql`` : sql`and ${afterNewest('at', after)}`}
      order by at desc, id limit ${limit + 1}
    `.execute(this.db);
    return cutPage(rows, limit, activityKey);
  }

  async insertAll(activities: readonly Activity[]): Promise<void> {
    await insertActivities(activities).execute(this.db);
  }

  async removePersonal(householdId: HouseholdId, member: MemberId): Promise<void> {
    await this.db
      .deleteFrom('activities')
      .where('household_id', '=', householdId)
      .where(
        sql<boolean>`(
          only_for = ${member}
          or ${isAboutPersonal(householdId, member, notedIn('activities'))}
        )`,
      )
      .execute();
  }

  async hideRemoved(removed: RemovedPersonal): Promise<void> {
    await hideStatement(removed).execute(this.db);
  }

  async purge(before: Instant, limit: number): Promise<number> {
    const isOld = sql`at < ${timestamp(before)}`;
    return deleteUnlockedRows(this.db, 'activities', isOld, limit);
  }
}

/**
 * Returns the statement that hides activities about removed personal rows from everyone except the author of the
 * rows. It finds the activities by an index, so its cost does not depend on the length of the history.
 */
export function hideStatement(removed: RemovedPersonal) {
  return sql`
    update activities set only_for = ${removed.author}
    where household_id = ${removed.householdId} and only_for is null
      and ${reappearCondition(removed, notedIn('activities'))}
  `;
}

const notedIn = (table: string) => ({
  taskId: sql.ref(`${table}.task_id`),
  subjectType: sql.ref(`${table}.subject_type`),
  subjectId: sql.ref(`${table}.subject_id`),
});
