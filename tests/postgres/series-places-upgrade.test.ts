import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { migrateDown, migrateToLatest } from '../../adapters/postgres/migrator.js';
import { seriesDates } from '../../domain/series/dates.js';
import { turnIn } from '../../domain/series/turns.js';
import type { Recurrence } from '../../domain/recurrence/rule.js';
import { NEVER_AWAY } from '../../domain/rotation/away.js';
import type { Segment } from '../../domain/rotation/segment.js';
import { civilDate, type CivilDate } from '../../domain/shared/civil-date.js';
import { migrations } from '../../migrations/index.js';
import { createTestDatabase, query, type TestDatabase } from '../support/database/test-database.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({ bare: true });
  await migrateToLatest(database.connectionString);
  const names = Object.keys(migrations);
  for (let i = names.indexOf('0064_series_places'); i < names.length; i++)
    await migrateDown(database.connectionString);
});
afterAll(() => database.drop());

const id = (n: number) => `01900000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const [ANA, BEN, HOME, TWINS, SOUND] = [1, 2, 3, 10, 11].map(id);
const AT = `'2026-01-02T03:04:05Z'`;
const TURNS = JSON.stringify(
  [0, 3].map((fromIndex) => ({
    fromIndex,
    anchorDate: '2026-01-01',
    rotation: { kind: 'turns', order: [[ANA], [BEN]], unit: 'occurrence', length: 1, offset: 0 },
  })),
);

const series = (of: string) => `
  insert into tasks (household_id, id, visibility, created_by, created_at)
    values ('${HOME}', '${of}', 'SHARED', '${ANA}', ${AT});
  insert into series (household_id, id, task_id, recurrence, start_date, start_index, segments, missed, title,
      visibility, priority, all_day, reminders, checklist, horizon, next_index, excluded_dates, created_by, created_at)
    values ('${HOME}', '${of}', '${of}', '{"frequency": "daily", "count": 9}', '2026-01-01', 0, '${TURNS}', 'keep', 'Bins',
      'SHARED', 2, true, '{}', '[]', '2026-01-06', 5, '[]', '${ANA}', ${AT});`;

type Fields = Readonly<Record<string, string>>;
/** On the day of January that follows the rule, unless a field says otherwise. */
const row = (of: string, title: string, index: number, fields: Fields = {}) => {
  const day = `'2026-01-${String(index + 1).padStart(2, '0')}'`;
  const all: Fields = {
    household_id: `'${HOME}'`,
    id: 'gen_random_uuid()',
    task_id: `'${of}'`,
    series_id: `'${of}'`,
    series_index: String(index),
    original_date: day,
    date: day,
    title: `'${title}'`,
    search_text: `'bins'`,
    visibility: `'SHARED'`,
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
    created_by: `'${ANA}'`,
    created_at: AT,
    updated_at: AT,
    ...fields,
  };
  return `insert into occurrences (${Object.keys(all).join()}) values (${Object.values(all).join()});`;
};
const on = (day: string): Fields => ({ original_date: `'${day}'`, date: `'${day}'` });
const DONE = { status: `'DONE'`, completed_at: AT, completed_by: `'${ANA}'`, completed_for: `'${ANA}'` };

type Stored = {
  readonly recurrence: Recurrence;
  readonly start: CivilDate;
  readonly startIndex: number;
  readonly segments: readonly Segment[];
};
const stored = async (of: string): Promise<Stored & { readonly next: number }> => {
  const [found] = await query(
    database,
    `select recurrence, start_date::text as start, start_index as "startIndex", segments, next_index as next
     from series where id = '${of}'`,
  );
  return found as Stored & { readonly next: number };
};
/** The dates that the rule gives, and whose turn each is. */
const turnsOf = ({ recurrence, start, startIndex, segments }: Stored) =>
  [
    ...seriesDates(
      { recurrence, start, startIndex, endsBefore: null },
      civilDate('2026-01-01'),
      civilDate('2027-01-01'),
    ),
  ].map(({ date, index }) => [
    date,
    turnIn({ segments }, index, date, { firstDayOfWeek: 'mo', away: NEVER_AWAY }).responsibleMemberIds,
  ]);
const indexesOf = async (of: string) =>
  (
    await query(
      database,
      `select title, series_index as index, is_exception as exception from occurrences
       where series_id = '${of}' order by title`,
    )
  ).map(({ title, index, exception }) => [title, index, exception]);

test('rows of one index get one each, and neither a date nor a turn is another', async () => {
  await query(
    database,
    `
    insert into accounts (id, email, email_verified, display_name, locale, time_zone, created_at) values
      ('${ANA}', 'ana@example.org', true, 'Ana', 'en', 'UTC', ${AT}),
      ('${BEN}', 'ben@example.org', true, 'Ben', 'en', 'UTC', ${AT});
    insert into households (id, name, time_zone, locale, week_starts_on, calendar_title_format, created_at)
      values ('${HOME}', 'Home', 'UTC', 'en', 'mo', '{title}', ${AT});
    insert into members (household_id, user_id, role, color, joined_at, away_periods) values
      ('${HOME}', '${ANA}', 'OWNER', '#dc2626', ${AT}, '[]'), ('${HOME}', '${BEN}', 'MEMBER', '#2563eb', ${AT}, '[]');
    ${series(TWINS!)}
    ${row(TWINS!, 'a', 0, DONE)}
    ${row(TWINS!, 'b', 1)}
    ${row(TWINS!, 'c, of an earlier rule', 2, { ...on('2026-02-01'), is_exception: 'true' })}
    ${row(TWINS!, 'd', 2)}
    ${row(TWINS!, 'e, in the trash', 2, { ...on('2026-02-02'), status: `'CANCELLED'`, deleted_at: AT, status_before_deletion: `'TODO'` })}
    ${row(TWINS!, 'f, done ahead', 4, { ...DONE, ...on('2025-12-01') })}
    ${row(TWINS!, 'g', 4)}
    ${row(TWINS!, 'h, done ahead', 4, { ...DONE, ...on('2025-12-02') })}
    ${series(SOUND!)}
    ${row(SOUND!, 'a', 0)}
    ${row(SOUND!, 'b, in the trash', 0, { ...on('2026-02-02'), status: `'CANCELLED'`, deleted_at: AT, status_before_deletion: `'TODO'` })}
    ${row(SOUND!, 'c', 1)}
  `,
  );
  const [before, soundBefore] = [await stored(TWINS!), [await stored(SOUND!), await indexesOf(SOUND!)]];

  expect(await migrateToLatest(database.connectionString)).toContain('0064_series_places');

  expect(await indexesOf(TWINS!)).toEqual([
    ['a', 3, false],
    ['b', 4, false],
    ['c, of an earlier rule', 2, true],
    ['d', 5, false],
    ['e, in the trash', 5, false],
    ['f, done ahead', 0, true],
    ['g', 7, false],
    ['h, done ahead', 1, true],
  ]);
  const after = await stored(TWINS!);
  expect(after).toMatchObject({ startIndex: 3, next: 8, recurrence: { count: 12 } });
  expect(after.segments.map(({ fromIndex }) => fromIndex)).toEqual([0, 3, 6]);
  expect(turnsOf(before)).toHaveLength(9);
  expect(turnsOf(after)).toEqual(turnsOf(before));
  expect([await stored(SOUND!), await indexesOf(SOUND!)]).toEqual(soundBefore);
  await expect(query(database, row(TWINS!, 'i', 7, on('2026-03-01')))).rejects.toThrow(
    /occurrences_series_index_key/,
  );
});
