import type { SessionDependencies } from './accounts/open-session.js';
import { connectionAccess } from './calendar/connection/connection-access.js';
import { mirrorOfConnections } from './calendar/connection-mirror.js';
import { replanAfterMembershipChange } from './households/after-membership-change.js';
import type { CalendarAuthorizer } from './calendar/authorizer.js';
import type { CalendarProvider } from './calendar/provider.js';
import type { DemoCalendar, TokenCipher } from './calendar/ports.js';
import type { NewDigest, FileStore, TypeDetector } from './attachments/ports.js';
import type {
  ErrorMonitor,
  ExclusiveLock,
  IdempotencyStore,
  Logger,
  Mailer,
  Metrics,
  RateLimiter,
  Sealer,
} from './shared/ports.js';
import type { IdentityProvider, PasswordHasher, SecurityLog } from './accounts/ports.js';
import type { PushSender } from './notifications/ports.js';
import type { Readers } from './shared/readers.js';
import type { ReleaseSource } from './releases/ports.js';
import type { UnitOfWork } from './shared/unit-of-work.js';

export type UseCaseDependencies = SessionDependencies &
  Readers & {
    readonly unitOfWork: UnitOfWork;
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
    readonly exclusiveLock: ExclusiveLock;
    readonly logger: Logger;
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
    readonly typeDetector: TypeDetector;
    readonly newDigest: NewDigest;
    /** null: the app is not offered here. */
    readonly releaseSource: ReleaseSource | null;
  };

/** What the use cases are made of: the ports, and what areas do for each other. */
export function portsOf(dependencies: UseCaseDependencies) {
  const listened = { ...dependencies, connectionListener: mirrorOfConnections(dependencies) };
  return {
    ...listened,
    calendarAccess: connectionAccess(listened),
    afterMembershipChange: replanAfterMembershipChange(dependencies),
  };
}

export type Ports = ReturnType<typeof portsOf>;
