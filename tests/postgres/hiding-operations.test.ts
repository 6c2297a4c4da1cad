import { describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { hidingOperations } from '../../migrations/0135_hiding_operations.js';
import { civilDate } from '../../domain/shared/civil-date.js';
import { aDraft } from '../builders/draft.js';
import { acting } from '../support/application/acting.js';
import { homeIn } from '../support/application/home.js';
import { twoApplications } from '../support/application/on-postgres.js';

const application = twoApplications();

describe('the migration of operations that hid something', () => {
  test('gives a task and a series that were hidden by an earlier version to their author alone', async () => {
    const app = await application(0);
    const { ana, ben, useCases } = await homeIn(app);
    const hide = async (recurrence: { frequency: 'weekly' } | null) => {
      const draft = aDraft({ date: civilDate('2026-11-24'), recurrence });
      const { id } = await useCases.createTask(ana, draft);
      const scope = recurrence === null ? 'this' : 'all';
      const done = await acting(app, ana, () =>
        useCases.editOccurrence(ana, id, scope, { visibility: 'PERSONAL' }, {}),
      );
      return done.operationId;
    };
    const hidden = [await hide(null), await hide({ frequency: 'weekly' })];
    const shown = await acting(app, ben, () => useCases.createTask(ben, aDraft()));
    await sql`update operations set only_for = null`.execute(app.db);
    await hidingOperations.up(app.db);
    const { rows } = await sql<{ id: string; onlyFor: string | null }>`
      select id, only_for as "onlyFor" from operations where kind <> 'CREATED' or id = ${shown.operationId}
    `.execute(app.db);
    const onlyFor = new Map(rows.map((row) => [row.id, row.onlyFor]));
    expect(hidden.map((id) => onlyFor.get(id!))).toEqual([ana.memberId, ana.memberId]);
    expect(onlyFor.get(shown.operationId!)).toBeNull();
  });
});
