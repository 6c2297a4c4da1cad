import { BulkLine } from '../../../application/bulk/bulk-line.js';
import { AsyncLocalOperationContexts } from '../../../adapters/operations/async-local-operation-contexts.js';
import { DemoCalendarAuthorizer } from '../../../adapters/demo-calendar/demo-calendar-authorizer.js';
import { DemoCalendarHand } from '../../../adapters/demo-calendar/demo-calendar-hand.js';
import { DemoCalendarProvider } from '../../../adapters/demo-calendar/demo-calendar-provider.js';
import { InMemoryFileStore } from '../memory/attachments/file-store.js';
import { InMemoryEventBus } from '../memory/shared/single-process.js';
import { InMemoryExclusiveLock } from '../memory/shared/single-process.js';
import { InMemoryRateLimiter } from '../memory/shared/single-process.js';
import { FileTypeDetector, SharpThumbnailMaker } from '../../../adapters/files/file-contents.js';
import { AesGcmTokenCipher } from '../../../adapters/security/aes-gcm-token-cipher.js';
import { HmacSealer } from '../../../adapters/security/hmac-sealer.js';
import { JwtTokenSigner } from '../../../adapters/security/jwt-token-signer.js';
import { sha256Digest } from '../../../adapters/security/sha256-digest.js';
import { emailChannel, pushChannel } from '../../../application/notifications/channels.js';
import type { PushSender } from '../../../application/notifications/ports.js';
import { BEFORE_COMMIT } from '../../../application/composition/before-commit.js';
import { PublishingUnitOfWork } from '../../../application/composition/publishing-unit-of-work.js';
import type { JobName, Jobs } from '../../../application/shared/job-queue.js';
import type { IdempotencyStore, ReportedError } from '../../../application/shared/ports.js';
import type { Readers } from '../../../application/composition/readers.js';
import type { Transactions } from '../../../application/shared/transactions.js';
import type { StoreScope, UnitOfWork } from '../../../application/composition/unit-of-work.js';
import { useCases, type UseCases } from '../../../application/composition/use-cases.js';
import { parseEncryptionKeys, parseJwtSecrets } from '../../../bootstrap/config/secrets.js';
import { jobHandlers } from '../../../bootstrap/job-handlers.js';
import { RepeatableIds } from '../../../bootstrap/seed/simulated-time.js';
import type { HouseholdId } from '../../../domain/shared/ids.js';
import type { JournalEntry } from '../../../domain/sync/journal.js';
import { ReceivedEvents } from '../received-events.js';
import { RecordingLogger } from '../recording-logger.js';
import { RecordingMailer } from '../recording-mailer.js';
import { SettableClock } from '../settable-clock.js';
import { ScriptedIcsSource, UNTHREADED_READER } from '../scripted-ics-source.js';
import { FakeGoogleSignIn } from './fake-google-sign-in.js';
import { InMemoryDemoState } from './in-memory-demo-state.js';
import { fakePasswordHasher, RepeatableTokens } from './repeatable.js';

export type WaitingJob = { readonly name: JobName; readonly payload: Jobs[JobName] };

/**
 * The storage that the use cases run on, with access to the queued jobs and to rows that are left of a
 * household.
 */
export type Storage = {
  readonly readers: Readers;
  readonly unitOfWork: Transactions<StoreScope>;
  readonly idempotencyStore: IdempotencyStore;
  /** Returns the jobs that were added since the last call, oldest first. */
  takeJobs(): Promise<readonly WaitingJob[]>;
  /** Returns the names of the tables that contain rows of this household. */
  remnantsOf(householdId: HouseholdId): Promise<readonly string[]>;
};

/** All use cases on the given storage. All other ports are fakes that behave the same in every run. */
export class Application {
  readonly clock: SettableClock;
  readonly storage: Storage;
  readonly unitOfWork: UnitOfWork;
  readonly useCases: UseCases;
  readonly mailer = new RecordingMailer();
  readonly logger = new RecordingLogger();
  readonly received = new ReceivedEvents();
  readonly pushed: Parameters<PushSender['send']>[0][] = [];
  readonly calendars = new InMemoryDemoState();
  readonly addresses = new ScriptedIcsSource();
  readonly google = new FakeGoogleSignIn();
  readonly reported: ReportedError[] = [];
  isDiskFull = false;
  readonly #journals: (readonly JournalEntry[])[] = [];
  readonly #rolledBack: (readonly JournalEntry[])[] = [];

  constructor(storage: Storage, now = '2026-11-21T12:00:00Z') {
    const clock = new SettableClock(now);
    const ids = new RepeatableIds(clock);
    const operationContexts = new AsyncLocalOperationContexts();
    const disk = { isFull: () => this.isDiskFull };
    const bus = new InMemoryEventBus();
    bus.subscribe(this.received);
    const { calendars: state, mailer, logger, pushed } = this;
    [this.clock, this.storage] = [clock, storage];
    this.unitOfWork = new PublishingUnitOfWork(this.#watched(storage.unitOfWork), BEFORE_COMMIT, bus, {
      operationContexts,
      ids,
      clock,
      disk,
    });
    this.useCases = useCases({
      registration: 'open',
      ...storage.readers,
      ...{ clock, ids, mailer, logger },
      unitOfWork: this.unitOfWork,
      bulkLine: new BulkLine(),
      operationContexts,
      disk,
      idempotencyStore: storage.idempotencyStore,
      passwordHasher: fakePasswordHasher,
      opaqueTokens: new RepeatableTokens(),
      tokenSigner: new JwtTokenSigner(SIGNING_KEYS),
      sealer: new HmacSealer(SIGNING_KEYS),
      tokenCipher: new AesGcmTokenCipher(ENCRYPTION_KEYS),
      identityProvider: this.google,
      calendarAuthorizer: new DemoCalendarAuthorizer({ redirectUri: 'http://localhost/back', state, clock }),
      calendarProvider: new DemoCalendarProvider({ state, clock }),
      demoCalendar: new DemoCalendarHand({ state, clock }),
      random: () => 0.5,
      exclusiveLock: new InMemoryExclusiveLock(),
      rateLimiter: new InMemoryRateLimiter(clock),
      securityLog: { record: () => undefined },
      errorMonitor: { report: (error) => void this.reported.push(error) },
      metrics: { calendarCallSaved: () => undefined },
      pushSender: {
        reaches: () => true,
        publicKey: null,
        send: (address) => {
          pushed.push(address);
          return Promise.resolve({ kind: 'sent' });
        },
      },
      channels: [pushChannel, emailChannel],
      icsSource: this.addresses,
      icsReader: UNTHREADED_READER,
      fileStore: new InMemoryFileStore(clock),
      typeDetector: new FileTypeDetector(),
      thumbnailMaker: new SharpThumbnailMaker(),
      newDigest: sha256Digest,
      releaseSource: null,
      webBaseUrl: 'https://web.example.org',
    });
  }

  /** Returns the changes of each transaction since the last call, by kind and id. */
  takeJournals(): readonly (readonly JournalEntry[])[] {
    const key = ({ kind, id }: JournalEntry) => `${kind} ${id}`;
    return this.#journals
      .splice(0)
      .filter((entries) => entries.length > 0)
      .map((entries) => entries.toSorted((a, b) => (key(a) < key(b) ? -1 : 1)));
  }

  /** Returns the changes of the transactions that were rolled back since the last call. */
  takeRolledBack(): readonly (readonly JournalEntry[])[] {
    return this.#rolledBack.splice(0);
  }

  #watched(transactions: Transactions<StoreScope>): Transactions<StoreScope> {
    return {
      run: (work) =>
        transactions.run(async (scope) => {
          const result = await work(scope).catch((error: unknown) => {
            this.#rolledBack.push(scope.journal.entries());
            throw error;
          });
          this.#journals.push(scope.journal.entries());
          return result;
        }),
    };
  }

  /**
   * Runs all waiting jobs, oldest first, and the jobs that they add. Returns the names of the jobs that ran.
   */
  async performJobs(): Promise<readonly JobName[]> {
    const done: JobName[] = [];
    for (
      let names = await this.performWaitingJobs();
      names.length > 0;
      names = await this.performWaitingJobs()
    )
      done.push(...names);
    return done;
  }

  /** Runs the waiting jobs, oldest first, but not the jobs that they add. Returns their names. */
  async performWaitingJobs(): Promise<readonly JobName[]> {
    const handlers = jobHandlers(this.useCases);
    const waiting = await this.storage.takeJobs();
    for (const { name, payload } of waiting)
      await (handlers[name] as (payload: unknown) => Promise<void>)(payload);
    return waiting.map(({ name }) => name);
  }
}

const SIGNING_KEYS = parseJwtSecrets('test:a key of 32 bytes that only the tests know');
export const ENCRYPTION_KEYS = parseEncryptionKeys(`v1:${Buffer.alloc(32, 'tests').toString('base64')}`);
