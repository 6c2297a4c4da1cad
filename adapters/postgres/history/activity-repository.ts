import { sql, type Insertable, type Selectable } from 'kysely';
import type { ActivityRepository } from '../../../application/history/ports.js';
import { activityKey, type Activity } from '../../../domain/history/activity.js';
import type { HouseholdId, MemberId, UserId } from '../../../domain/shared/ids.js';
import { pageOf, type Page, type PageRequest } from '../../../domain/shared/page.js';
import type { Instant } from '../../../domain/shared/zone.js';
import type { Database } from '../database.js';
import { timestamp, type DatabaseSchema } from '../schema.js';

type ActivityRow = Selectable<DatabaseSchema['activities']>;

export class PostgresActivityRepository implements ActivityRepository {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async list(
    householdId: HouseholdId,
    viewer: UserId,
    { limit, after }: PageRequest,
  ): Promise<Page<Activity>> {
    const { rows } = await sql<ActivityRow>`
      select household_id, id, at, actor_id, action, subject_type, subject_id, subject_title, task_id, only_for,
        changes
      from activities a
      where household_id = ${householdId} and (only_for is null or only_for = ${viewer})
        and not exists (
          select from tasks t
          where t.household_id = a.household_id and t.id = a.task_id
            and t.visibility = 'PERSONAL' and t.created_by <> ${viewer}
        )
        ${after === null ? sql`` : isAfter(-Number(after[0]), String(after[1]))}
      order by at desc, id limit ${limit + 1}
    `.execute(this.#db);
    return pageOf(rows.map(activityOf), limit, activityKey);
  }

  async insertAll(activities: readonly Activity[]): Promise<void> {
    await this.#db.insertInto('activities').values(activities.map(rowOf)).execute();
  }

  async removePersonal(householdId: HouseholdId, member: MemberId): Promise<void> {
    await this.#db
      .deleteFrom('activities')
      .where('household_id', '=', householdId)
      .where('only_for', '=', member)
      .execute();
  }

  async purge(before: Instant, limit: number): Promise<number> {
    const { numAffectedRows } = await sql`
      delete from activities where (household_id, id) in (
        select household_id, id from activities where at < ${timestamp(before)}
        limit ${limit} for update skip locked
      )
    `.execute(this.#db);
    return Number(numAffectedRows ?? 0);
  }
}

function isAfter(at: Instant, id: string) {
  const instant = timestamp(at);
  return sql`and at <= ${instant} and (at <> ${instant} or id > ${id})`;
}

function activityOf(row: ActivityRow): Activity {
  return {
    id: row.id,
    householdId: row.household_id,
    at: row.at,
    actorId: row.actor_id,
    action: row.action,
    subject: { type: row.subject_type, id: row.subject_id, title: row.subject_title },
    taskId: row.task_id,
    onlyFor: row.only_for,
    changes: row.changes,
  };
}

function rowOf({ subject, ...activity }: Activity): Insertable<DatabaseSchema['activities']> {
  return {
    household_id: activity.householdId,
    id: activity.id,
    at: timestamp(activity.at),
    actor_id: activity.actorId,
    action: activity.action,
    subject_type: subject.type,
    subject_id: subject.id,
    subject_title: subject.title,
    task_id: activity.taskId,
    only_for: activity.onlyFor,
    changes: JSON.stringify(activity.changes),
  };
}
