import { expect, test } from '@jest/globals';
import { ana, anaId, ben, benId, home, householdOfTwo, service } from '../tasks/two-members.js';

householdOfTwo();

const weekly = async (title: string, fields: object = {}): Promise<any> =>
  (
    await ana.post(`${home}/tasks`, {
      ...{ title, date: '2026-11-24', time: '19:00', recurrence: 'FREQ=WEEKLY' },
      rotation: { kind: 'turns', order: [[anaId], [benId]] },
      ...fields,
    })
  ).body;
const upcomingOf = async (seriesId: string): Promise<any[]> =>
  (await ben.get(`${home}/series/${seriesId}`)).body.upcoming;

test('a series tells its next five that are open, and whose they are, wherever it is told', async () => {
  const { id, seriesId } = await weekly('Bins');
  const rows = async (): Promise<any[]> =>
    (await ben.get(`${home}/occurrences?seriesId=${seriesId}&limit=8`)).body;
  const [, second, third] = await rows();
  await ana.post(`${home}/occurrences/${id}/complete`);
  await ana.patch(`${home}/occurrences/${second.id}`, { version: 1, date: '2026-12-03', time: '08:00' });
  await ana.patch(`${home}/occurrences/${third.id}`, { version: 1, responsibleMemberIds: [benId] });

  const upcoming = await upcomingOf(seriesId);
  expect(upcoming.map(({ date, time }) => `${date} ${time}`)).toEqual([
    '2026-12-03 08:00',
    '2026-12-08 19:00',
    '2026-12-15 19:00',
    '2026-12-22 19:00',
    '2026-12-29 19:00',
  ]);
  expect(upcoming[1]).toEqual({
    ...{ occurrenceId: third.id, date: '2026-12-08', time: '19:00' },
    ...{ responsibleMemberIds: [benId], turnReason: 'MANUAL', provisional: false },
  });
  const isIt = (one: any) => one.id === seriesId;
  const listed = (await ben.get(`${home}/series`)).body.find(isIt);
  const fed = (await ben.get(`${home}/changes`)).body.changed.series.find(isIt);
  expect(listed.upcoming).toEqual(upcoming);
  expect(fed).toEqual(listed);
  const edited = await ben.patch(`${home}/series/${seriesId}`, { title: 'Glass' });
  expect(edited.body.upcoming).toEqual(upcoming);
});

test('what comes after it was done is told however late it is', async () => {
  const { id, seriesId } = await weekly('Filter', {
    date: '2026-11-03',
    recurrence: { kind: 'afterCompletion', every: 2, unit: 'week' },
  });
  expect(await upcomingOf(seriesId)).toMatchObject([{ occurrenceId: id, date: '2026-11-03' }]);
});

test('a page of series is read with as many statements as one, and what is private is nobody else’s', async () => {
  // What the service looks at now and then, such as a session, may fall between any two.
  const statements = async () =>
    (await service.statementsOf(() => ben.get(`${home}/series`))).filter((sql) =>
      /from (series|occurrences)/.test(sql),
    );
  const before = (await statements()).length;
  expect(before).toBeGreaterThan(0);
  for (let i = 0; i < 5; i++) await weekly(`Plants ${i}`);
  expect(await statements()).toHaveLength(before);
  await weekly('Diary', { visibility: 'PERSONAL', rotation: { kind: 'turns', order: [[anaId]] } });
  const { body } = await ben.get(`${home}/series`);
  expect(body.map(({ title }: any) => title)).not.toContain('Diary');
  expect(body.every(({ upcoming }: any) => upcoming.length > 0)).toBe(true);
});
