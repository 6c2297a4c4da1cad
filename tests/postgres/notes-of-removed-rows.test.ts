import { describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { hideStatement } from '../../adapters/postgres/history/activity-repository.js';
import { civilDate } from '../../domain/shared/civil-date.js';
import type { OccurrenceId, TaskId } from '../../domain/shared/ids.js';
import { notesOfRemovedRows } from '../../migrations/0157_notes_of_removed_rows.js';
import { aDraft } from '../builders/draft.js';
import { anId } from '../builders/ids.js';
import { acting } from '../support/application/acting.js';
import { ALL, homeIn } from '../support/application/home.js';
import { twoApplications } from '../support/application/on-postgres.js';
import { planNodes } from '../support/database/plan.js';

const application = twoApplications();
const TABLES = ['activities', 'operations'] as const;

describe('the migration of notes about removed rows', () => {
  test('hides notes about a task that was hidden and then deleted for good, and no others', async () => {
    const app = await application(0);
    const home = await homeIn(app);
    const { ana, ben, useCases } = home;
    const draft = (title: string) => aDraft({ title, date: civilDate('2026-11-24') });
    for (const recurrence of [null, { frequency: 'weekly' } as const]) {
      const { id } = await useCases.createTask(ana, { ...draft('Surprise party'), recurrence });
      await acting(home, ben, () => useCases.completeOccurrence(ben, id, { for: null, at: null }));
      await acting(home, ben, () => useCases.reopenOccurrence(ben, id));
      const scope = recurrence === null ? 'this' : 'all';
      const hidden = { visibility: 'PERSONAL', responsibleMemberIds: [] } as const;
      await acting(home, ana, () => useCases.editOccurrence(ana, id, scope, hidden, {}));
      await acting(home, ana, () => useCases.deleteOccurrence(ana, id, scope, {}));
    }
    const shared = await useCases.createTask(ana, draft('Bins'));
    await acting(home, ana, () => useCases.deleteOccurrence(ana, shared.id, 'this', {}));
    const kept = await useCases.createTask(ana, draft('Dishes'));
    await acting(home, ben, () => useCases.completeOccurrence(ben, kept.id, { for: null, at: null }));
    const unmarked = new Map<string, readonly string[]>();
    for (const table of TABLES) {
      const { rows } = await sql<{ id: string }>`
        select id from ${sql.table(table)} where only_for is null
      `.execute(app.db);
      unmarked.set(
        table,
        rows.map(({ id }) => id),
      );
    }
    await useCases.emptyTrash(ana);
    await app.performJobs();

    const read = async () => {
      const { rows: activity } = await useCases.listActivity(ben, ALL);
      const { rows: operations } = await useCases.listOperations(ben, ALL);
      return JSON.stringify([activity, operations]);
    };
    const hiddenNow = await read();
    expect(hiddenNow).not.toContain('Surprise party');
    // An earlier version did not mark these notes when it emptied the trash.
    for (const [table, ids] of unmarked)
      await sql`
        update ${sql.table(table)} set only_for = null where id = any(${ids}::uuid[])
      `.execute(app.db);
    expect(await read()).toContain('Surprise party');
    await sql`drop index activities_subject`.execute(app.db);
    await notesOfRemovedRows.up(app.db);
    expect(await read()).toBe(hiddenNow);
    for (const title of ['Bins', 'Dishes']) expect(hiddenNow).toContain(title);
  });
});

describe('hiding the notes about removed rows', () => {
  test('reads only the notes about these rows, however much the household has done', async () => {
    const app = await application(0);
    const { ana } = await homeIn(app);
    const { id: householdId } = ana.household;
    await sql`
      insert into activities (household_id, id, at, actor_id, action, subject_type, subject_id, task_id, changes)
      select ${householdId}, gen_random_uuid(), now() - n * interval '1 minute', ${ana.memberId}, 'COMPLETED', 'TASK',
        gen_random_uuid(), gen_random_uuid(), '[]'
      from generate_series(1, 10000) n
    `.execute(app.db);
    const [row, task] = [anId<OccurrenceId>(), anId<TaskId>()];
    await sql`
      insert into activities (household_id, id, at, actor_id, action, subject_type, subject_id, task_id, changes)
      values (${householdId}, gen_random_uuid(), now(), ${ana.memberId}, 'COMPLETED', 'TASK', ${row}, ${task}, '[]')
    `.execute(app.db);
    await sql`analyze activities`.execute(app.db);
    const removed = {
      ...{ householdId, author: ana.memberId },
      occurrences: [row, ...Array.from({ length: 50 }, () => anId<OccurrenceId>())],
      ...{ series: [], tasks: [task] },
    };
    const nodes = await planNodes(app.db, hideStatement(removed));
    const read = nodes.map((node) => node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0));
    expect(Math.max(...read)).toBeLessThan(100);
  });
});
