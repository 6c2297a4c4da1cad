import type { Instant, TimeZone } from '../../domain/shared/zone.js';
import type { CivilDate } from '../../domain/shared/civil-date.js';
import type { Occurrence } from '../../domain/tasks/occurrence.js';
import type { Locale } from '../../domain/shared/locale.js';
import { ApplicationError } from './errors.js';
import type { DisplayId, HouseholdId, UserId, MemberId } from '../../domain/shared/ids.js';
import type { Topic } from '../../domain/sync/page.js';

export type OutboundRequest = {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
};

export type OutboundAnswer =
  | { readonly kind: 'answered'; readonly status: number; readonly headers: Pick<Headers, 'get'> }
  /** The address is none that may be called; waiting does not change that. */
  | { readonly kind: 'refused' };

/**
 * Sends a request without a body to an address that a user has given: only where that is public. Follows no redirect and
 * reads no body of the answer. Rejects when there is no answer.
 */
export type SendOutbound = (url: string, request: OutboundRequest) => Promise<OutboundAnswer>;

export interface Clock {
  now(): Instant;
}

export interface IdGenerator {
  /**
   * A new UUIDv7, branded as the place that takes it wants; ids of one process grow from call to call, so
   * creation order is id order.
   */
  next<Id extends string>(): Id;
}

/** Random secrets that are given out once and kept only as a hash. */
export interface OpaqueTokens {
  /** 256 random bits in base64url. */
  generate(): string;
  /** Returns the SHA-256 in hexadecimal. Only this hash of a token is stored and looked up. */
  hash(token: string): string;
  /** SHA-256 in base64url: the S256 code challenge of a verifier (RFC 7636, section 4.2). */
  codeChallenge(verifier: string): string;
}

/** Lets a browser carry something of ours that it may read but not change. */
export interface Sealer {
  /** `value` as text for a cookie, good until `expiresAt`. What is sealed for one purpose opens for no other. */
  seal(purpose: string, value: object, expiresAt: Instant): string;
  /**
   * Returns the sealed value. Returns null if we did not seal the text for this purpose, if it was changed, or
   * if it has expired at `now`.
   */
  open(purpose: string, sealed: string, now: Instant): unknown;
  /**
   * Returns 256 bits in base64url that are computed from `value` and the current key. Nobody without the key
   * can compute them.
   */
  derive(purpose: string, value: string): string;
}

export type LogFields = Readonly<Record<string, unknown>>;

/**
 * The log that operators read. An implementation writes one line per event, whatever the texts contain, and
 * never throws.
 *
 * Fields are flat. A field that is an Error is written with its causes and its stack. Callers pass a fixed
 * message with fields, and never a token, password, e-mail address or title. As a second protection, an
 * implementation masks fields with names like those of secrets.
 */
export interface Logger {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
  /** A logger that adds `fields` to every event; an event's own fields win. */
  child(fields: LogFields): Logger;
}

/**
 * Measurements that only use cases can make. Calls of ports are counted by wrappers around the ports. Never
 * throws.
 */
export interface Metrics {
  /** Something changed that the calendar shows already: a call to its provider was not needed. */
  calendarCallSaved(): void;
}

/** An error that a client reports. Anybody can send one, so its texts are shortened and masked. */
export type ReportedClientError = {
  readonly source: 'client';
  readonly message: string;
  readonly stack: string | null;
  readonly release: string | null;
  readonly url: string | null;
  readonly userAgent: string | null;
  /** JSON, possibly cut off. */
  readonly context: string | null;
};

/** A defect of the service itself. */
export type ReportedDefect = {
  readonly source: 'service';
  /** The kind of failure, in fixed words. */
  readonly failure: string;
  /** The error and what caused it, outermost first; bounded, and masked. */
  readonly errors: readonly {
    readonly name: string;
    readonly message: string;
    readonly stack: string | null;
  }[];
  /** The request or job in which it happened, by names and ids. */
  readonly place: Readonly<Record<string, string | number>>;
};

export type ReportedError = ReportedClientError | ReportedDefect;

/** The service that collects errors for engineers. Never throws and never waits. */
export interface ErrorMonitor {
  report(error: ReportedError): void;
}

type Letter = {
  /** One address. */
  readonly to: string;
  readonly locale: Locale;
  readonly link: string;
};

export type PasswordResetMail = Letter & {
  readonly kind: 'passwordReset';
  readonly name: string;
  readonly validForMinutes: number;
};

export type IdentityLinkedMail = Letter & { readonly kind: 'identityLinked'; readonly name: string };

export type EmailChangeMail = Letter & {
  readonly kind: 'emailProof' | 'emailRefusal' | 'emailChanged';
  readonly name: string;
};

export type InvitationMail = Letter & {
  readonly kind: 'invitation';
  readonly inviter: string;
  readonly household: string;
  readonly expiresAt: Instant;
  readonly timeZone: TimeZone;
};

type MailedTask = Pick<Occurrence, 'title' | 'date' | 'time'>;

/** The recipient's tasks of the day, including personal ones. It is sent to the recipient only. */
export type AgendaMail = Letter & {
  readonly kind: 'agenda';
  readonly name: string;
  readonly date: CivilDate;
  readonly homes: readonly {
    readonly household: string;
    readonly late: readonly MailedTask[];
    readonly today: readonly MailedTask[];
    readonly coming: readonly MailedTask[];
  }[];
};

/**
 * All e-mails that the service sends. The names in them were chosen by users, so templates must escape them.
 */
export type Mail = PasswordResetMail | IdentityLinkedMail | EmailChangeMail | InvitationMail | AgendaMail;

export interface Mailer {
  /**
   * Words the mail and hands it on to be delivered. `refused`: it never will be, the address does not exist or is
   * not one. Rejects when it may work later.
   */
  send(mail: Mail): Promise<'accepted' | 'refused'>;
}

/** The number of attempts in the window, including this one, and the earliest start of the next window. */
export type Attempts = { readonly count: number; readonly resetsAt: Instant };

/** Counts attempts, for all processes together. */
export interface RateLimiter {
  /**
   * Counts one more under `key`, or as many as `times`, atomically. A window begins with its first attempt and lasts `windowMs`; the
   * first attempt after it begins another. Outside any transaction: an attempt counts whatever comes of it.
   */
  hit(key: string, windowMs: number, times?: number): Promise<Attempts>;
  /** Takes one attempt back; without one it changes nothing. */
  undo(key: string): Promise<void>;
  /** Deletes what was counted under `key`, for an account or household that was deleted. */
  forget(key: string): Promise<void>;
  /** Forgets the windows that are over. */
  purge(): Promise<void>;
}

/** Somebody else did work of the same key for longer than may be waited for. */
export class LockBusy extends ApplicationError {
  constructor(key: string) {
    super('UNAVAILABLE', 'Somebody else is still at it');
    this.name = 'LockBusy';
    this.cause = new Error(`the lock "${key}" was not free in time`);
  }
}

/** Lets one at a time, of all processes, do what calls another service and so cannot hide in a transaction. */
export interface ExclusiveLock {
  /**
   * Does `work` while nobody else does work of that key, and passes on how it ended; the lock is free again then, and
   * when the process dies. Rejects with {@link LockBusy}, without having begun, when somebody else takes longer than
   * may be waited for. Never called inside a unit of work, and never for the same key inside `work`.
   */
  hold<T>(key: string, work: () => Promise<T>): Promise<T>;
}

/** The disk of the database. */
export interface Disk {
  /** Returns true if it has no room for more, as far as this process knows. */
  isFull(): boolean;
}

export interface DatabaseHealth {
  /** Returns true if the database answers. Never rejects. */
  isReachable(): Promise<boolean>;
  /** Returns true if, as far as this process knows, the disk of the database is full. */
  isDiskFull(): boolean;
}

/** A topic that clients have to load again. */
export type TopicChanged = {
  readonly householdId: HouseholdId;
  readonly topic: Topic;
  /** The only member concerned. null means every member. */
  readonly onlyFor: MemberId | null;
};

/** Sessions of a user have ended, or a display, or memberships of a household: who listens has to be asked again. */
export type AccessEnded = { readonly userId: UserId | DisplayId } | { readonly householdId: HouseholdId };

export interface EventListener {
  /** Equal changes that quickly follow each other may be reported once, after the last of them. */
  changed(change: TopicChanged): void;
  accessEnded(ended: AccessEnded): void;
  /** Messages may have been lost: anything may have changed, and anybody's access may have ended. */
  missed(): void;
}

/**
 * Carries what changed between the processes of the service: at most once, to those who listen now, in no
 * particular order. Neither method rejects or waits.
 */
export interface EventBus {
  /** To call after the commit: who hears of a change may read it at once. */
  publish(changes: readonly TopicChanged[]): void;
  /** Publishes, like {@link publish}, that sessions or memberships have ended. */
  endAccess(ended: readonly AccessEnded[]): void;
  /**
   * Calls `listener` for everything that this or another process publishes. Returns a function that ends the
   * subscription.
   */
  subscribe(listener: EventListener): () => void;
}

/** How long a stored answer is replayed (interface specification, "Limits"). */
export const IDEMPOTENCY_RETENTION_MS = 24 * 3_600_000;
/** One key of one caller for one route of one household. */
export type IdempotencyScope = {
  readonly userId: UserId;
  readonly householdId: HouseholdId;
  readonly route: string;
  readonly key: string;
};

export type StoredResponse = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
};

/** The answer to the first request with a key. It counts as absent after {@link IDEMPOTENCY_RETENTION_MS}. */
export type KeptAnswer = {
  readonly fingerprint: string;
  readonly keptAt: Instant;
  readonly response: StoredResponse;
};

/** Outside any transaction: an answer is made once its work has been committed. */
export interface IdempotencyStore {
  /** Keeps an answer, instead of one that is there. */
  keep(scope: IdempotencyScope, answer: KeptAnswer): Promise<void>;
}

export interface IdempotencyRepository {
  /**
   * Takes the key until the transaction ends, and gives the answer that is kept under it, if there is one. `taken`: another
   * transaction has the key; this does not wait for it.
   */
  claim(scope: IdempotencyScope): Promise<KeptAnswer | 'taken' | null>;
  /** Forgets answers from before then: they count as absent already. */
  purge(keptBefore: Instant): Promise<void>;
  /** Forgets all answers to a user. */
  removeOf(userId: UserId): Promise<void>;
}
