import { beforeEach, expect, test } from '@jest/globals';
import { civilDate } from '../../../domain/shared/civil-date.js';
import { civilTime } from '../../../domain/shared/civil-time.js';
import type { TemplateTask } from '../../../domain/templates/template.js';
import { aDraft } from '../../builders/draft.js';
import { ALL, aHome, EVERYTHING, type Home } from '../../support/application/home.js';

let home: Home;
beforeEach(async () => {
  home = await aHome();
});

const keep = (...tasks: readonly Partial<TemplateTask>[]) =>
  home.useCases.createTemplate(home.ana, {
    name: 'Guests',
    tasks: tasks.map(({ dayOffset = null, ...fields }) => ({ ...aDraft(fields), dayOffset })),
  });
const apply = (template: Awaited<ReturnType<typeof keep>>, date = civilDate('2026-12-24')) =>
  home.useCases.applyTemplate(home.ben, template.id, { date, responsibleMemberIds: null });
const titles = async () =>
  (await home.useCases.listOccurrences(home.cleo, EVERYTHING, ALL)).rows.map(({ title }) => title);

test('applying a template creates its tasks relative to the given date, with the caller as their author', async () => {
  const template = await keep(
    { title: 'Clean', dayOffset: -1 },
    { title: 'Cook', dayOffset: 0 },
    { title: 'Rest' },
  );
  expect(await apply(template)).toMatchObject([
    { title: 'Clean', date: '2026-12-23', createdBy: home.ben.memberId },
    { title: 'Cook', date: '2026-12-24', createdBy: home.ben.memberId },
    { title: 'Rest', date: null, createdBy: home.ben.memberId },
  ]);
});

test("applying a template without a date uses today in the household's time zone", async () => {
  const { id } = await keep({ title: 'Cook', dayOffset: 0 });
  const applied = await home.useCases.applyTemplate(home.ben, id, { date: null, responsibleMemberIds: null });
  expect(applied).toMatchObject([{ date: '2026-11-21' }]);
});

test('applying a template creates a series for a task that repeats', async () => {
  await apply(await keep({ title: 'Bins', dayOffset: 0, recurrence: { frequency: 'weekly' } }));
  expect((await titles()).length).toBeGreaterThan(5);
  expect((await home.useCases.listSeries(home.ana, ALL)).rows).toHaveLength(1);
});

test('applying a template keeps the times of day, the showFrom day and the separate ticks of its tasks', async () => {
  const task: Partial<TemplateTask> = {
    ...{ title: 'Brush teeth', dayOffset: 0, showFrom: 2 },
    completion: 'all',
    responsibleMemberIds: [home.ben.memberId, home.cleo.memberId],
    recurrence: { frequency: 'daily', count: 4, times: ['08:00', '20:00'].map(civilTime) },
  };
  const [first] = await apply(await keep(task));
  const { title, completion, showFrom, responsibleMemberIds } = task;
  const { rows } = await home.useCases.listOccurrences(home.cleo, EVERYTHING, ALL);
  expect(rows.map(({ date, time }) => `${date} ${time}`)).toEqual([
    ...['2026-12-24 08:00', '2026-12-24 20:00', '2026-12-25 08:00', '2026-12-25 20:00'],
  ]);
  for (const row of rows) expect(row).toMatchObject({ title, completion, showFrom, responsibleMemberIds });
  const half = await home.useCases.completeOccurrence(home.ben, first!.id, { for: null, at: null });
  expect(half).toMatchObject({ status: 'TODO', doneBy: [{ memberId: home.ben.memberId }] });
});

test('applying a template leaves out an assignee who has left the household', async () => {
  const template = await keep({ title: 'Cook', dayOffset: 0, responsibleMemberIds: [home.cleo.memberId] });
  await home.useCases.removeMember(home.ana, home.cleo.memberId);
  expect(await apply(template)).toMatchObject([{ title: 'Cook', responsibleMemberIds: [] }]);
});

test('a template with a personal task is rejected, because every member can read templates', async () => {
  await expect(keep({ title: 'Diary', visibility: 'PERSONAL' })).rejects.toMatchObject({
    code: 'VALIDATION_FAILED',
    details: [{ field: 'tasks.0.visibility', rule: 'shared' }],
  });
});

test('applying a template creates nothing if one task cannot be created, and the error names that task', async () => {
  const order = [[home.ana.memberId], [home.cleo.memberId]];
  const rotation = { kind: 'turns', order, unit: 'occurrence', length: 1, offset: 0 } as const;
  const weekly = { recurrence: { frequency: 'weekly' }, rotation, dayOffset: 0 } as const;
  const template = await keep({ title: 'Cook', dayOffset: 0 }, { title: 'Bins', ...weekly });
  await home.useCases.removeMember(home.ana, home.cleo.memberId);
  await expect(apply(template)).rejects.toMatchObject({
    code: 'VALIDATION_FAILED',
    details: [{ field: expect.stringMatching(/^tasks\.1\.rotation/) }],
  });
  expect(await titles()).toEqual([]);
});

test('rotations from starter templates begin with different members, and an unknown starter creates nothing', async () => {
  const memberIds = [home.ana.memberId, home.ben.memberId];
  const choice = { keys: ['vacuum', 'mop'], memberIds, startDate: null, locale: null };
  const made = await home.useCases.applyStarters(home.cleo, choice);
  expect(made.map(({ title, responsibleMemberIds }) => [title, responsibleMemberIds])).toEqual([
    ['Vacuum', [home.ana.memberId]],
    ['Mop the floors', [home.ben.memberId]],
  ]);
  const shown = await home.useCases.previewStarters(home.cleo, choice);
  expect(shown.length).toBeGreaterThan(0);
  const unknown = home.useCases.applyStarters(home.cleo, { ...choice, keys: ['dust', 'fly'] });
  await expect(unknown).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
  expect((await home.useCases.listOccurrences(home.cleo, { ...EVERYTHING, q: 'dust' }, ALL)).rows).toEqual(
    [],
  );
});

test('other members can read and change a template, its creator can delete it, and applying it uses the changed version', async () => {
  const { id } = await keep({ title: 'Cook', dayOffset: 0 });
  const { name, tasks } = await home.useCases.getTemplate(home.ben, id);
  expect({ name, titles: tasks.map(({ title }) => title) }).toEqual({ name: 'Guests', titles: ['Cook'] });
  const edit = { name: 'Party', tasks: [{ ...aDraft({ title: 'Bake' }), dayOffset: 0 }] };
  expect(await home.useCases.editTemplate(home.cleo, id, edit)).toMatchObject({ name: 'Party' });
  expect(await apply(await home.useCases.getTemplate(home.ana, id))).toMatchObject([{ title: 'Bake' }]);
  await home.useCases.deleteTemplate(home.ana, id);
  await expect(home.useCases.getTemplate(home.ana, id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(home.useCases.editTemplate(home.ana, id, edit)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});
