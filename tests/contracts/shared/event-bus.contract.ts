import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { AccessEnded, EventBus, TopicChanged } from '../../../application/shared/ports.js';
import type { HouseholdId, UserId, MemberId } from '../../../domain/shared/ids.js';
import { anId } from '../../builders/ids.js';
import { ReceivedEvents } from '../../support/received-events.js';

export type BusesUnderTest = {
  readonly here: EventBus;
  /** The same bus as seen by another process. Equal to `here` if the bus does not connect processes. */
  readonly elsewhere: EventBus;
};

const aChange = (overrides: Partial<TopicChanged> = {}): TopicChanged => ({
  householdId: anId<HouseholdId>(),
  topic: 'tasks',
  onlyFor: null,
  ...overrides,
});

const key = (change: TopicChanged) => JSON.stringify(change);

/** The contract of event buses, within a process and, if supported, between two. */
export function eventBusContract(buses: () => BusesUnderTest): void {
  describe.each([
    ['in the same process', 'here'],
    ['in another process', 'elsewhere'],
  ] as const)('an event bus with a listener %s', (_, place) => {
    let heard: ReceivedEvents;
    let end: () => void;
    beforeEach(() => {
      heard = new ReceivedEvents();
      end = buses()[place].subscribe(heard);
    });
    afterEach(() => end());
    const publish = (...changes: TopicChanged[]) => buses().here.publish(changes);
    const endAccess = (...ended: AccessEnded[]) => buses().here.endAccess(ended);

    test('delivers a change unchanged, for every topic and audience', async () => {
      const householdId = anId<HouseholdId>();
      const changes = [
        aChange({ householdId }),
        aChange({ householdId, topic: 'shopping' }),
        aChange({ householdId, topic: 'notifications', onlyFor: anId<MemberId>() }),
        aChange({ householdId, onlyFor: anId<MemberId>() }),
      ];
      publish(...changes);
      for (const change of changes) await heard.until({ changed: change });
      expect(heard.changesOf(householdId)).toHaveLength(changes.length);
    });

    test('delivers a change exactly once to each of several listeners', async () => {
      const other = new ReceivedEvents();
      const endOther = buses()[place].subscribe(other);
      const [change, last] = [aChange(), aChange()];
      publish(change);
      publish(last);
      for (const listener of [heard, other]) {
        await listener.until({ changed: last });
        expect(listener.changesOf(change.householdId)).toEqual([change]);
      }
      endOther();
    });

    test('still delivers a change after the same change was published a thousand times', async () => {
      const change = aChange();
      for (let i = 0; i < 1_000; i++) publish(change);
      await heard.until({ changed: change });
      const told = heard.changesOf(change.householdId).length;
      publish(change);
      while (heard.changesOf(change.householdId).length === told)
        await heard.next('the change arrives that was published last');
      expect(new Set(heard.changesOf(change.householdId).map(key))).toEqual(new Set([key(change)]));
    });

    test('delivers all changes even if they do not fit in one message', async () => {
      const changes = Array.from({ length: 500 }, () => aChange({ onlyFor: anId<MemberId>() }));
      publish(...changes);
      await heard.until({ changed: changes.at(-1)! });
      for (const change of changes) expect(heard.changesOf(change.householdId)).toEqual([change]);
    });

    test('reports that a user has lost access, or that the access to a household has ended', async () => {
      const ended = [{ userId: anId<UserId>() }, { householdId: anId<HouseholdId>() }];
      endAccess(...ended);
      for (const one of ended) await heard.until({ ended: one });
    });

    test('does not call a listener that has unsubscribed', async () => {
      const stays = new ReceivedEvents();
      const endStays = buses()[place].subscribe(stays);
      end();
      const change = aChange();
      publish(change);
      await stays.until({ changed: change });
      expect(heard.all).toEqual([]);
      endStays();
    });

    test('gives each listener its own copy of a change', async () => {
      const other = new ReceivedEvents();
      const endOther = buses()[place].subscribe({
        changed: (change) => void Object.assign(change, { topic: 'shopping' }),
        accessEnded: () => undefined,
        missed: () => undefined,
      });
      const endLast = buses()[place].subscribe(other);
      const change = aChange();
      publish(change);
      await other.until({ changed: { ...change, topic: 'tasks' } });
      expect(change.topic).toBe('tasks');
      endOther();
      endLast();
    });
  });

  test('an event bus delivers a change only once in the process that published it', async () => {
    const [here, elsewhere] = [new ReceivedEvents(), new ReceivedEvents()];
    const ends = [buses().here.subscribe(here), buses().elsewhere.subscribe(elsewhere)];
    const [change, later] = [aChange(), aChange()];
    buses().here.publish([change]);
    await elsewhere.until({ changed: change });
    buses().elsewhere.publish([later]);
    await here.until({ changed: later });
    expect(here.changesOf(change.householdId)).toEqual([change]);
    for (const end of ends) end();
  });
}
