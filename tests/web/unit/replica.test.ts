import { describe, expect, test } from '@jest/globals';
import { signal } from '@preact/signals';
import { Replica, type FeedPage, type Patch } from '../../../web/src/data/replica.ts';

type Changed = Partial<Record<keyof FeedPage['changed'], unknown>>;

const page = (
  cursor: string,
  changed: Changed = {},
  { removed = {}, snapshot = false }: { removed?: Partial<FeedPage['removed']>; snapshot?: boolean } = {},
): FeedPage => {
  const none = {
    members: [],
    categories: [],
    occurrences: [],
    series: [],
    shoppingItems: [],
    shoppingLists: [],
    dayCalendars: [],
    swaps: [],
    templates: [],
    notifications: [],
  };
  return {
    cursor,
    hasMore: snapshot,
    snapshot,
    historyFrom: null,
    changed: { ...none, ...changed },
    removed: { ...none, ...removed },
  } as FeedPage;
};

const row = (id: string, version = 1) => ({ id, version, title: id });
const titles = (replica: Replica) => [...replica.all('occurrences').keys()].sort();

describe('Replica', () => {
  const filled = () => {
    const replica = new Replica(signal<readonly Patch[]>([]));
    replica.apply(page('1', { household: { id: 'home' }, occurrences: [row('a')] }, { snapshot: true }));
    replica.apply(page('2', { occurrences: [row('b')] }));
    return replica;
  };

  test('counts as complete after the first page that is not part of a snapshot', () => {
    const replica = new Replica(signal<readonly Patch[]>([]));
    replica.apply(page('1', { occurrences: [row('a')] }, { snapshot: true }));
    expect([replica.isWhole.value, titles(replica)]).toEqual([false, []]);
    replica.apply(page('2', { occurrences: [row('b')] }));
    expect([replica.isWhole.value, titles(replica), replica.cursor]).toEqual([true, ['a', 'b'], '2']);
  });

  test('applies changed and removed rows, even twice', () => {
    const replica = filled();
    const next = page(
      '3',
      { occurrences: [row('a', 2), row('c')] },
      { removed: { occurrences: ['b', 'unknown'] } },
    );
    replica.apply(next);
    replica.apply(next);
    expect(titles(replica)).toEqual(['a', 'c']);
    expect(replica.all('occurrences').get('a')).toEqual(row('a', 2));
  });

  test('shows the old copy until a new snapshot is complete, and then drops rows that are missing in it', () => {
    const replica = filled();
    replica.restart();
    expect(replica.cursor).toBeNull();
    replica.apply(page('7', { occurrences: [row('b', 4)] }, { snapshot: true }));
    expect(titles(replica)).toEqual(['a', 'b']);
    replica.apply(page('8'));
    expect(titles(replica)).toEqual(['b']);
  });

  test('keeps the same object for a row that has not changed', () => {
    const replica = filled();
    const before = replica.all('occurrences').get('a');
    replica.apply(page('3', { occurrences: [row('a')] }));
    expect(replica.all('occurrences').get('a')).toBe(before);
  });

  test('ignores a row of an answer if the change feed has already delivered a newer version of the row', () => {
    const replica = filled();
    replica.apply(page('3', { occurrences: [row('a', 5)] }));
    replica.put('occurrences', [row('a', 4), row('d')] as never);
    expect(replica.all('occurrences').get('a')).toEqual(row('a', 5));
    expect(titles(replica)).toEqual(['a', 'b', 'd']);
  });

  test('shows local changes on top of stored rows, and the stored rows again when the changes are removed', () => {
    const patches = signal<readonly Patch[]>([]);
    const replica = new Replica(patches);
    replica.apply(page('1', { occurrences: [row('a')] }));
    patches.value = [
      {
        actId: '1',
        kind: 'occurrences',
        rowId: 'a',
        change: (shown: object) => ({ ...shown, status: 'DONE' }),
      },
      { actId: '2', kind: 'occurrences', rowId: 'new', change: () => row('new') },
    ];
    expect(replica.all('occurrences').get('a')).toMatchObject({ status: 'DONE' });
    expect(titles(replica)).toEqual(['a', 'new']);
    patches.value = [];
    expect([replica.all('occurrences').get('a'), titles(replica)]).toEqual([row('a'), ['a']]);
  });
});
