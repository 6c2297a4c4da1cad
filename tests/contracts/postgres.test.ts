import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createDatabase, type Database } from '../../adapters/postgres/database.js';
import { PostgresIdempotencyRepository } from '../../adapters/postgres/shared/idempotency-repository.js';
import { postgresReaders, PostgresUnitOfWork } from '../../adapters/postgres/unit-of-work.js';
import { takesAllColumns } from '../support/column-lists.js';
import { isOnCluster } from '../support/database/citus.js';
import { onSingleServer } from '../support/requirement.js';
import { reachOf, type Reach } from '../support/database/household-scans.js';
import { journaled, watchRows } from '../support/database/row-watch.js';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database.js';
import { withoutJobs } from '../support/without-jobs.js';
import { persistenceContracts } from './index.js';
import type { Persistence } from './persistence.js';

let database: TestDatabase;
let db: Database;
let watching: Database;
let persistence: Persistence;
const statements = new Set<string>();

beforeAll(async () => {
  database = await createTestDatabase();
  watching = createDatabase({ connectionString: database.connectionString });
  if (!isOnCluster()) await watchRows(watching);
  db = createDatabase({
    connectionString: database.connectionString,
    onStatement: (text) => statements.add(text),
  });
  const unitOfWork = new PostgresUnitOfWork(db, withoutJobs);
  persistence = {
    readers: postgresReaders(db),
    // Triggers record which rows a repository really changes, and `journaled` checks that each of them is in
    // the journal. A cluster has no triggers.
    unitOfWork: isOnCluster() ? unitOfWork : journaled(watching, unitOfWork),
    idempotencyStore: new PostgresIdempotencyRepository(db),
  };
});

afterAll(async () => {
  await Promise.all([db.destroy(), watching.destroy()]);
  await database.drop();
});

for (const contract of persistenceContracts) contract(() => persistence);

/**
 * Statements that ask all nodes of a cluster, each with the reason. docs/growing.md describes what they cost.
 */
const SEVERAL: readonly [why: string, text: RegExp][] = [
  ['a scheduled job looks for old rows', /^select household_id, id from "\w+" where .* limit \$\d$/],
  [
    'a scheduled job looks for households with old rows in the trash',
    /^select household_id, count\(\*\)::int as count from \( select household_id from (occurrences|change_entries) where/,
  ],
  ['a scheduled job goes through all households', /^select id from households .*order by id limit/],
  [
    'a scheduled job looks for time zones in which a day may have begun',
    /^select distinct time_zone .* from households$/,
  ],
  ['a scheduled job deletes expired pairing codes', /^delete from display_pairings where expires_at <= /],
  ['a scheduled job looks for expired displays', /^select distinct household_id from displays where/],
  ['a scheduled job sweeps linked calendars', /from calendar_links l where l\.status = 'ACTIVE'/],
  [
    'a scheduled job looks for changes of whole households that a stopped process has left unfinished',
    /^select household_id as "householdId", id as "operationId", .* from operations where work is not null/,
  ],
  [
    'a scheduled job looks for series that need new rows',
    /^select s\.household_id as "householdId", s\.id from series s/,
  ],
  [
    'a scheduled job looks for open requests to swap',
    /^select distinct household_id from swaps where status = 'OPEN'/,
  ],
  [
    'a scheduled job looks for members whose last day has passed',
    /from members where left_at is null and active_until < \$1/,
  ],
  [
    'a command of the operator encrypts stored addresses with a new key',
    /from operations where inverse @> '\[{"kind":"dayCalendar"}\]'/,
  ],
  [
    'a command of the operator goes through all addresses of calendars of days',
    /from day_calendars where url is not null and /,
  ],
  ['a scheduled job fetches calendars of days', /from day_calendars where next_fetch_at <= \$1/],
  ['a scheduled job looks for reminders that are due', /o\.reminders, .* o join households h/],
];

/**
 * Must run last, because it reads the plans of all statements that the repositories have sent in the suites
 * above.
 */
onSingleServer.test(
  'every SQL statement filters each table by household, or is listed in this file with a reason',
  async () => {
    const texts = [...statements].map((text) => text.trim().replaceAll(/\s+/g, ' '));
    const reading = texts.filter((text) => /^(select|insert|update|delete|with)\b/i.test(text));
    const reaches = new Map<string, Reach | null>();
    for (const text of reading) reaches.set(text, await reachOf(db, text));

    const those = (reach: Reach) => [...reaches].filter(([, of]) => of === reach).map(([text]) => text);
    expect(those('routed').length).toBeGreaterThan(300);
    expect(those('across')).toEqual([]);
    expect(those('each').filter((text) => !SEVERAL.some(([, known]) => known.test(text)))).toEqual([]);
    expect(SEVERAL.filter(([, known]) => !those('each').some((text) => known.test(text)))).toEqual([]);
  },
);

test('no statement of a repository selects all columns of a table with *', () => {
  expect(statements.size).toBeGreaterThan(100);
  expect([...statements].filter(takesAllColumns)).toEqual([]);
});

onSingleServer.test('reachOf recognises SQL statements that combine rows of two households', async () => {
  const join = (on: string) => `select 1 from occurrences o join tasks t on ${on}`;
  const same = 't.household_id = o.household_id and t.id = o.task_id';
  expect(await reachOf(db, join(`${same} where o.household_id = $1`))).toBe('routed');
  expect(await reachOf(db, join(`${same} where o.household_id = any($1)`))).toBe('each');
  expect(await reachOf(db, join(`${same} where o.household_id = any($1) and t.household_id = any($1)`))).toBe(
    'named',
  );
  expect(await reachOf(db, join(same))).toBe('each');
  expect(await reachOf(db, join('t.id = o.task_id'))).toBe('across');
  expect(await reachOf(db, join('t.id = o.task_id where o.household_id = $1'))).toBe('across');
  const files = '(select count(*) from attachments a where a.household_id = o.household_id)';
  expect(await reachOf(db, `select ${files} from occurrences o where o.household_id = $1`)).toBe('each');
  expect(await reachOf(db, 'select 1 from households where id = $1')).toBe('routed');
  expect(await reachOf(db, 'select 1 from accounts where id = $1')).toBeNull();
  expect(await reachOf(db, 'select 1 from household_of_token where hash = $1')).toBeNull();
});
