import type { IcsSource } from '../../application/days/ports.js';
import type { Express } from 'express';
import { splitRequestId } from '../../adapters/jobs/pg-boss-job-queue.js';
import { openApiDocument } from '../../adapters/http/openapi/document.js';
import type { Route } from '../../adapters/http/route.js';
import type { JobName } from '../../application/shared/job-queue.js';
import type { LogFields, Logger } from '../../application/shared/ports.js';
import { InMemoryFileStore } from './memory/attachments/file-store.js';
import { UNTHREADED_READER } from './scripted-ics-source.js';
import { PlatformPushSender } from '../../adapters/push/platform-push-sender.js';
import type { UnitOfWork } from '../../application/composition/unit-of-work.js';
import type { UseCases } from '../../application/composition/use-cases.js';
import { compose, type Parts } from '../../bootstrap/compose.js';
import { parseEncryptionKeys, parseJwtSecrets } from '../../bootstrap/config/secrets.js';
import { composeGoogleSignIn, type GoogleSignInSettings } from '../../bootstrap/compose-providers.js';
import { jobHandlers } from '../../bootstrap/job-handlers.js';
import type { HouseholdId, MemberId, UserId } from '../../domain/shared/ids.js';
import { Api, forget, PASSWORD } from './api.js';
import { emptyTables } from './database/forget-everything.js';
import { createTestDatabase, query, type TestDatabase } from './database/test-database.js';
import { OpenApiChecker } from './openapi-checker.js';
import { RecordingLogger } from './recording-logger.js';
import { RecordingMailer } from './recording-mailer.js';
import { SettableClock } from './settable-clock.js';

export type TestService = {
  readonly api: Api;
  readonly clock: SettableClock;
  readonly routes: readonly Route[];
  readonly logger: RecordingLogger;
  readonly useCases: UseCases;
  readonly unitOfWork: UnitOfWork;
  readonly connectionString: string;
  readonly mailer: RecordingMailer;
  /** Runs the background jobs that wait, oldest first. Returns their names. */
  performJobs(): Promise<readonly JobName[]>;
  /** Starts another process on the same database, with the same clock. */
  another(options?: ServiceOptions): Promise<TestService>;
  query(text: string): Promise<Record<string, unknown>[]>;
  /**
   * Returns the SQL statements that the service sends during `work`. The notifications to other processes are
   * left out, because nothing waits for them.
   */
  statementsOf(work: () => Promise<unknown>): Promise<readonly string[]>;
  /** Makes the user a member of the household at `path`. */
  join(path: string, userId: string): Promise<void>;
  leave(path: string, userId: string): Promise<void>;
  credentialsOf(userId: string): Promise<{ email: string; password: string }>;
  /**
   * Creates the same service with a database that does not work or does not exist, and a list of the errors
   * that it logs.
   */
  failing(address?: string): { api: Api; errors: readonly LogFields[]; close(): Promise<void> };
  /** Empties the database and the job queue, and clears the recorded logs and mails. */
  forgetEverything(): Promise<void>;
  close(): Promise<void>;
};

export type ServiceOptions = {
  now?: string;
  production?: boolean;
  rateLimits?: { global: number; auth: number };
  trustProxy?: number;
  webBaseUrl?: string;
  /** By default the service has no web client. */
  web?: Parts['http']['web'];
  /** Uses the real parameters of the password hash instead of fast ones. */
  slowHashes?: boolean;
  /** Each secret is `kid:secret`, and the first one signs. */
  jwtSecrets?: string;
  database?: Partial<Parts['database']>;
  /** Gets everything that is logged, in addition to the recording logger. */
  logger?: Logger;
  googleSignIn?: GoogleSignInSettings;
  mailIsSent?: Parts['mailIsSent'];
  registration?: Parts['registration'];
  pushSender?: Parts['pushSender'];
  /** By default every calendar address is unreachable. */
  icsSource?: IcsSource;
  /** By default files are kept in memory. */
  fileStore?: Parts['fileStore'];
  releaseSource?: Parts['releaseSource'];
  streams?: Parts['http']['streams'];
  admission?: Parts['http']['admission'];
  usageCounter?: Parts['usageCounter'];
  bulkLimits?: Parts['bulkLimits'];
  disk?: Parts['disk'];
  calendar?: Parts['calendar'];
  calendarSync?: Parts['jobs']['calendarSync'];
  errorMonitor?: Parts['errorMonitor'];
  operators?: Parts['operators'];
  /** Each key is `v1:base64`, and the first one encrypts. */
  encryptionKeys?: string;
};

const PLENTY = { global: 1_000_000, auth: 1_000_000 };
export const START = '2026-11-21T12:00:00Z';

/** Starts the whole service on a database of its own, with a clock that the test moves. */
export async function startService(options: ServiceOptions = {}): Promise<TestService> {
  const database = await createTestDatabase();
  const clock = new SettableClock(options.now ?? START);
  return startOn(database, clock, options, () => database.drop());
}

/** Starts the service on an existing database, which is not dropped at the end. */
export async function serviceOn(database: TestDatabase, options: ServiceOptions = {}): Promise<TestService> {
  const clock = new SettableClock(options.now ?? START);
  return startOn(database, clock, options, () => Promise.resolve());
}

async function startOn(
  database: TestDatabase,
  clock: SettableClock,
  options: ServiceOptions,
  afterwards: () => Promise<void>,
): Promise<TestService> {
  const { connectionString } = database;
  const logger = new RecordingLogger(options.logger);
  const mailer = new RecordingMailer();
  const seen = { statements: [] as string[] };
  const onStatement = (text: string) => void seen.statements.push(text);
  const identityProvider = await composeGoogleSignIn(options.googleSignIn ?? null, {
    baseUrl: BASE_URL,
    logger,
  });
  const own = { clock, logger, mailer, identityProvider };
  const composed = compose(parts(connectionString, own, options, onStatement));
  await composed.jobs.start();
  await composed.streams.listening();
  const { unitOfWork, routes, useCases } = composed;
  const api = checkedApi(composed.app, routes);
  const householdOf = (path: string) => path.split('/').at(-1) as HouseholdId;

  return {
    api,
    clock,
    routes,
    logger,
    mailer,
    useCases,
    unitOfWork,
    connectionString,
    query: (text) => query(database, text),
    performJobs: () => performJobs(database, useCases),
    another: (others = {}) => startOn(database, clock, { ...options, ...others }, () => Promise.resolve()),
    statementsOf: async (work) => {
      const { statements } = seen;
      statements.length = 0;
      await work();
      return statements.filter((text) => !text.includes('pg_notify'));
    },
    join: (path, userId) =>
      unitOfWork.run(({ households }) =>
        households.insertMember({
          id: userId as MemberId,
          householdId: householdOf(path),
          accountId: userId as UserId,
          displayName: null,
          role: 'MEMBER',
          color: '#dc2626',
          joinedAt: clock.now(),
          leftAt: null,
          awayPeriods: [],
          weight: 100,
          isProxy: false,
          group: 'ADULT',
          takesTurns: true,
          managerIds: [],
          hasPin: false,
          activeFrom: null,
          activeUntil: null,
        }),
      ),
    leave: (path, userId) =>
      unitOfWork.run(async ({ households }) => {
        const member = (await households.members(householdOf(path))).find(({ id }) => id === userId);
        if (member === undefined) throw new Error('no such member');
        await households.saveMember({ ...member, leftAt: clock.now() });
      }),
    credentialsOf: (userId) =>
      unitOfWork.run(async ({ accounts }) => {
        const account = await accounts.find(userId as UserId);
        return { email: account?.email ?? '', password: PASSWORD };
      }),
    failing: (address) => {
      const errors = new RecordingLogger();
      const broken = new URL(connectionString);
      broken.pathname = '/postgres';
      const other = compose(parts(address ?? broken.toString(), { ...own, logger: errors }, options));
      return {
        api: new Api(other.app, api.checker),
        errors: errors.events('error'),
        close: async () => {
          forget(other.app);
          await other.close();
        },
      };
    },
    forgetEverything: async () => {
      await emptyTables((statement) => query(database, statement));
      await query(database, 'delete from pgboss.job');
      logger.forget();
      mailer.sent.length = 0;
    },
    close: async () => {
      forget(composed.app);
      await composed.jobs.stop();
      await composed.close();
      await afterwards();
    },
  };
}

/** Performs the waiting jobs without their delays. Of jobs added together, those without a delay come first. */
async function performJobs(database: TestDatabase, useCases: UseCases): Promise<readonly JobName[]> {
  const handlers = jobHandlers(useCases);
  const names: JobName[] = [];
  const known = Object.keys(handlers).map((name) => `'${name}'`);
  const waiting = await query(
    database,
    `with waiting as (
       delete from pgboss.job where state < 'active' and name in (${known.join(', ')}) returning *
     ) select name, data from waiting order by created_on, start_after <> created_on, id`,
  );
  for (const { name, data } of waiting as { name: JobName; data: unknown }[]) {
    names.push(name);
    await (handlers[name] as (payload: unknown) => Promise<void>)(splitRequestId(data).payload);
  }
  return names;
}

/**
 * One checker for each list of methods and paths, for all services of a worker, because making the document takes longer
 * than starting a service. Services with the same list have the same schemas.
 */
const checkers = new Map<string, OpenApiChecker>();

function checkedApi(app: Express, routes: readonly Route[]): Api {
  const key = routes.map(({ method, path }) => `${method} ${path}`).join();
  let checker = checkers.get(key);
  if (checker === undefined) {
    checker = new OpenApiChecker(openApiDocument(routes, { version: '', baseUrl: BASE_URL }));
    checkers.set(key, checker);
  }
  return new Api(app, checker);
}

const BASE_URL = 'http://localhost:3000';
const ENCRYPTION_KEY = `v1:${Buffer.alloc(32, 'tests').toString('base64')}`;
const SECRET = 'test:a key of 32 bytes that only the tests know';

const NOWHERE: IcsSource = {
  read: () => Promise.resolve({ kind: 'failed', error: 'UNREACHABLE', reason: 'nowhere' }),
};

function parts(
  connectionString: string,
  {
    clock,
    logger,
    mailer,
    identityProvider,
  }: Pick<Parts, 'clock' | 'logger' | 'mailer' | 'identityProvider'>,
  options: ServiceOptions,
  onStatement?: (text: string) => void,
): Parts {
  return {
    database: {
      connectionString,
      poolSize: 10,
      // Long timeouts, so that a busy machine does not cause answers with status 503. Tests of these limits
      // set their own.
      connectionTimeoutMs: 30_000,
      statementTimeoutMs: 60_000,
      lockTimeoutMs: 30_000,
      ...(onStatement && { onStatement }),
      ...options.database,
    },
    signingKeys: parseJwtSecrets(options.jwtSecrets ?? SECRET),
    encryptionKeys: parseEncryptionKeys(options.encryptionKeys ?? ENCRYPTION_KEY),
    http: {
      version: '0.0.0',
      baseUrl: BASE_URL,
      webBaseUrl: options.webBaseUrl ?? 'https://web.example.org',
      appScheme: 'planner',
      production: options.production ?? false,
      cookieSecure: true,
      trustProxy: options.trustProxy ?? false,
      rateLimits: options.rateLimits ?? PLENTY,
      ...(options.web && { web: options.web }),
      ...(options.streams && { streams: options.streams }),
      ...(options.admission && { admission: options.admission }),
    },
    identityProvider,
    calendar: options.calendar ?? null,
    jobs: {
      connectionString: null,
      handlers: null,
      ...(options.calendarSync && { calendarSync: options.calendarSync }),
    },
    mailer,
    mailIsSent: options.mailIsSent ?? false,
    ...(options.registration && { registration: options.registration }),
    pushSender: options.pushSender ?? new PlatformPushSender({ android: null, web: null }),
    icsSource: options.icsSource ?? NOWHERE,
    icsReader: UNTHREADED_READER,
    fileStore: options.fileStore ?? new InMemoryFileStore(clock),
    releaseSource: options.releaseSource ?? null,
    errorMonitor: options.errorMonitor ?? null,
    operators: options.operators ?? null,
    clock,
    logger,
    isShuttingDown: () => false,
    ...(options.usageCounter && { usageCounter: options.usageCounter }),
    ...(options.disk && { disk: options.disk }),
    ...(options.bulkLimits && { bulkLimits: options.bulkLimits }),
    ...(!options.slowHashes && { argon2: { memoryCost: 8, timeCost: 1, parallelism: 1 } }),
  };
}
