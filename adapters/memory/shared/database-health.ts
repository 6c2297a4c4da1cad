import type { DatabaseHealth } from '../../../application/shared/ports.js';

export class InMemoryDatabaseHealth implements DatabaseHealth {
  isReachable(): Promise<boolean> {
    return Promise.resolve(true);
  }
}
