import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { migrateDown, migrateToLatest } from '../../adapters/postgres/migrator.js';
import { migrations } from '../../migrations/index.js';
import { createTestDatabase, query, type TestDatabase } from '../support/database/test-database.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({ bare: true });
  await migrateToLatest(database.connectionString);
  const names = Object.keys(migrations);
  for (let i = names.indexOf('0026_task_visibility'); i < names.length; i++)
    await migrateDown(database.connectionString);
});
afterAll(() => database.drop());

const id = (n: number) => `01900000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const [ANA, BEN, HOME] = [1, 2, 3].map((n) => `'${id(n)}'`);
const AT = `'2026-01-02T03:04:05Z'`;
const [CHORE, DIARY, CHAIN, SPLIT, ONE_OFF] = [10, 11, 12, 13, 14];
const LATER_HALF = 15;

const series = (n: number, task: number, visibility: string, fields: Record<string, string> = {}) => {
  const all: Record<string, string> = {
    household_id: HOME!,
    id: `'${id(n)}'`,
    task_id: `'${id(task)}'`,
    recurrence: `'{"frequency": "weekly"}'`,
    start_date: `'2026-01-01'`,
    start_index: '0',
    segments: `'[]'`,
    missed: `'keep'`,
    title: `'Task ${task}'`,
    visibility: `'${visibility}'`,
    priority: '2',
    all_day: 'true',
    reminders: `'{60}'`,
    checklist: `'["glass"]'`,
    horizon: `'2026-04-01'`,
    next_index: '13',
    excluded_dates: `'[]'`,
    created_by: ANA!,
    created_at: AT,
    ...fields,
  };
  return `insert into series (${Object.keys(all).join()}) values (${Object.values(all).join()});`;
};
/** `of` is the series and the index in it, null for a one-off task; its date is as many days into March. */
const row = (n: number, task: number, visibility: string, of: [number, number] | null, fields = {}) => {
  const day = `'2026-03-${String((of?.[1] ?? 0) + 1).padStart(2, '0')}'`;
  const all: Record<string, string> = {
    household_id: HOME!,
    id: `'${id(n)}'`,
    task_id: `'${id(task)}'`,
    series_id: of === null ? 'null' : `'${id(of[0])}'`,
    series_index: of === null ? 'null' : String(of[1]),
    original_date: of === null ? 'null' : day,
    date: day,
    title: `'Row ${n}'`,
    search_text: `'row'`,
    visibility: `'${visibility}'`,
    priority: '2',
    status: `'TODO'`,
    all_day: 'true',
    responsible_member_ids: `'{}'`,
    checklist: `'[]'`,
    attachment_count: '0',
    reminders: `'{}'`,
    is_exception: 'false',
    version: '4',
    sync_version: '4',
    synced_version: '4',
    google_sync_status: `'SYNCED'`,
    created_by: ANA!,
    created_at: AT,
    updated_at: AT,
    ...fields,
  };
  return `insert into occurrences (${Object.keys(all).join()}) values (${Object.values(all).join()});`;
};
const DONE = { status: `'DONE'`, completed_at: AT, completed_by: ANA };
const TURNS = `'[{"fromIndex": 0, "anchorDate": "2026-01-01", "rotation":
  {"kind": "turns", "order": [["${id(1)}"], ["${id(2)}"]], "unit": "occurrence", "length": 1, "offset": 0}}]'`;

const rows = () =>
  query(
    database,
    `select right(id::text, 2)::int as id, right(task_id::text, 2)::int as task, right(series_id::text, 2)::int as series,
       series_index as index, visibility, version, google_sync_status as sync, attachment_count as files,
       responsible_member_ids as people, completed_for as doer, is_exception as exception
     from occurrences where title like 'Row%' order by 1`,
  );

test('a household with mixed tasks: what differs becomes a task of its own, and nothing else changes', async () => {
  const both = `'{${id(1)},${id(2)}}'`;
  await query(
    database,
    `
    insert into accounts (id, email, email_verified, display_name, locale, time_zone, created_at) values
      (${ANA}, 'ana@example.org', true, 'Ana', 'en', 'UTC', ${AT}),
      (${BEN}, 'ben@example.org', true, 'Ben', 'en', 'UTC', ${AT});
    insert into households (id, name, time_zone, locale, week_starts_on, calendar_title_format, created_at)
      values (${HOME}, 'Home', 'UTC', 'en', 'mo', '{title}', ${AT});
    insert into members (household_id, user_id, role, color, joined_at, away_periods) values
      (${HOME}, ${ANA}, 'OWNER', '#dc2626', ${AT}, '[]'), (${HOME}, ${BEN}, 'MEMBER', '#2563eb', ${AT}, '[]');
    insert into tasks (household_id, id, created_by, created_at)
      select ${HOME}, id::uuid, ${ANA}, ${AT}
      from unnest(array['${[CHORE, DIARY, CHAIN, SPLIT, ONE_OFF].map(id).join("','")}']) as id;
    ${series(CHORE, CHORE, 'SHARED', { segments: TURNS, excluded_dates: `'["2026-02-01", "2026-03-20"]'` })}
    ${row(20, CHORE, 'SHARED', [CHORE, 0], { ...DONE, responsible_member_ids: both, completed_for: BEN })}
    ${row(21, CHORE, 'PERSONAL', [CHORE, 1], { is_exception: 'true', attachment_count: '1' })}
    ${row(22, CHORE, 'PERSONAL', [CHORE, 2], { ...DONE, responsible_member_ids: both, completed_for: BEN })}
    ${row(23, CHORE, 'SHARED', [CHORE, 3], { responsible_member_ids: both, attachment_count: '1' })}
    ${series(DIARY, DIARY, 'PERSONAL', { segments: TURNS })}
    ${row(30, DIARY, 'PERSONAL', [DIARY, 0], { responsible_member_ids: `'{${id(2)}}'` })}
    ${row(31, DIARY, 'SHARED', [DIARY, 1], { responsible_member_ids: both })}
    ${series(CHAIN, CHAIN, 'SHARED', { recurrence: `'{"kind": "afterCompletion", "every": 1, "unit": "day"}'`, next_index: '2' })}
    ${row(40, CHAIN, 'SHARED', [CHAIN, 0], DONE)}
    ${row(41, CHAIN, 'PERSONAL', [CHAIN, 1])}
    ${series(SPLIT, SPLIT, 'SHARED', { ended_at: AT })}
    ${series(LATER_HALF, SPLIT, 'PERSONAL', { created_at: `'2026-02-02T03:04:05Z'` })}
    ${row(50, SPLIT, 'SHARED', [SPLIT, 0])}
    ${row(51, SPLIT, 'PERSONAL', [LATER_HALF, 0], { attachment_count: '1' })}
    ${row(60, ONE_OFF, 'PERSONAL', null)}`,
  );
  const before = await rows();
  await migrateToLatest(database.connectionString);
  const after = await rows();

  const kept = { version: 4, sync: 'SYNCED' };
  const moved = { version: 5, sync: 'PENDING', files: 0 };
  const alone = { series: null, index: null, exception: false };
  expect(after).toEqual(
    [
      {},
      { ...moved, ...alone, task: 21 },
      { ...moved, ...alone, task: 22, version: 6, people: [id(1)], doer: null },
      {},
      { version: 5, sync: 'PENDING', people: [] },
      { ...moved, ...alone, task: 31 },
      {},
      { ...moved, ...alone, task: 41 },
      {},
      { ...moved, task: LATER_HALF },
      {},
    ].map((change, i) => ({ ...before[i], ...kept, ...change })),
  );
  expect(
    await query(
      database,
      `select right(id::text, 2)::int as id, right(task_id::text, 2)::int as task, excluded_dates as excluded, next_index as next
       from series order by 1`,
    ),
  ).toEqual([
    { id: CHORE, task: CHORE, excluded: ['2026-02-01', '2026-03-02', '2026-03-03', '2026-03-20'], next: 13 },
    { id: DIARY, task: DIARY, excluded: ['2026-03-02'], next: 13 },
    { id: CHAIN, task: CHAIN, excluded: ['2026-03-02'], next: 3 },
    { id: SPLIT, task: SPLIT, excluded: [], next: 13 },
    { id: LATER_HALF, task: LATER_HALF, excluded: [], next: 13 },
  ]);
  expect(await query(database, `select segments from series where right(id::text, 2) = '${DIARY}'`)).toEqual([
    {
      segments: [{ fromIndex: 0, anchorDate: '2026-01-01', rotation: { kind: 'fixed', members: [id(1)] } }],
    },
  ]);
  // The chain goes on, with a date that it has not had.
  expect(
    await query(
      database,
      `select o.series_index as index, o.visibility, o.status, o.checklist -> 0 ->> 'title' as item,
         o.original_date > '2026-03-02' and o.date = o.original_date and s.horizon = o.date + 1 as dated
       from occurrences o join series s on s.id = o.series_id where o.title = 'Task ${CHAIN}'`,
    ),
  ).toEqual([{ index: 2, visibility: 'SHARED', status: 'TODO', item: 'glass', dated: true }]);
});
