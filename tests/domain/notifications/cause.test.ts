import { expect, test } from '@jest/globals';
import { causeKey } from '../../../domain/notifications/cause.js';
import { civilDate } from '../../../domain/shared/civil-date.js';
import { civilTime } from '../../../domain/shared/civil-time.js';
import type { OccurrenceId } from '../../../domain/shared/ids.js';

const id = '01890000-0000-7000-8000-000000000001' as OccurrenceId;
const start = { kind: 'start', id, date: civilDate('2026-03-02'), minutesBefore: null } as const;

test('the key of a cause is what earlier versions have stored', () => {
  expect(causeKey({ kind: 'occurrence', id, version: 3 })).toBe(`${id} 3`);
  expect(causeKey({ ...start, time: null })).toBe(`${id} 2026-03-02 `);
  expect(causeKey({ ...start, time: civilTime('09:30'), minutesBefore: 15 })).toBe(
    `${id} 2026-03-02 09:30 15`,
  );
});
