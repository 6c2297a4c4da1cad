import { SystemClock } from '../../adapters/clock/system-clock.js';
import { createLogger } from '../../adapters/logging/winston-logger.js';
import { InMemoryFileStore } from '../support/memory/attachments/file-store.js';
import { PlatformPushSender } from '../../adapters/push/platform-push-sender.js';
import type { Clock } from '../../application/shared/ports.js';
import { compose, type Composition } from '../../bootstrap/compose.js';
import { parseEncryptionKeys, parseJwtSecrets } from '../../bootstrap/config/secrets.js';

/**
 * Composes the service in this process, for benchmarks that call use cases directly. With a separate queue,
 * jobs stay in the outbox.
 */
export function composedService(
  connectionString: string,
  clock: Clock,
  queue: string | null = null,
): Composition {
  return compose({
    database: { connectionString, statementTimeoutMs: 120_000, idleInTransactionTimeoutMs: 120_000 },
    signingKeys: parseJwtSecrets(`bench:${'0123456789abcdef'.repeat(4)}`),
    http: {
      version: '0',
      baseUrl: 'http://localhost',
      webBaseUrl: 'http://localhost',
      appScheme: 'planner',
      production: true,
      cookieSecure: true,
      trustProxy: false,
      rateLimits: { global: 1, auth: 1 },
    },
    jobs: { connectionString: queue, handlers: null },
    identityProvider: null,
    encryptionKeys: parseEncryptionKeys(`v1:${'A'.repeat(43)}`),
    calendar: null,
    mailer: { send: () => Promise.resolve('refused') },
    mailIsSent: false,
    pushSender: new PlatformPushSender({ android: null, web: null }),
    fileStore: new InMemoryFileStore(new SystemClock()),
    releaseSource: null,
    clock,
    errorMonitor: null,
    operators: null,
    logger: createLogger({ level: 'error', format: 'pretty' }),
    isShuttingDown: () => false,
  });
}
