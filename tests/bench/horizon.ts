import type pg from 'pg';
import type { HouseholdId, SessionId, MemberId } from '../../domain/shared/ids.js';
import type { TimeZone } from '../../domain/shared/zone.js';
import type { UseCases } from '../../application/composition/use-cases.js';
import { migrateToLatest } from '../../adapters/postgres/migrator.js';
import { composedService } from './composed-service.js';
import { BenchServer, withClient } from './database.js';

const SERIES = 10_000;
const DAY = 86_400_000;

/** Measures how long it takes to extend the horizon of many daily series by a day. */
export async function benchHorizon(): Promise<void> {
  const server = await BenchServer.start();
  try {
    await measure(await server.createDatabase());
  } finally {
    await server.stop();
  }
}

async function measure(connectionString: string): Promise<void> {
  await migrateToLatest(connectionString);
  let now = Date.parse('2026-11-21T12:00:00Z');
  const service = composedService(connectionString, { now: () => now });
  try {
    await seed(service.useCases, connectionString);
    for (const round of [1, 2, 3]) {
      now += DAY;
      const startedAt = performance.now();
      const rows = await service.useCases.extendHorizons();
      const seconds = (performance.now() - startedAt) / 1000;
      console.log(
        `day ${round}: ${SERIES.toLocaleString('en')} series, ${rows.toLocaleString('en')} rows in ${seconds.toFixed(2)} s`,
      );
    }
    const startedAt = performance.now();
    const again = await service.useCases.extendHorizons();
    console.log(`again: ${again} rows in ${((performance.now() - startedAt) / 1000).toFixed(2)} s`);
  } finally {
    await service.close();
  }
}

/** Creates one daily series with the service and copies it in the database. */
async function seed(useCases: UseCases, connectionString: string): Promise<void> {
  const { account } = await useCases.registerAccount({
    invitation: null,
    email: 'bench@example.org',
    password: 'correct horse battery',
    displayName: null,
    locale: null,
    timeZone: 'Europe/Paris' as TimeZone,
    userAgent: null,
  });
  const caller = { userId: account.id, sessionId: account.id as unknown as SessionId, account };
  const { household } = await useCases.createHousehold(caller, {
    name: 'Bench',
    timeZone: null,
    locale: null,
    weekStartsOn: null,
  });
  const member = {
    ...caller,
    household,
    memberId: account.id as string as MemberId,
    role: 'OWNER' as const,
    group: 'ADULT' as const,
  };
  await useCases.quickAdd(member, {
    text: 'water the plants every day at 8am @me',
    locale: 'en',
    ignore: [],
  });
  await withClient(connectionString, (client) => copySeries(client, household.id));
}

async function copySeries(client: pg.Client, householdId: HouseholdId): Promise<void> {
  await client.query(
    `create temp table copies as select gen_random_uuid() as id, gen_random_uuid() as task_id from generate_series(2, ${SERIES})`,
  );
  await client.query(
    `insert into tasks select t.household_id, c.task_id, t.created_by, t.created_at
     from tasks t cross join copies c where t.household_id = $1`,
    [householdId],
  );
  const { rows } = await client.query<{ column_name: string }>(
    `select column_name from information_schema.columns
     where table_name = 'series' and is_generated = 'NEVER' and column_name not in ('id', 'task_id')`,
  );
  const columns = rows.map(({ column_name }) => `"${column_name}"`).join(', ');
  const copied = rows.map(({ column_name }) => `s."${column_name}"`).join(', ');
  await client.query(
    `insert into series (id, task_id, ${columns})
     select c.id, c.task_id, ${copied} from series s cross join copies c where s.household_id = $1`,
    [householdId],
  );
  await client.query('analyze');
}
