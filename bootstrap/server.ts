import { SystemClock } from '../adapters/clock/system-clock.js';
import { listen, type RunningServer } from '../adapters/http/server.js';
import { readInstallation } from '../adapters/postgres/installation.js';
import { warmUpQuickAdd } from '../application/quick-add/warm-up.js';
import type { Logger } from '../application/shared/ports.js';
import {
  composeMailer,
  composeFileStore,
  composePush,
  composeReleases,
  composeGoogleSignIn,
} from './compose-providers.js';
import { composeOperators } from './compose-operators.js';
import { composeCalendar } from './compose-calendar.js';
import type { Monitoring } from './compose-error-monitor.js';
import { composeWeb } from './compose-web.js';
import { claimDataFolder } from './data-folder.js';
import { compose, type Composition } from './compose.js';
import type { Config } from './config/config.js';
import { jobHandlers } from './job-handlers.js';
import { main } from './main.js';
import { openDatabase, type OpenDatabase } from './open-database.js';
import { withReachableDatabase } from './reach-database.js';
import { completeSecrets } from './secrets.js';
import { Shutdown } from './shutdown.js';
import { packageVersion } from './version.js';

/**
 * How long readiness reports "not ready" in production before the server stops accepting connections, so that a load
 * balancer can react.
 */
const DRAIN_MS = 500;

await main(async (config, monitoring) => {
  const database = await openDatabase(config, monitoring.logger);
  try {
    await claimDataFolder(config, await readInstallation(database.connectionString), monitoring.logger);
    await serve(config, monitoring, database);
  } catch (error) {
    await database.stop();
    throw error;
  }
});

async function serve(config: Config, monitoring: Monitoring, database: OpenDatabase): Promise<void> {
  const { logger, errorMonitor } = monitoring;
  let shuttingDown = false;
  const shutdown = new Shutdown({ logger, exit: (code) => process.exit(code) });
  const secrets = await completeSecrets(config.secrets, config.dataDir);
  const clock = new SystemClock();
  const mail = composeMailer(config, { clock, logger });
  const web = await composeWeb(config, logger);
  const service = compose({
    database: { connectionString: database.connectionString, poolSize: config.database.poolSize },
    dataFolder: config.database.url === null ? config.dataDir : null,
    signingKeys: secrets.jwt,
    encryptionKeys: secrets.encryption,
    http: {
      version: packageVersion(),
      baseUrl: config.http.baseUrl,
      webBaseUrl: config.http.webBaseUrl,
      appScheme: config.appScheme,
      production: config.production,
      cookieSecure: config.http.secureCookies,
      trustProxy: config.http.trustProxy,
      rateLimits: config.http.rateLimits,
      healthOnly: config.role === 'worker',
      web,
    },
    identityProvider: await composeGoogleSignIn(
      config.google.signIn && { ...config.google.signIn, ...config.google.endpoints },
      { baseUrl: config.http.baseUrl, logger },
    ),
    calendar: await composeCalendar(config, { clock }),
    jobs: {
      connectionString: config.database.queueUrl,
      handlers: config.role === 'api' ? null : jobHandlers,
      calendarSync: config.calendar.syncMode,
    },
    registration: config.registration,
    mailer: mail.mailer,
    mailIsSent: config.mail !== null,
    pushSender: await composePush(config),
    fileStore: await composeFileStore(config.files),
    releaseSource: composeReleases(config.releases, logger),
    errorMonitor,
    operators: await composeOperators(config, logger),
    clock,
    logger,
    isShuttingDown: () => shuttingDown,
  });
  const server = await open(service, config);

  shutdown.add({
    name: 'refuse readiness',
    limitMs: 1_000,
    run: () => {
      shuttingDown = true;
      return config.production ? new Promise((resolve) => setTimeout(resolve, DRAIN_MS)) : undefined;
    },
  });
  shutdown.add({
    name: 'finish requests and jobs',
    limitMs: 4_500,
    run: () => {
      service.streams.close();
      return waitForAll(server.close(), service.jobs.stop());
    },
  });
  shutdown.add({
    name: 'close connections',
    limitMs: 1_500,
    run: () => {
      mail.close();
      return waitForAll(service.close(), monitoring.close());
    },
  });
  shutdown.add({ name: 'stop the embedded database', limitMs: 2_500, run: () => database.stop() });
  shutdown.listenTo(process);
  announce(config, { port: server.port, servesWeb: web !== null }, logger);
}

async function open(service: Composition, config: Config): Promise<RunningServer> {
  try {
    await withReachableDatabase(
      config.database.queueUrl === null ? 'DATABASE_URL' : 'QUEUE_DATABASE_URL',
      () => service.jobs.start(),
    );
    if (config.role !== 'worker') warmUpQuickAdd();
    return await listen(service.app, config.http);
  } catch (error) {
    await service.jobs.stop();
    await service.close();
    throw error;
  }
}

/** Waits for all promises, even if one of them rejects. Rejects afterwards if one did. */
async function waitForAll(...tasks: readonly Promise<void>[]): Promise<void> {
  await Promise.allSettled(tasks);
  await Promise.all(tasks);
}

/** Logs the addresses that an operator needs first, such as those of the web client and the API reference. */
function announce(
  { http, production, database, dataDir, role }: Config,
  { port, servesWeb }: { port: number; servesWeb: boolean },
  logger: Logger,
): void {
  const address = http.port === 0 ? `http://localhost:${port}` : http.baseUrl;
  logger.info(`listening on ${http.host}:${port}`, {
    ...(servesWeb && { web: address }),
    role,
    ready: `${address}/health/ready`,
    ...(!production && role !== 'worker' && { docs: `${address}/docs` }),
    ...(database.url === null && { data: dataDir }),
  });
}
