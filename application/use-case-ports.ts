import type { SessionDependencies } from './accounts/open-session.js';
import { connectionAccess } from './calendar/connection/connection-access.js';
import { mirrorOfConnections } from './calendar/connection-mirror.js';
import { turnsFollow } from './households/after-membership-change.js';
import type { CalendarAuthorizer } from './ports/calendar-authorizer.js';
import type { CalendarProvider } from './ports/calendar-provider.js';
import type { DemoCalendar } from './ports/demo-calendar.js';
import type { NewDigest } from './ports/digest.js';
import type { ErrorMonitor } from './ports/error-monitor.js';
import type { ExclusiveLock } from './ports/exclusive-lock.js';
import type { FileStore } from './ports/file-store.js';
import type { IdempotencyStore } from './ports/idempotency-store.js';
import type { IdentityProvider } from './ports/identity-provider.js';
import type { Logger } from './ports/logger.js';
import type { Mailer } from './ports/mailer.js';
import type { Metrics } from './ports/metrics.js';
import type { PasswordHasher } from './ports/password-hasher.js';
import type { PushSender } from './ports/push-sender.js';
import type { RateLimiter } from './ports/rate-limiter.js';
import type { Readers } from './ports/readers.js';
import type { ReleaseSource } from './ports/release-source.js';
import type { Sealer } from './ports/sealer.js';
import type { SecurityLog } from './ports/security-log.js';
import type { TokenCipher } from './ports/token-cipher.js';
import type { TypeDetector } from './ports/type-detector.js';
import type { UnitOfWork } from './ports/unit-of-work.js';

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
  const followed = { ...dependencies, connectionFollower: mirrorOfConnections(dependencies) };
  return {
    ...followed,
    calendarAccess: connectionAccess(followed),
    afterMembershipChange: turnsFollow(dependencies),
  };
}

export type Ports = ReturnType<typeof portsOf>;
