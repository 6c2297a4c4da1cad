import type { DatabaseHealth } from '../../../application/ports/database-health.js';

export class InMemoryDatabaseHealth implements DatabaseHealth {
  isReachable(): Promise<boolean> {
    return Promise.resolve(true);
  }
}
