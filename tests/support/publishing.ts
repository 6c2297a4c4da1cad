import { SystemClock } from '../../adapters/clock/system-clock.js';
import { AsyncLocalOperationContexts } from '../../adapters/operations/async-local-operation-contexts.js';
import { UuidV7Generator } from '../../adapters/security/random.js';
import { PublishingUnitOfWork } from '../../application/composition/publishing-unit-of-work.js';
import type { BeforeCommit } from '../../application/composition/unit-of-work.js';
import type { Transactions } from '../../application/shared/transactions.js';
import type { StoreScope, UnitOfWork } from '../../application/composition/unit-of-work.js';
import { InMemoryEventBus } from './memory/shared/single-process.js';

/** Returns transactions on a bare store that publish the events of use cases. */
export function publishing(
  store: Transactions<StoreScope>,
  beforeCommit: readonly BeforeCommit[] = [],
  bus = new InMemoryEventBus(),
): UnitOfWork {
  return new PublishingUnitOfWork(store, beforeCommit, bus, {
    operationContexts: new AsyncLocalOperationContexts(),
    ids: new UuidV7Generator(),
    clock: new SystemClock(),
  });
}
