import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { PendingChanges } from '../../../adapters/http/sse/pending-changes.js';
import type { TopicChanged } from '../../../application/shared/ports.js';
import type { HouseholdId } from '../../../domain/shared/ids.js';
import { anId } from '../../builders/ids.js';

const GAP_MS = 250;

describe('PendingChanges', () => {
  let sent: { at: number; topics: string[] }[];
  let pending: PendingChanges;
  const householdId = anId<HouseholdId>();
  const shopping: TopicChanged = { householdId, topic: 'shopping', onlyFor: null };
  beforeEach(() => {
    jest.useFakeTimers();
    sent = [];
    pending = new PendingChanges((_household, topics) => {
      sent.push({ at: performance.now(), topics: [...topics.keys()] });
      return Promise.resolve();
    });
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  test('sends changes that arrive within 100 ms of each other as one message with each topic once', async () => {
    for (const topic of ['shopping', 'tasks', 'shopping'] as const) {
      pending.add({ ...shopping, topic });
      await jest.advanceTimersByTimeAsync(50);
    }
    await jest.advanceTimersByTimeAsync(1_000);
    expect(sent.map(({ topics }) => topics)).toEqual([['shopping', 'tasks']]);
  });

  test('sends 1000 changes in a second at least 250 ms apart, and once more after the last change', async () => {
    for (let change = 0; change < 1_000; change++) {
      pending.add(shopping);
      await jest.advanceTimersByTimeAsync(1);
    }
    const lastChangeAt = performance.now();
    await jest.advanceTimersByTimeAsync(1_000);
    const times = sent.map(({ at }) => at);
    const gaps = times.slice(1).map((at, i) => at - times[i]!);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(GAP_MS);
    expect(times.length).toBeLessThanOrEqual(5);
    expect(times.at(-1)).toBeGreaterThanOrEqual(lastChangeAt - 1);
  });
});
