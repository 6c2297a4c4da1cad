import { sql } from 'kysely';
import { createDatabase, type Database } from '../../../adapters/postgres/database.js';
import { PostgresUnitOfWork } from '../../../adapters/postgres/unit-of-work.js';
import { toSeriesRows } from '../../../domain/series/plan.js';
import { listAwayPeriods } from '../../../domain/households/away.js';
import { planContext } from '../../../domain/series/series.js';
import type { StoreScope } from '../../../application/composition/unit-of-work.js';
import type { HouseholdId, MemberId } from '../../../domain/shared/ids.js';
import type { SeriesRecord } from '../../../domain/series/series.js';
import { planTurns } from '../../../domain/series/turns.js';

/** Returns the rules about series that a household violates, each as a sentence. */
export async function brokenRules(
  connectionString: string,
  householdId: HouseholdId,
  viewer: MemberId,
  now: number,
): Promise<readonly string[]> {
  const db = createDatabase({ connectionString });
  const noQueue = () => ({ enqueue: () => Promise.reject(new Error('nothing is queued here')) });
  try {
    return await new PostgresUnitOfWork(db, noQueue).run(async (scope) => {
      const all = { limit: 10_000, after: null };
      const { rows: series } = await scope.series.list(householdId, viewer, all, { withEnded: true });
      const found: string[] = [];
      for (const one of series) found.push(...(await brokenBy(scope, one, now)));
      return [
        ...found,
        ...(await departedPeople(db, householdId)),
        ...(await miscountedFiles(db, householdId)),
      ];
    });
  } finally {
    await db.destroy();
  }
}

async function departedPeople(db: Database, householdId: HouseholdId): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    select o.id from occurrences o join members m on m.household_id = o.household_id and m.user_id = any(o.responsible_member_ids)
    where o.household_id = ${householdId} and o.status = 'TODO' and o.deleted_at is null and m.left_at is not null
  `.execute(db);
  return rows.map(({ id }) => `${id} is open and names somebody who has left`);
}

async function miscountedFiles(db: Database, householdId: HouseholdId): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string; said: number; there: number }>`
    select id, said, there from (
      select o.id, o.attachment_count as said,
        (select count(*)::int from attachments a where a.household_id = o.household_id and a.task_id = o.task_id and a.sha256 is not null) as there
      from occurrences o where o.household_id = ${householdId}
    ) counted where said <> there
  `.execute(db);
  return rows.map(({ id, said, there }) => `${id} says that its task has ${said} files of ${there}`);
}

async function brokenBy(scope: StoreScope, series: SeriesRecord, now: number): Promise<readonly string[]> {
  const { householdId, id } = series;
  const household = await scope.households.findForUpdate(householdId);
  if (household === null) return ['the household is gone'];
  const members = await scope.households.members(householdId, { withFormer: true });
  const context = planContext(household, listAwayPeriods(members), now);
  const rows = toSeriesRows(await scope.occurrences.ofSeriesForUpdate(householdId, id, null), series);
  const live = rows.filter(({ deleted }) => !deleted);
  const excluded = live.filter(({ originalDate }) => series.excludedDates.includes(originalDate));
  const turns = planTurns(series, rows, context).change;
  return [
    ...twice(rows.map(({ originalDate }) => originalDate)).map((date) => `${id}: two rows of ${date}`),
    ...twice(live.map(({ seriesIndex }) => seriesIndex)).map(
      (index) => `${id}: two live rows of index ${index}`,
    ),
    ...excluded.map(({ originalDate }) => `${id}: a live row on the excluded ${originalDate}`),
    ...turns.map((change) => `${id}: the turn of ${change.id} is not the computed one`),
  ];
}

function twice<T>(values: readonly T[]): T[] {
  return values.filter((value, place) => values.indexOf(value) !== place);
}
