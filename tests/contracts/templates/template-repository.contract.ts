import { describe, expect, test } from '@jest/globals';
import type { HouseholdId } from '../../../domain/shared/ids.js';
import type { TaskTemplate, TemplateTask } from '../../../domain/templates/template.js';
import { aTemplateTask } from '../../builders/template.js';
import { anId } from '../../builders/ids.js';
import { DAY, NOON } from '../../builders/instants.js';
import { aStoredHome, inOne, throughPages, times, type Contract, type Home } from '../persistence.js';

export const templateRepositoryContract: Contract = (persistence) => {
  const aTemplate = ({ household }: Home, fields: Partial<TaskTemplate> = {}): TaskTemplate => ({
    id: anId(),
    householdId: household.id,
    name: 'Party',
    tasks: [aTemplateTask()],
    createdAt: NOON,
    updatedAt: NOON,
    ...fields,
  });
  const insert = (...templates: readonly TaskTemplate[]) =>
    inOne(persistence(), async (scope) => {
      for (const template of templates) await scope.templates.insert(template);
    });
  const find = (householdId: HouseholdId, { id }: TaskTemplate) =>
    persistence().readers.templates.find(householdId, id);
  const list = ({ household }: Home, limit = 10) =>
    throughPages((page) => persistence().readers.templates.list(household.id, page), limit);

  describe('templates', () => {
    test('are found with all fields of their tasks, only in their household', async () => {
      const [home, other] = [await aStoredHome(persistence()), await aStoredHome(persistence())];
      const full: TemplateTask = aTemplateTask({
        dayOffset: -3,
        notes: 'line\nline',
        categoryId: anId(),
        time: '18:30' as never,
        durationMinutes: 30,
        responsibleMemberIds: [home.members[0].id],
        checklist: [{ title: 'œufs' }],
        reminders: [10, 60],
        recurrence: { frequency: 'weekly', interval: 2 } as never,
        rotation: { kind: 'shuffle', order: [home.members[0].id] },
        missed: 'keepLatest',
      });
      const template = aTemplate(home, { tasks: [full, aTemplateTask()], updatedAt: NOON + DAY });
      await insert(template);
      expect(await find(home.household.id, template)).toEqual(template);
      expect(await find(other.household.id, template)).toBeNull();
      const locked = await inOne(persistence(), ({ templates }) =>
        templates.findForUpdate(home.household.id, template.id),
      );
      expect(locked).toEqual(template);
    });

    test.each([1, 2, 4, 5])('are listed newest first, in pages of %i', async (limit) => {
      const [home, other] = [await aStoredHome(persistence()), await aStoredHome(persistence())];
      const templates = [NOON, NOON + 1, NOON, NOON - DAY].map((createdAt) => aTemplate(home, { createdAt }));
      await insert(...templates.toReversed(), aTemplate(other));
      const listed = await list(home, limit);
      expect(listed.map(({ id }) => templates.findIndex((one) => one.id === id))).toEqual([1, 0, 2, 3]);
    });

    test('are counted by household', async () => {
      const [home, other] = [await aStoredHome(persistence()), await aStoredHome(persistence())];
      await insert(aTemplate(home), aTemplate(home), aTemplate(other));
      const count = await inOne(persistence(), ({ templates }) => templates.countOf(home.household.id));
      expect(count).toBe(2);
    });

    test('are saved if they exist, and not created when an unknown template is saved', async () => {
      const home = await aStoredHome(persistence());
      const template = aTemplate(home);
      await insert(template);
      const changed = { ...template, name: 'Feast', tasks: [], updatedAt: NOON + DAY };
      await inOne(persistence(), async ({ templates }) => {
        await templates.save(changed);
        await templates.save(aTemplate(home));
      });
      expect(await list(home)).toEqual([changed]);
    });

    test('can be removed once, and only in their household', async () => {
      const [home, other] = [await aStoredHome(persistence()), await aStoredHome(persistence())];
      const template = aTemplate(home);
      await insert(template);
      const remove = ({ household }: Home) =>
        inOne(persistence(), ({ templates }) => templates.remove(household.id, template.id));
      expect(await remove(other)).toBe(false);
      const removed = await Promise.all(times(5, () => remove(home)));
      expect(removed.filter(Boolean)).toHaveLength(1);
      expect(await list(home)).toEqual([]);
    });

    test('are removed with their household', async () => {
      const home = await aStoredHome(persistence());
      const template = aTemplate(home);
      await insert(template);
      await inOne(persistence(), ({ households }) => households.remove(home.household.id));
      expect(await find(home.household.id, template)).toBeNull();
    });

    test('are neither added, changed nor removed by a unit of work that fails', async () => {
      const home = await aStoredHome(persistence());
      const template = aTemplate(home);
      await insert(template);
      const run = inOne(persistence(), async ({ templates }) => {
        await templates.insert(aTemplate(home));
        await templates.save({ ...template, name: 'x' });
        await templates.remove(home.household.id, template.id);
        throw new Error('surprise');
      });
      await expect(run).rejects.toThrow('surprise');
      expect(await list(home)).toEqual([template]);
    });
  });
};
