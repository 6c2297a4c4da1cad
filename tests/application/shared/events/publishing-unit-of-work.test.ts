import { beforeEach, describe, expect, test } from '@jest/globals';
import { InMemoryEventBus } from '../../../support/memory/shared/single-process.js';
import { createStore } from '../../../support/memory/store.js';
import { InMemoryUnitOfWork } from '../../../support/memory/unit-of-work.js';
import type { DomainEvent, DomainEventContent } from '../../../../application/shared/events/domain-event.js';
import type { UnitOfWork } from '../../../../application/composition/unit-of-work.js';
import { aHousehold } from '../../../builders/household.js';
import { anId, type PersonId } from '../../../builders/ids.js';
import { aPause } from '../../../builders/days.js';
import { anOccurrence } from '../../../builders/occurrence.js';
import { publishing } from '../../../support/publishing.js';
import { ReceivedEvents } from '../../../support/received-events.js';
import { findChangedTopics } from '../../../../application/shared/events/after-commit.js';
import type { Visibility } from '../../../../domain/shared/visibility.js';

describe('a publishing unit of work', () => {
  const household = aHousehold();
  const occurrence = anOccurrence({ householdId: household.id, createdBy: anId() });
  const created: DomainEvent = {
    kind: 'occurrence',
    action: 'created',
    before: null,
    after: occurrence,
    householdId: household.id,
    actorId: occurrence.createdBy,
    at: occurrence.createdAt,
  };

  let received: ReceivedEvents;
  let bus: InMemoryEventBus;
  let store: InMemoryUnitOfWork;

  beforeEach(() => {
    received = new ReceivedEvents();
    bus = new InMemoryEventBus();
    bus.subscribe(received);
    store = new InMemoryUnitOfWork(createStore());
  });

  const isStored = (unitOfWork: UnitOfWork) =>
    unitOfWork.run(async ({ households }) => (await households.findForUpdate(household.id)) !== null);

  test('calls each event handler once inside the transaction, and publishes once after the commit', async () => {
    const handled: (readonly DomainEvent[])[] = [];
    const unitOfWork = publishing(
      store,
      [
        async ({ households }, events) => {
          handled.push(events);
          expect(received.all).toEqual([]);
          await households.insert(household);
        },
      ],
      bus,
    );
    await unitOfWork.run(({ events }) => {
      events.raise(created);
      events.raise({ ...created, action: 'completed' });
      return Promise.resolve();
    });
    expect(handled).toEqual([[created, { ...created, action: 'completed' }]]);
    expect(received.all).toEqual([{ changed: { householdId: household.id, topic: 'tasks', onlyFor: null } }]);
    expect(await isStored(unitOfWork)).toBe(true);
  });

  test('rolls back and publishes nothing if a handler fails', async () => {
    const unitOfWork = publishing(store, [() => Promise.reject(new Error('cannot handle'))], bus);
    const work = unitOfWork.run(async ({ households, events }) => {
      await households.insert(household);
      events.raise(created);
    });
    await expect(work).rejects.toThrow('cannot handle');
    expect(received.all).toEqual([]);
    expect(await isStored(unitOfWork)).toBe(false);
  });

  test('calls no handler if no event was raised', async () => {
    const unitOfWork = publishing(store, [() => Promise.reject(new Error('must not be called'))], bus);
    await unitOfWork.run(() => Promise.resolve());
    expect(received.all).toEqual([]);
  });

  test('publishes after the commit that a session or member has lost access', async () => {
    const unitOfWork = publishing(store, [], bus);
    const userId = occurrence.createdBy as PersonId;
    await unitOfWork.run(({ events }) => {
      events.signedOut(userId);
      const told = { householdId: household.id, actorId: userId, at: occurrence.createdAt };
      events.raise({ kind: 'member', action: 'joined', memberId: userId, ...told });
      events.raise({ kind: 'member', action: 'left', memberId: userId, ...told });
      events.raise({ kind: 'household', action: 'deleted', ...told });
      expect(received.all).toEqual([]);
      return Promise.resolve();
    });
    expect(received.all).toEqual([
      { ended: { userId } },
      { ended: { householdId: household.id } },
      { changed: { householdId: household.id, topic: 'tasks', onlyFor: null } },
    ]);
  });
});

describe('findChangedTopics', () => {
  const task = anOccurrence({ householdId: anId(), createdBy: anId() });
  const event = (happening: DomainEventContent): DomainEvent => ({
    ...happening,
    householdId: task.householdId,
    actorId: task.createdBy,
    at: task.createdAt,
  });
  const change = (before: Visibility | null, after: Visibility) =>
    event({
      kind: 'occurrence',
      action: 'edited',
      before: before && { ...task, visibility: before },
      after: { ...task, visibility: after },
    });

  test.each([
    ['a new shared task', null, 'SHARED', null],
    ['a new personal task', null, 'PERSONAL', task.createdBy],
    ['a personal task', 'PERSONAL', 'PERSONAL', task.createdBy],
    ['a task that becomes personal', 'SHARED', 'PERSONAL', null],
    ['a task that becomes shared', 'PERSONAL', 'SHARED', null],
  ] as const)('notifies the members who may see the task: %s', (_name, before, after, onlyFor) => {
    expect(findChangedTopics([change(before, after)])).toEqual([
      { householdId: task.householdId, topic: 'tasks', onlyFor },
    ]);
  });

  test.each([
    ['SHARED', null],
    ['PERSONAL', task.createdBy],
  ] as const)('notifies the members who may see the pause: a pause of %s tasks', (visibility, onlyFor) => {
    const pause = aPause({ householdId: task.householdId, createdBy: task.createdBy, visibility });
    expect(findChangedTopics([event({ kind: 'pause', action: 'paused', pause })])).toEqual([
      { householdId: task.householdId, topic: 'tasks', onlyFor },
    ]);
  });

  test('combines many events for the same members in one message', () => {
    const shared = change('SHARED', 'SHARED');
    const personal = change('PERSONAL', 'PERSONAL');
    expect(findChangedTopics([shared, personal, shared, personal])).toHaveLength(2);
  });
});
