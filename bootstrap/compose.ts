import { BulkLine, type BulkLimits } from '../application/bulk/bulk-line.js';
import { emailChannel, pushChannel } from '../application/notifications/channels.js';
import { CalendarTimers, type CalendarSyncMode } from '../adapters/jobs/calendar-timers.js';
import { createApp, type HttpSettings } from '../adapters/http/app.js';
import type { Route } from '../adapters/http/route.js';
import { inLogContext } from '../adapters/logging/log-context.js';
import { LoggedSecurityEvents } from '../adapters/logging/security-log.js';
import { LoggingErrorMonitor, SeveralErrorMonitors } from '../adapters/monitoring/error-monitors.js';
import { ThreadedIcsReader } from '../adapters/ics/threaded-ics-reader.js';
import { HttpsIcsSource } from '../adapters/net/https-ics-source.js';
import { createPooledDatabase, type DatabaseOptions } from '../adapters/postgres/database.js';
import { DiskWatch } from '../adapters/disk/disk-watch.js';
import { PostgresDatabaseHealth } from '../adapters/postgres/inspection.js';
import { PostgresEventBus } from '../adapters/postgres/listen-notify/event-bus.js';
import { PostgresExclusiveLock } from '../adapters/postgres/shared/exclusive-lock.js';
import { PostgresIdempotencyRepository } from '../adapters/postgres/shared/idempotency-repository.js';
import { PostgresRateLimiter } from '../adapters/postgres/shared/rate-limiter.js';
import type { UsageCounter } from '../adapters/postgres/households/usage.js';
import { postgresReaders, PostgresUnitOfWork } from '../adapters/postgres/unit-of-work.js';
import { AesGcmTokenCipher, type CipherKey } from '../adapters/security/aes-gcm-token-cipher.js';
import { Argon2PasswordHasher, type Argon2Parameters } from '../adapters/security/argon2-password-hasher.js';
import { HmacSealer } from '../adapters/security/hmac-sealer.js';
import { JwtTokenSigner, type SigningKey } from '../adapters/security/jwt-token-signer.js';
import { RandomOpaqueTokens, UuidV7Generator } from '../adapters/security/random.js';
import { AsyncLocalOperationContexts } from '../adapters/operations/async-local-operation-contexts.js';
import { PublishingUnitOfWork } from '../application/composition/publishing-unit-of-work.js';
import { BEFORE_COMMIT } from '../application/composition/before-commit.js';
import type { JobHandlers } from '../application/shared/job-handlers.js';
import { FailOpenRateLimiter } from '../application/shared/fail-open-rate-limiter.js';
import type { Clock, ErrorMonitor, Logger, Mailer } from '../application/shared/ports.js';
import type { IdentityProvider } from '../application/accounts/ports.js';
import { FileTypeDetector, SharpThumbnailMaker } from '../adapters/files/file-contents.js';
import { sha256Digest } from '../adapters/security/sha256-digest.js';
import type { RegistrationMode } from '../domain/accounts/registration.js';
import type { IcsReader, IcsSource } from '../application/days/ports.js';
import type { PushSender } from '../application/notifications/ports.js';
import type { FileStore } from '../application/attachments/ports.js';
import type { ReleaseSource } from '../application/releases/ports.js';
import type { UnitOfWork } from '../application/composition/unit-of-work.js';
import type { UseCaseDependencies } from '../application/composition/needs.js';
import { useCases, type UseCases } from '../application/composition/use-cases.js';
import type { CalendarPorts } from './compose-calendar.js';
import { composeJobs, type ComposedJobs } from './compose-jobs.js';
import { countedPorts, operatorPages, type Operators } from './compose-operators.js';
import { jobHandlers } from './job-handlers.js';

export type Parts = {
  readonly database: DatabaseOptions;
  readonly signingKeys: readonly SigningKey[];
  readonly encryptionKeys: readonly CipherKey[];
  readonly http: HttpSettings;
  /** The provider for sign-in with Google. null means that this sign-in is not available. */
  readonly identityProvider: IdentityProvider | null;
  /** The ports of the calendar provider. null means that no calendar can be connected. */
  readonly calendar: CalendarPorts | null;
  readonly jobs: {
    /** The connection string of the queue's database. null means the main database. */
    readonly connectionString: string | null;
    /**
     * Creates the job handlers of this process from its use cases. null means that it only adds jobs and other
     * processes run them.
     */
    readonly handlers: ((useCases: UseCases) => JobHandlers) | null;
    /** How changes are written to the calendars. By default jobs write them. */
    readonly calendarSync?: CalendarSyncMode;
  };
  /** Defines who may create an account. By default anybody may. */
  readonly registration?: RegistrationMode;
  readonly mailer: Mailer;
  /** True if the mailer sends e-mails, false if it writes them to files. */
  readonly mailIsSent: boolean;
  readonly pushSender: PushSender;
  /** Fetches day calendars. By default only from public addresses. */
  readonly icsSource?: IcsSource;
  readonly icsReader?: IcsReader;
  /** Stores the content of attachments. */
  readonly fileStore: FileStore;
  /**
   * The place where releases of the Android app are published. null means that this service does not offer the app.
   */
  readonly releaseSource: ReleaseSource | null;
  /** Receives errors in addition to the log. null means that errors are only logged. */
  readonly errorMonitor: ErrorMonitor | null;
  /** The token and metrics for operators. null means that there are no routes for operators. */
  readonly operators: Operators | null;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly isShuttingDown: () => boolean;
  /** The parameters of password hashing. Tests use weaker ones to be fast. */
  readonly argon2?: Argon2Parameters;
  /** Counts what households and accounts have, for their limits. By default the counts are cached for a minute. */
  readonly usageCounter?: UsageCounter;
  /**
   * The data folder of the embedded database, whose disk is watched. Missing or null means that the database is
   * elsewhere.
   */
  readonly dataFolder?: string | null;
  /** Watches how full the disk is. The default watches the disk of the data folder. */
  readonly disk?: DiskWatch;
  /** The limits for bulk work, which changes whole households. */
  readonly bulkLimits?: Partial<BulkLimits>;
};

export type Composition = {
  readonly app: ReturnType<typeof createApp>['app'];
  readonly routes: readonly Route[];
  readonly useCases: UseCases;
  readonly unitOfWork: UnitOfWork;
  /** The job queue. After `start`, jobs can be added, and are run if this process has handlers. */
  readonly jobs: Pick<ComposedJobs, 'start' | 'stop'>;
  readonly streams: {
    /** Ends all open streams and accepts no new ones. The server cannot stop while streams are open. */
    close(): void;
    /** Resolves when the streams receive events of other processes, or when the service is closed. */
    listening(): Promise<void>;
  };
  /** Ends the streams and closes all database connections. The pool waits for running statements. */
  close(): Promise<void>;
};

/** Creates the application: connects all adapters with the use cases. */
export function compose({
  database,
  signingKeys,
  encryptionKeys,
  http,
  identityProvider,
  calendar,
  jobs,
  registration = 'open',
  mailer,
  mailIsSent,
  pushSender,
  icsSource = new HttpsIcsSource(),
  icsReader = new ThreadedIcsReader(),
  fileStore,
  releaseSource,
  errorMonitor,
  operators,
  clock,
  logger,
  isShuttingDown,
  argon2,
  usageCounter,
  dataFolder = null,
  disk = new DiskWatch({ folder: dataFolder }),
  bulkLimits,
}: Parts): Composition {
  const {
    db,
    connections,
    close: closePool,
  } = createPooledDatabase({
    ...database,
    onIdleError: (error) => logger.warn('database connection lost', { error }),
    onDiskFull: () => disk.failed(),
  });
  const eventBus = new PostgresEventBus({ db, connectionString: database.connectionString, logger });
  const ids = new UuidV7Generator();
  const operationContexts = new AsyncLocalOperationContexts();
  const timers = new CalendarTimers({
    mode: jobs.calendarSync ?? 'queue',
    clock,
    logger,
    withoutOperation: (work) => operationContexts.withoutOperation(work),
  });
  const unitOfWork = new PublishingUnitOfWork(
    new PostgresUnitOfWork(
      db,
      (transaction, afterCommit) => timers.around(queue.within(transaction, afterCommit)),
      (reason, error) => {
        operators?.metrics.retried(reason);
        if (reason === 'deadlock') logger.warn('transaction retried after a deadlock', { error });
      },
      usageCounter,
    ),
    BEFORE_COMMIT,
    eventBus,
    { operationContexts, ids, clock, disk },
  );
  const counted = countedPorts(
    { calendarProvider: calendar?.provider ?? null, mailer, pushSender, icsSource },
    operators,
  );
  const locks = new PostgresExclusiveLock({ connectionString: database.connectionString });
  const rateLimiter = new FailOpenRateLimiter(new PostgresRateLimiter(db, clock), { clock, logger });
  const bulkLine = new BulkLine(bulkLimits);
  const ports: UseCaseDependencies = {
    ...postgresReaders(db),
    unitOfWork,
    bulkLine,
    operationContexts,
    disk,
    idempotencyStore: new PostgresIdempotencyRepository(db),
    passwordHasher: new Argon2PasswordHasher(argon2),
    sealer: new HmacSealer(signingKeys),
    identityProvider,
    calendarAuthorizer: calendar && calendar.authorizer,
    calendarProvider: counted.calendarProvider,
    demoCalendar: calendar?.demo ?? null,
    random: () => Math.random(),
    exclusiveLock: locks,
    tokenCipher: new AesGcmTokenCipher(encryptionKeys),
    logger,
    tokenSigner: new JwtTokenSigner(signingKeys),
    opaqueTokens: new RandomOpaqueTokens(),
    registration,
    ids,
    rateLimiter,
    securityLog: new LoggedSecurityEvents(logger),
    errorMonitor: new SeveralErrorMonitors([
      new LoggingErrorMonitor(logger),
      ...(errorMonitor ? [errorMonitor] : []),
    ]),
    metrics: operators?.metrics ?? { calendarCallSaved: () => undefined },
    mailer: counted.mailer,
    pushSender: counted.pushSender,
    channels: [pushChannel, emailChannel],
    icsSource: counted.icsSource,
    icsReader,
    fileStore,
    typeDetector: new FileTypeDetector(),
    thumbnailMaker: new SharpThumbnailMaker(),
    newDigest: sha256Digest,
    releaseSource,
    webBaseUrl: http.webBaseUrl,
    clock,
  };
  const all = useCases(ports);
  const queue = composeJobs({
    db,
    mainDatabase: database.connectionString,
    queueDatabase: jobs.connectionString,
    news: { announce: () => eventBus.announceJobs(), subscribe: (listener) => eventBus.onJobs(listener) },
    logger,
    handlers: jobs.handlers && timers.without(jobs.handlers(all)),
    observer: operators?.metrics,
  });
  const pages =
    operators &&
    operatorPages(operators, jobs.connectionString ?? database.connectionString, queue.operations);
  const health = new PostgresDatabaseHealth(db);
  const { app, routes, streams } = createApp({
    useCases: all,
    bulkLine,
    clock,
    logger,
    rateLimiter,
    inLogContext,
    eventBus,
    requestObserver: operators?.metrics ?? null,
    operators: pages?.settings ?? null,
    health: {
      isReachable: () => health.isReachable(),
      isDiskFull: () => disk.isFull(),
      isShuttingDown,
    },
    offers: {
      registration,
      calendar: calendar === null ? 'none' : calendar.demo ? 'demo' : 'google',
      google: identityProvider !== null,
      push: pushSender.publicKey !== null,
      mail: mailIsSent,
    },
    settings: http,
  });
  operators?.metrics.watch({ connections, openStreams: () => streams.size, jobs: queue.counts });
  return {
    app,
    routes,
    useCases: all,
    unitOfWork,
    jobs: {
      start: async () => {
        await disk.start();
        await queue.start();
        timers.start(jobHandlers(all), { withRounds: jobs.handlers !== null });
      },
      stop: async () => {
        await Promise.all([timers.stop(), queue.stop()]);
      },
    },
    streams: { close: () => streams.close(), listening: () => eventBus.listening() },
    close: async () => {
      streams.close();
      disk.stop();
      await Promise.all([eventBus.close(), locks.close(), pages?.close()]);
      await closePool();
    },
  };
}
