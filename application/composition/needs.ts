import type { IdentityProvider, PasswordHasher, SecurityLog, TokenSigner } from '../accounts/ports.js';
import type { RegistrationMode } from '../../domain/accounts/registration.js';
import type { FileStore, NewDigest, ThumbnailMaker, TypeDetector } from '../attachments/ports.js';
import type { CalendarAuthorizer } from '../calendar/authorizer.js';
import type { DemoCalendar, TokenCipher } from '../calendar/ports.js';
import type { CalendarProvider } from '../calendar/provider.js';
import type { IcsSource } from '../days/ports.js';
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

/** Every port of the use cases, under the name by which they get it. */
export type UseCaseDependencies = Readers & {
  readonly unitOfWork: UnitOfWork;
  readonly operationContexts: OperationContexts;
  readonly disk: Disk;
  readonly clock: Clock;
  readonly ids: IdGenerator;
  readonly opaqueTokens: OpaqueTokens;
  /** Who may make an account. */
  readonly registration: RegistrationMode;
  readonly tokenSigner: TokenSigner;
  readonly passwordHasher: PasswordHasher;
  readonly sealer: Sealer;
  /** null: signing in from outside is not configured. */
  readonly identityProvider: IdentityProvider | null;
  /** null: no calendar can be connected. */
  readonly calendarProvider: CalendarProvider | null;
  /** null: the calendars are real, or there are none. */
  readonly demoCalendar: DemoCalendar | null;
  /** null: no calendar can be connected. */
  readonly calendarAuthorizer: CalendarAuthorizer | null;
  /** From 0 up to 1. */
  readonly random: () => number;
  readonly tokenCipher: TokenCipher;
  readonly icsSource: IcsSource;
  readonly exclusiveLock: ExclusiveLock;
  readonly logger: Logger;
  /** Runs what changes whole households one at a time in this process. */
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
  /** By which people are told outside of their lists. */
  readonly channels: readonly Channel[];
  readonly typeDetector: TypeDetector;
  readonly thumbnailMaker: ThumbnailMaker;
  readonly newDigest: NewDigest;
  /** null: the app is not offered here. */
  readonly releaseSource: ReleaseSource | null;
};

/** These ports; with `Touched`, transactions over no more than those repositories: `Needs<'clock', 'feeds'>`. */
export type Needs<
  Names extends keyof UseCaseDependencies,
  Touched extends keyof UnitOfWorkScope = never,
> = Pick<UseCaseDependencies, Names> &
  ([Touched] extends [never] ? unknown : { readonly unitOfWork: UnitOfWork<Touched> });
