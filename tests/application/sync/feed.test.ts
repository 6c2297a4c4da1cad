import { InMemoryChangeFeed } from '../../support/memory/sync/changes.js';
import {
  createStore,
  toKey,
  type Store,
  type StoredEntry,
  type StoredHead,
} from '../../support/memory/store.js';
import { inMemoryReaders, InMemoryUnitOfWork } from '../../support/memory/unit-of-work.js';
import { seedOf } from '../../support/seed.js';
import { declareFeedProperties } from '../../support/sync/feed-properties.js';

declareFeedProperties(Number(process.env['FEED_RUNS'] ?? 50), seedOf('FEED_SEED'), () => {
  const store = createStore();
  return {
    unitOfWork: new InMemoryUnitOfWork(store),
    readers: inMemoryReaders(store),
    copy: () => Promise.resolve(new InMemoryChangeFeed(copied(store))),
  };
});

function copied(store: Store): Store {
  const copy = createStore();
  for (const row of store.households.filter(() => true)) copy.households.set(row.id, row);
  for (const row of store.accounts.filter(() => true)) copy.accounts.set(row.id, row);
  for (const row of store.members.filter(() => true)) copy.members.set(toKey(row.householdId, row.id), row);
  for (const row of store.occurrences.filter(() => true))
    copy.occurrences.set(toKey(row.householdId, row.id), row);
  const stream = (row: StoredHead | StoredEntry) => toKey(row.householdId, row.audience ?? '');
  for (const row of store.changeHeads.filter(() => true)) copy.changeHeads.set(stream(row), row);
  for (const row of store.changeEntries.filter(() => true))
    copy.changeEntries.set(toKey(stream(row), row.kind, row.id), row);
  return copy;
}
