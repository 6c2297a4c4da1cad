import { beforeEach, describe, expect, test } from '@jest/globals';
import { PAUSES_LIMIT } from '../../../domain/days/pause.js';
import type { OperationId } from '../../../domain/shared/ids.js';
import { addDays, civilDate } from '../../../domain/shared/civil-date.js';
import { CHECKLIST_LIMIT } from '../../../domain/tasks/checklist.js';
import { TEMPLATES_LIMIT } from '../../../domain/templates/template.js';
import { aDraft } from '../../builders/draft.js';
import { runOperation } from '../../support/application/run-operation.js';
import { aHome, type Home } from '../../support/application/home.js';

describe('undoing a deletion when the limit was reached after the deletion', () => {
  let home: Home;
  beforeEach(async () => {
    home = await aHome();
  });
  const operationOf = async (work: () => Promise<unknown>): Promise<OperationId> => {
    const { operationId } = await runOperation(home, home.ana, work);
    if (operationId === null) throw new Error('nothing was changed');
    return operationId;
  };
  const undo = (id: OperationId) =>
    runOperation(home, home.ben, () => home.useCases.undoOperation(home.ben, id)).then(
      ({ result }) => result,
    );

  const pause = (place: number) =>
    home.useCases.createPause(home.ana, {
      ...{ from: addDays(civilDate('2026-12-01'), place), to: addDays(civilDate('2026-12-01'), place) },
      ...{ seriesIds: null, mode: 'skip', assignTo: null, note: null },
    });
  const template = (place: number) =>
    home.useCases.createTemplate(home.ana, {
      name: `Template ${place}`,
      tasks: [{ ...aDraft({ title: 'Cook' }), dayOffset: 0 }],
    });

  test('is blocked for a pause, and works once another pause is over', async () => {
    const { pause: first } = await pause(0);
    const ended = await operationOf(() => home.useCases.endPause(home.ana, first.id));
    for (let place = 1; place <= PAUSES_LIMIT; place += 1) await pause(place);
    const blockers = [{ kind: 'pause', id: first.id, reason: 'NO_ROOM' }];
    await expect(undo(ended)).rejects.toMatchObject({ code: 'UNDO_BLOCKED', details: { blockers } });
    const [other] = (await home.useCases.listPauses(home.ana)).filter(({ id }) => id !== first.id);
    await home.useCases.endPause(home.ana, other!.id);
    await undo(ended);
    expect((await home.useCases.listPauses(home.ana)).map(({ id }) => id)).toContain(first.id);
    await expect(pause(40)).rejects.toMatchObject({ code: 'LIMIT_REACHED' });
  });

  test('is blocked for a template, and works once another template is deleted', async () => {
    const first = await template(0);
    const deleted = await operationOf(() => home.useCases.deleteTemplate(home.ana, first.id));
    const others = [];
    for (let place = 1; place <= TEMPLATES_LIMIT; place += 1) others.push(await template(place));
    const blockers = [{ kind: 'template', id: first.id, reason: 'NO_ROOM' }];
    await expect(undo(deleted)).rejects.toMatchObject({ code: 'UNDO_BLOCKED', details: { blockers } });
    await home.useCases.deleteTemplate(home.ana, others[0]!.id);
    await undo(deleted);
    expect(await home.useCases.getTemplate(home.ana, first.id)).toEqual(first);
  });

  test('is blocked for a checklist item, and works once another item is removed', async () => {
    const items = Array.from({ length: CHECKLIST_LIMIT }, (_none, place) => ({ title: `Item ${place}` }));
    const { id, checklist } = await home.useCases.createTask(home.ana, aDraft({ checklist: items }));
    const [first, second] = checklist;
    const removed = await operationOf(() => home.useCases.removeChecklistItem(home.ana, id, first!.id));
    await home.useCases.addChecklistItem(home.ben, id, 'One more');
    const blockers = [{ kind: 'occurrence', id, reason: 'NO_ROOM' }];
    await expect(undo(removed)).rejects.toMatchObject({ code: 'UNDO_BLOCKED', details: { blockers } });
    await home.useCases.removeChecklistItem(home.ben, id, second!.id);
    await undo(removed);
    const { checklist: now } = await home.useCases.getOccurrence(home.ana, id);
    expect(now.map(({ title }) => title).toSorted()).toContain('Item 0');
    expect(now).toHaveLength(CHECKLIST_LIMIT);
  });
});
