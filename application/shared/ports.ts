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
  /** The address is not public, so it must not be called. A retry would be refused too. */
  | { readonly kind: 'refused' };

/**
 * Sends a request without a body to an address that a user has given, if the address is public. It follows no
 * redirects and does not read the body of the answer. Rejects if there is no answer.
 */
export type SendOutbound = (url: string, request: OutboundRequest) => Promise<OutboundAnswer>;

export interface Clock {
  now(): Instant;
}

export interface IdGenerator {
  /**
   * Returns a new UUIDv7 with the id type that the caller needs. Each id of a process is greater than the one before,
   * so the order of ids is the order of creation.
   */
  next<Id extends string>(): Id;
}

/** Creates random secrets that are shown once, and stored only as a hash. */
export interface OpaqueTokens {
  /** Returns 256 random bits in base64url. */
  generate(): string;
  /** Returns the SHA-256 in hexadecimal. Only this hash of a token is stored and looked up. */
  hash(token: string): string;
  /** Returns the SHA-256 in base64url, which is the S256 code challenge of a verifier (RFC 7636, section 4.2). */
  codeChallenge(verifier: string): string;
}

/** Signs values that a browser stores for us. The browser can read them, but a changed value is rejected. */
export interface Sealer {
  /** Returns `value` as signed text for a cookie, valid until `expiresAt` and for this purpose only. */
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
  /** Returns a logger that adds `fields` to every event. Fields of the event replace fields of the same name. */
  child(fields: LogFields): Logger;
}

/**
 * Measurements that only use cases can make. Calls of ports are counted by wrappers around the ports. Never
 * throws.
 */
export interface Metrics {
  /** Counts a change that needed no call to the calendar provider, because the event already shows the same. */
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
  /** Further data of the error, as JSON that may have been cut at the maximum length. */
  readonly context: string | null;
};

/** A defect of the service itself. */
export type ReportedDefect = {
  readonly source: 'service';
  /** The kind of failure: a fixed text without data. */
  readonly failure: string;
  /** The error and its causes, outermost first. Their number and texts are limited, and secrets are masked. */
  readonly errors: readonly {
    readonly name: string;
    readonly message: string;
    readonly stack: string | null;
  }[];
  /** Names and ids of the request or job in which the defect happened. */
  readonly place: Readonly<Record<string, string | number>>;
};

export type ReportedError = ReportedClientError | ReportedDefect;

/** The service that collects errors for engineers. Never throws and never waits. */
export interface ErrorMonitor {
  report(error: ReportedError): void;
}

type Letter = {
  /** The recipient: exactly one e-mail address. */
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

/** The recipient's daily agenda, including personal tasks. It is sent to the recipient only. */
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
   * Writes the text of the mail and passes it to the mail server. Returns `refused` if an address is invalid, or if
   * the server permanently rejects the recipient or the sender, so a retry is useless. Rejects if a retry may
   * succeed.
   */
  send(mail: Mail): Promise<'accepted' | 'refused'>;
}

/** The number of attempts in the window, including this one, and the earliest start of the next window. */
export type Attempts = { readonly count: number; readonly resetsAt: Instant };

/** Counts attempts. All processes share the counters. */
export interface RateLimiter {
  /**
   * Adds `times` attempts (1 by default) to the counter of `key`, atomically. A window begins with its first attempt
   * and lasts `windowMs`. The count is not part of a transaction, so an attempt counts even if the request fails.
   */
  hit(key: string, windowMs: number, times?: number): Promise<Attempts>;
  /** Removes one attempt from the counter. Does nothing if the counter is zero. */
  undo(key: string): Promise<void>;
  /** Deletes the counter of `key`, for example if the account is deleted. */
  forget(key: string): Promise<void>;
  /** Deletes the counters whose window has ended. */
  purge(): Promise<void>;
}

/** Thrown if another process held the lock for longer than the caller may wait. */
export class LockBusy extends ApplicationError {
  constructor(key: string) {
    super('UNAVAILABLE', 'Another process is still doing this. Try again later');
    this.name = 'LockBusy';
    this.cause = new Error(`the lock "${key}" was not free in time`);
  }
}

/**
 * Runs work that calls other services, in one process at a time. A lock of the database would need an open
 * transaction during the calls.
 */
export interface ExclusiveLock {
  /**
   * Runs `work` while no other work with the same key runs, and returns its result. The lock is released when the
   * work ends, the process dies, or its connection to the database ends. Must not be called inside a unit of work,
   * nor inside `work` for the same key.
   *
   * @throws LockBusy, without starting the work, if the lock is not free in time.
   * @throws UNAVAILABLE if the lock cannot be requested, or if it was lost before the work ended.
   */
  hold<T>(key: string, work: () => Promise<T>): Promise<T>;
}

/** The state of the disk of the database. */
export interface Disk {
  /** Returns true if the disk is too full for more data, as far as this process knows. */
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
  /** The only member whom the change concerns. null means every member. */
  readonly onlyFor: MemberId | null;
};

/**
 * Somebody may have lost access: sessions of a user or a display have ended, or a household has lost a member or was
 * deleted. Every open stream of that user, display or household has to be checked for access again.
 */
export type AccessEnded = { readonly userId: UserId | DisplayId } | { readonly householdId: HouseholdId };

export interface EventListener {
  /**
   * Called for every change of this process. For several equal changes of another process in quick succession, it may
   * be called only once, after the last of them.
   */
  changed(change: TopicChanged): void;
  accessEnded(ended: AccessEnded): void;
  /**
   * Called if messages may have been lost. Then every topic counts as changed, and every access has to be checked.
   */
  missed(): void;
}

/**
 * Sends messages about changes to all processes of the service. Each message arrives at most once, in any order, and
 * only at current listeners. No method rejects or waits.
 */
export interface EventBus {
  /** Call this after the commit, because listeners read the change immediately. */
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
/** Identifies an idempotency key: it belongs to a caller, a route and a household. */
export type IdempotencyScope = {
  readonly userId: UserId;
  readonly householdId: HouseholdId;
  readonly route: string;
  readonly key: string;
};

/** The answer to the first request with a key, as JSON. It is replayed for {@link IDEMPOTENCY_RETENTION_MS}. */
export type KeptAnswer = {
  readonly fingerprint: string;
  readonly keptAt: Instant;
  readonly response: unknown;
};

/** Stores answers outside of transactions, because an answer exists only after its work is committed. */
export interface IdempotencyStore {
  /** Stores the answer, and replaces an earlier one for the same key. */
  keep(scope: IdempotencyScope, answer: KeptAnswer): Promise<void>;
}

export interface IdempotencyRepository {
  /**
   * Claims the key until the transaction ends. Returns false, without waiting, if another transaction has claimed it.
   */
  claim(scope: IdempotencyScope): Promise<boolean>;
  /** Deletes the answers that were stored before `keptBefore`. They are not replayed any more. */
  purge(keptBefore: Instant): Promise<void>;
  /** Deletes all stored answers to requests of a user. */
  removeOf(userId: UserId): Promise<void>;
}
