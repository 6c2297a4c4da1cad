import { InMemoryIdempotencyRepository } from '../support/memory/shared/idempotency-repository.js';
import { createStore } from '../support/memory/store.js';
import { inMemoryReaders, InMemoryUnitOfWork } from '../support/memory/unit-of-work.js';
import { persistenceContracts } from './index.js';
import type { Persistence } from './persistence.js';

const store = createStore();
const persistence: Persistence = {
  readers: inMemoryReaders(store),
  unitOfWork: new InMemoryUnitOfWork(store),
  idempotencyStore: new InMemoryIdempotencyRepository(store),
};

for (const contract of persistenceContracts) contract(() => persistence);
