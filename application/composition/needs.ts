import type { IdentityProvider, PasswordHasher, SecurityLog, TokenSigner } from '../accounts/ports.js';
import type { RegistrationMode } from '../../domain/accounts/registration.js';
import type { FileStore, NewDigest, ThumbnailMaker, TypeDetector } from '../attachments/ports.js';
import type { CalendarAuthorizer } from '../calendar/authorizer.js';
import type { DemoCalendar, TokenCipher } from '../calendar/ports.js';
import type { CalendarProvider } from '../calendar/provider.js';
import type { IcsReader, IcsSource } from '../days/ports.js';
import type { OperationContexts } from '../operations/ports.js';
import type { BulkLine } from '../bulk/bulk-line.js';
import type { Channel } from '../notifications/channels.js';
import type { PushSender } from '../notifications/ports.js';
import type { ReleaseSource } from '../releases/ports.js';
import type {
  Clock,
  Disk,
  ErrorMonitor,
  ExclusiveLock,
  IdempotencyStore,
  IdGenerator,
  Logger,
  Mailer,
  Metrics,
  OpaqueTokens,
  RateLimiter,
  Sealer,
} from '../shared/ports.js';
import type { Readers } from './readers.js';
import type { UnitOfWork, UnitOfWorkScope } from './unit-of-work.js';

/** All ports of the use cases, with the names under which use cases get them. */
export type UseCaseDependencies = Readers & {
  readonly unitOfWork: UnitOfWork;
  readonly operationContexts: OperationContexts;
  readonly disk: Disk;
  readonly clock: Clock;
  readonly ids: IdGenerator;
  readonly opaqueTokens: OpaqueTokens;
  /** Defines who may register an account. */
  readonly registration: RegistrationMode;
  readonly tokenSigner: TokenSigner;
  readonly passwordHasher: PasswordHasher;
  readonly sealer: Sealer;
  /** The external sign-in provider, or null if none is configured. */
  readonly identityProvider: IdentityProvider | null;
  /** The calendar provider, or null if none is configured. */
  readonly calendarProvider: CalendarProvider | null;
  /** The demo calendars. null unless the service runs with them. */
  readonly demoCalendar: DemoCalendar | null;
  /** The authorization server of the calendar provider, or null if none is configured. */
  readonly calendarAuthorizer: CalendarAuthorizer | null;
  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  readonly random: () => number;
  readonly tokenCipher: TokenCipher;
  readonly icsSource: IcsSource;
  readonly icsReader: IcsReader;
  readonly exclusiveLock: ExclusiveLock;
  readonly logger: Logger;
  /** Runs changes of whole households one after the other in this process. */
  readonly bulkLine: BulkLine;
  readonly idempotencyStore: IdempotencyStore;
  readonly rateLimiter: RateLimiter;
  readonly securityLog: SecurityLog;
  readonly errorMonitor: ErrorMonitor;
  readonly metrics: Metrics;
  readonly mailer: Mailer;
  /** The origin of the web client, to which links in mails lead. */
  readonly webBaseUrl: string;
  readonly fileStore: FileStore;
  readonly pushSender: PushSender;
  /** The channels that deliver notifications outside of the app. */
  readonly channels: readonly Channel[];
  readonly typeDetector: TypeDetector;
  readonly thumbnailMaker: ThumbnailMaker;
  readonly newDigest: NewDigest;
  /** The place where releases of the app are published. null if this server does not offer the app. */
  readonly releaseSource: ReleaseSource | null;
};

/**
 * The ports with these names. With `Touched`, it also includes a unit of work that offers only the repositories named
 * there, such as `Needs<'clock', 'feeds'>`.
 */
export type Needs<
  Names extends keyof UseCaseDependencies,
  Touched extends keyof UnitOfWorkScope = never,
> = Pick<UseCaseDependencies, Names> &
  ([Touched] extends [never] ? unknown : { readonly unitOfWork: UnitOfWork<Touched> });
