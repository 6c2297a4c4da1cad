import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createDatabase, type Database } from '../../adapters/postgres/database.js';
import { PostgresIdempotencyStore } from '../../adapters/postgres/shared/idempotency-store.js';
import { postgresReaders } from '../../adapters/postgres/readers.js';
import { PostgresUnitOfWork } from '../../adapters/postgres/unit-of-work.js';
import { takesAllColumns } from '../support/column-lists.js';
import { householdTables, reachOf, type Reach } from '../support/database/household-scans.js';
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
  await watchRows(watching);
  db = createDatabase({
    connectionString: database.connectionString,
    onStatement: (text) => statements.add(text),
  });
  persistence = {
    readers: postgresReaders(db),
    // Whatever a contract has a repository write is held against what the database saw.
    unitOfWork: journaled(watching, new PostgresUnitOfWork(db, withoutJobs)),
    idempotencyStore: new PostgresIdempotencyStore(db),
  };
});

afterAll(async () => {
  await Promise.all([db.destroy(), watching.destroy()]);
  await database.drop();
});

for (const contract of persistenceContracts) contract(() => persistence);

/** Statements that reach several households at once, and why. */
const SEVERAL: readonly [why: string, text: RegExp][] = [
  ['rows that bring their household along, many in one statement', /unnest\(|recordset\(/],
  ['a secret tells which household', /\b(token_hash|code_hash) = \$/],
  ['what is of one person', /\b(member_id|account_id|user_id|connection_id)"? = \$\d+/],
  [
    'what is old goes, by the clock',
    /(at|created_at|deleted_at|undo_until) <=? \$1 (and inverse is not null )?limit \$2( \))? for update skip locked/,
  ],
  [
    'displays and codes that are over go, by the clock',
    /^delete from display(s|_pairings) where expires_at <= /,
  ],
  ['displays whose streams are open are asked about together', /from displays where id = any\(/],
  ['what is too much to keep goes, by the clock', /^with looked_at as \( select id from households .*limit/],
  ['calendars are swept, by the clock', /from calendar_links (l )?where (l\.)?status = 'ACTIVE'/],
  ['series are extended, by the clock', /from series s join households h .* order by s\.household_id, s\.id/],
  ['absences in the households of series that are extended', /from members where household_id = any\(\$1\)/],
  ['requests to swap end, by the clock', /^with fallen as materialized .* where true and s\.status = 'OPEN'/],
  ['whose last day is over, by the clock', /from members where left_at is null and active_until < \$1/],
  [
    'what an operator’s command encrypts anew',
    /from operations where inverse @> '\[{"kind":"dayCalendar"}\]'/,
  ],
  ['an operator’s command goes through addresses', /from day_calendars where url is not null and /],
  ['calendars of days are fetched, by the clock', /from day_calendars where next_fetch_at <= \$1/],
  ['reminders are due, by the clock', /o\.reminders, .* o join households h/],
  [
    'how those are reached who are told of it',
    /as has_devices from members m .* where m\.household_id = any/,
  ],
];

/** Comes last: it reads the plan of each statement that the suites above have had the repositories send. */
test('no statement puts rows of two households together, and those that reach several have a reason', async () => {
  const tables = await householdTables(db);
  const texts = [...statements].map((text) => text.trim().replaceAll(/\s+/g, ' '));
  const reading = texts.filter((text) => /^(select|insert|update|delete|with)\b/i.test(text));
  const reaches = new Map<string, Reach | null>();
  for (const text of reading) reaches.set(text, await reachOf(db, text, tables));

  const those = (reach: Reach) => [...reaches].filter(([, of]) => of === reach).map(([text]) => text);
  expect(those('one').length).toBeGreaterThan(100);
  expect(those('across')).toEqual([]);
  expect(those('each').filter((text) => !SEVERAL.some(([, known]) => known.test(text)))).toEqual([]);
  expect(SEVERAL.filter(([, known]) => !those('each').some((text) => known.test(text)))).toEqual([]);
});

test('no statement of a repository takes all columns of a table', () => {
  expect(statements.size).toBeGreaterThan(100);
  expect([...statements].filter(takesAllColumns)).toEqual([]);
});

test('a plan tells whether rows of two households meet', async () => {
  const tables = ['occurrences', 'tasks'];
  const join = (on: string) => `select 1 from occurrences o join tasks t on ${on}`;
  const same = 't.household_id = o.household_id and t.id = o.task_id';
  expect(await reachOf(db, join(`${same} where o.household_id = $1`), tables)).toBe('one');
  expect(await reachOf(db, join(same), tables)).toBe('each');
  expect(await reachOf(db, join('t.id = o.task_id'), tables)).toBe('across');
  expect(await reachOf(db, join('t.id = o.task_id where o.household_id = $1'), tables)).toBe('across');
  expect(await reachOf(db, 'select 1 from accounts where id = $1', tables)).toBeNull();
});
