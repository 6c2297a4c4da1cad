import { expect, test } from '@jest/globals';
import type { DomainEvent, DomainEventContent } from '../../../../application/shared/events/domain-event.js';
import { findChangedTopics } from '../../../../application/shared/events/after-commit.js';
import type { Visibility } from '../../../../domain/tasks/occurrence.js';
import { anId } from '../../../builders/ids.js';
import { anOccurrence } from '../../../builders/occurrence.js';

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
  ['what becomes personal', 'SHARED', 'PERSONAL', null],
  ['what becomes shared', 'PERSONAL', 'SHARED', null],
] as const)('%s wakes whom it concerns', (_name, before, after, onlyFor) => {
  expect(findChangedTopics([change(before, after)])).toEqual([
    { householdId: task.householdId, topic: 'tasks', onlyFor },
  ]);
});

test('many events of one audience are one message', () => {
  const shared = change('SHARED', 'SHARED');
  const personal = change('PERSONAL', 'PERSONAL');
  expect(findChangedTopics([shared, personal, shared, personal])).toHaveLength(2);
});
