import { beforeAll, describe, expect, test } from '@jest/globals';
import { sql, type RawBuilder } from 'kysely';
import {
  lastOnStatement,
  trashedByStatement,
} from '../../adapters/postgres/operations/operation-repository.js';
import { PostgresUnitOfWork } from '../../adapters/postgres/unit-of-work.js';
import type { HouseholdId, MemberId, OccurrenceId } from '../../domain/shared/ids.js';
import { anAccount } from '../builders/account.js';
import { aHousehold, aMember } from '../builders/household.js';
import { planNodes } from '../support/database/plan.js';
import { db, onPostgres } from '../support/database/on-postgres.js';
import { withoutJobs } from '../support/without-jobs.js';

/** More operations than a busy household does in a week. One in fifty moves something to the trash. */
const OPERATIONS = 20_000;
const PART = 2_000;

describe('a query on the operations of a household with many operations', () => {
  let householdId: HouseholdId;
  let viewer: MemberId;

  onPostgres();
  beforeAll(async () => {
    for (let i = 0; i < 2; i++) await storeBusyHousehold();
    await sql`vacuum analyze operations`.execute(db);
    await sql`vacuum analyze change_entries`.execute(db);
  }, 300_000);

  async function storeBusyHousehold(): Promise<void> {
    const [household, account] = [aHousehold(), anAccount()];
    householdId = household.id;
    viewer = account.id;
    await new PostgresUnitOfWork(db, withoutJobs).run(async (scope) => {
      await scope.accounts.insert(account);
      await scope.households.insert(household);
      await scope.households.insertMember(aMember({ id: viewer, householdId }));
    });
    // Stored in parts, because statements have a time limit.
    for (let from = 1; from <= OPERATIONS; from += PART) await storePart(from);
  }

  async function storePart(from: number): Promise<void> {
    await sql`
      with done as (
        insert into operations (household_id, id, at, actor_id, kind, counts, params, inverse, undo_until)
        select ${householdId}, gen_random_uuid(), now() - n * interval '20 seconds', ${viewer}, 'EDITED', '[]', '{}',
          jsonb_build_array(jsonb_build_object('kind', 'occurrence', 'id', gen_random_uuid(), 'did', 'changed', 'fields',
            jsonb_build_object(case n % 50 when 0 then 'deletedAt' else 'title' end, '{"before": null, "after": 1}'::jsonb))),
          now() + interval '1 day'
        from generate_series(${from}::int, ${from + PART - 1}::int) n
        returning household_id, id, at, inverse
      )
      insert into change_entries (household_id, audience, kind, entity_id, seq, at, operation_id)
      select household_id, '00000000-0000-0000-0000-000000000000', 4, (inverse -> 0 ->> 'id')::uuid,
        row_number() over () + ${from}, at, id
      from done
    `.execute(db);
  }

  async function touched(trashed: boolean): Promise<{ id: OccurrenceId; operationId: string }[]> {
    const { rows } = await sql<{ id: OccurrenceId; operationId: string }>`
      select inverse -> 0 ->> 'id' as id, id as "operationId" from operations
      where household_id = ${householdId} and (inverse -> 0 -> 'fields' ? 'deletedAt') = ${trashed} order by at limit 100
    `.execute(db);
    return rows;
  }

  async function rowsRead(statement: RawBuilder<unknown>): Promise<number> {
    const nodes = await planNodes(db, statement);
    return Math.max(...nodes.map((node) => node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)));
  }

  test('uses an index to find the last operation on each of a hundred rows', async () => {
    const rows = (await touched(false)).map(({ id }) => ({ kind: 'occurrence' as const, id }));
    const statement = lastOnStatement(householdId, rows, viewer);
    expect((await statement.execute(db)).rows).toHaveLength(rows.length);
    expect(await rowsRead(statement)).toBeLessThanOrEqual(rows.length);
  });

  test('uses an index to find the operations that moved a hundred occurrences to the trash', async () => {
    const rows = await touched(true);
    const ids = rows.map(({ id }) => id);
    const statement = trashedByStatement(householdId, ids, viewer);
    const found = (await statement.execute(db)).rows;
    expect(new Map(found.map(({ rowId, id }) => [rowId, id as string]))).toEqual(
      new Map(rows.map(({ id, operationId }) => [id, operationId])),
    );
    expect(await rowsRead(statement)).toBeLessThanOrEqual(rows.length);
  });
});
