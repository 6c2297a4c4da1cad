import type { Account } from '../../domain/accounts/account.js';
import type { Session, RefreshToken } from '../../domain/accounts/session.js';
import type { Group, Household, Role } from '../../domain/households/household.js';
import type {
  DisplayId,
  HouseholdId,
  MemberId,
  SessionId,
  UserId,
  PasswordResetId,
  EmailChangeId,
} from '../../domain/shared/ids.js';
import type { Page, PageRequest } from '../../domain/shared/page.js';
import type { Instant } from '../../domain/shared/zone.js';
import type { EmailChange } from '../../domain/accounts/email-change.js';
import type { PasswordReset } from '../../domain/accounts/password-reset.js';
import type { Identity, ProviderName, ExternalPerson } from '../../domain/accounts/identity.js';
import type { MobileCode } from '../../domain/accounts/mobile-code.js';

/**
 * The stored data about a caller: their session, their account and, if they asked for a household, their
 * membership.
 */
export type StoredCaller = {
  readonly session: Pick<Session, 'id' | 'userId' | 'revokedAt'>;
  readonly account: Pick<Account, 'id' | 'disabledAt' | 'locale' | 'timeZone'>;
  /** The requested household and the caller's membership in it. null unless the caller is an active member. */
  readonly membership: {
    readonly memberId: MemberId;
    readonly household: Household;
    readonly role: Role;
    readonly group: Group;
    /** True if the household has stored pauses. This includes pauses whose last day has passed. */
    readonly hasPauses: boolean;
    /** True if the household is linked to a calendar. */
    readonly hasCalendarLink: boolean;
  } | null;
};

/**
 * A user's session in a household or, if `displayId` is set, a display of the household. For a display the other ids
 * except `householdId` are the display's id too.
 */
export type SessionAtHome = {
  readonly displayId?: DisplayId;
  readonly userId: UserId;
  readonly sessionId: SessionId;
  readonly householdId: HouseholdId;
};

/** Checks the access of callers and of open event streams. */
export interface AccessReader {
  /**
   * Returns the session, its account and, if `householdId` is given, the membership, in one round trip. Returns null if
   * the user has no such session.
   */
  find(userId: UserId, sessionId: SessionId, householdId: HouseholdId | null): Promise<StoredCaller | null>;
  /**
   * Returns for each entry (sessions of users only, no displays) whether its event stream may continue: the session
   * belongs to the user and is not revoked, and the account is enabled and an active member of the household. Runs
   * two queries for all entries together.
   */
  areAdmitted(asked: readonly SessionAtHome[]): Promise<readonly boolean[]>;
}

/** Reads accounts. */
export interface AccountReader {
  /** Returns null if there is no such account. */
  find(id: UserId): Promise<Account | null>;
  /**
   * Finds an account by its address in any of its spellings (see emailSpellings). The spelling that was given is
   * preferred. Returns null if there is no such account.
   */
  findByEmail(email: string): Promise<Account | null>;
  /** Returns whether an account other than `id` has the address in any of its spellings. */
  isEmailTaken(email: string, id: UserId): Promise<boolean>;
}

export interface AccountRepository extends AccountReader {
  /**
   * Inserts an account without its identities.
   *
   * @throws EMAIL_ALREADY_USED if another account has exactly this spelling of the address, also under concurrency.
   */
  insert(account: Account): Promise<void>;
  /**
   * Returns the account and locks it until the transaction ends, or null if it does not exist. Every change of an
   * account locks it first.
   */
  findForUpdate(id: UserId): Promise<Account | null>;
  /**
   * Like `findForUpdate`, but also blocks inserts of rows that refer to the account. Such inserts wait, and then find
   * that the account was deleted.
   */
  findToRemove(id: UserId): Promise<Account | null>;
  /**
   * Deletes the account with its sessions and everything that belongs only to it. It must have no active membership.
   * Does nothing if the id is unknown.
   */
  remove(id: UserId): Promise<void>;
  /**
   * Writes all fields except the identities. Does nothing if the id is unknown.
   *
   * @throws EMAIL_ALREADY_USED as {@link insert}.
   */
  save(account: Account): Promise<void>;
}

/** Reads the sessions of users. */
export interface SessionReader {
  /** Lists the user's sessions that are neither revoked nor expired, newest first; sort key: [-createdAt, id]. */
  listLive(userId: UserId, now: Instant, page: PageRequest): Promise<Page<Session>>;
}

export type SessionPurge = {
  readonly revokedBefore: Instant;
  readonly unusedSince: Instant;
  readonly tokensIssuedBefore: Instant;
};

export interface SessionRepository extends SessionReader {
  /** Returns null if the user has no such session. */
  find(userId: UserId, id: SessionId): Promise<Session | null>;
  insert(session: Session): Promise<void>;
  /**
   * Inserts a token and records that its session was used. In a database cluster it needs the coordinator only, like
   * every statement of a refresh.
   */
  insertToken(token: RefreshToken): Promise<void>;
  /**
   * Returns the token with its session, or null for an unknown hash. Takes a lock on the session until the
   * transaction ends, so that parallel calls for tokens of one session run one after the other.
   */
  findByTokenForUpdate(hash: string): Promise<{ token: RefreshToken; session: Session } | null>;
  saveToken(token: RefreshToken): Promise<void>;
  /** Ends the tokens of the same session that are neither rotated nor ended, except the given one. */
  endOtherTokens(token: RefreshToken, at: Instant): Promise<void>;
  /** Revokes the session unless it is already revoked. Does nothing if the id is unknown. */
  revoke(id: SessionId, at: Instant): Promise<void>;
  /** Revokes all sessions of the user that are not revoked yet, except `except`. */
  revokeAll(userId: UserId, at: Instant, except?: SessionId): Promise<void>;
  /**
   * Deletes sessions that were revoked before `revokedBefore` or last used before `unusedSince`, with their tokens, and
   * tokens that were issued before `tokensIssuedBefore`.
   */
  purge(limits: SessionPurge): Promise<void>;
}

/** Finds requests to reset a password. */
export interface PasswordResetReader {
  /** Returns null if the hash is unknown. */
  findByTokenHash(hash: string): Promise<PasswordReset | null>;
}

export interface PasswordResetRepository extends PasswordResetReader {
  /** Returns null if there is no such request. */
  find(id: PasswordResetId): Promise<PasswordReset | null>;
  /**
   * Returns how many requests for that address were made after `since`. Locks the count until the transaction ends: a
   * parallel transaction that counts the same address waits, and then also counts the rows that this one has added.
   */
  countSince(emailHash: string, since: Instant): Promise<number>;
  insert(reset: PasswordReset): Promise<void>;
  /** Writes all fields. Does nothing if the request is unknown. */
  save(reset: PasswordReset): Promise<void>;
  /**
   * Ends all password resets of the user that have not ended yet, so that their links stop working. The caller has
   * locked the account.
   */
  endAllOf(userId: UserId, at: Instant): Promise<void>;
  /**
   * Ends those password resets of the user that have not ended yet and for which a link was already created. The
   * caller has locked the account.
   */
  endMailed(userId: UserId, at: Instant): Promise<void>;
  /** Deletes the requests that were made before that time. */
  purge(before: Instant): Promise<void>;
}

/** Stores requests to change or verify an e-mail address. */
export interface EmailChangeRepository {
  /** Returns the request, or null if there is none with this id. */
  find(id: EmailChangeId): Promise<EmailChange | null>;
  /**
   * Finds a request by the hash of the token that was sent to the address to be verified. Returns null for an unknown
   * hash.
   */
  findByProof(hash: string): Promise<EmailChange | null>;
  /**
   * Finds a request by the hash of the token with which the owner of the current address can cancel it. Returns null
   * for an unknown hash.
   */
  findByRefusal(hash: string): Promise<EmailChange | null>;
  /**
   * Adds a request. Only one request of an account can be pending, so the caller has locked the account and ended its
   * earlier request.
   */
  insert(change: EmailChange): Promise<void>;
  /** Writes all fields. Changes nothing if the request is unknown. */
  save(change: EmailChange): Promise<void>;
  /**
   * Ends the pending request of the user, if there is one, so that its links stop working. The caller has locked the
   * account.
   */
  endAllOf(userId: UserId, at: Instant): Promise<void>;
  /** Finds a change by the hash of the token that reverts it. Returns null for an unknown hash. */
  findByRevert(hash: string): Promise<EmailChange | null>;
  /**
   * Ends the right to revert this change and every later one of the same user. Changes at the same instant are
   * ordered by their ids. The caller has locked the account.
   */
  endRevertsFrom(change: EmailChange): Promise<void>;
  /**
   * Sets `credentialsMark` to `to` in the changes of the user where it is `from`. The caller has locked the account.
   */
  replaceMarks(userId: UserId, from: string, to: string): Promise<void>;
  /**
   * Returns true if the address is reserved: an account other than that user's had it until recently and can still
   * change back to it. If `userId` is null, all accounts count. All spellings of an address count as the same (see
   * emailSpellings).
   */
  isReserved(email: string, userId: UserId | null, now: Instant): Promise<boolean>;
  /** Removes the requests that expired before `before`, except changes that could still be reverted at that time. */
  purge(before: Instant): Promise<void>;
}

/**
 * Maps external identities to the users whom they sign in. The identities of an account are also read with the account.
 */
export interface IdentityRepository {
  /** Returns null if the subject is not linked to any user. */
  find(provider: ProviderName, subject: string): Promise<Identity | null>;
  /**
   * Links the identity, and deletes the record that its user once unlinked the provider (see `wasUnlinked`). Returns
   * false, and changes nothing, if the subject is already linked or the user has another identity of the provider,
   * also under concurrency.
   */
  link(identity: Identity): Promise<boolean>;
  /** Stores the address that the provider reports now. Does nothing if the subject is unknown. */
  saveEmail(provider: ProviderName, subject: string, email: string): Promise<void>;
  /**
   * Removes the identity and its subject, and records that the user unlinked the provider. Returns false if the user
   * has no such identity.
   */
  unlink(userId: UserId, provider: ProviderName, at: Instant): Promise<boolean>;
  /** Returns whether the user has unlinked the provider and not linked it again. */
  wasUnlinked(userId: UserId, provider: ProviderName): Promise<boolean>;
}

/** An external identity provider: OpenID Connect, authorization code flow with PKCE. */
export interface IdentityProvider {
  /**
   * Returns the page to which the browser is sent. The provider redirects back with `code` and `state`, or with
   * `error`.
   */
  authorizationUrl(request: AuthorizationRequest): string;
  /**
   * Exchanges the code for the person that the provider authenticated. The signature, issuer, audience, times and nonce
   * of the ID token are checked. The request is never retried, because the first attempt uses up the code. Never
   * rejects because of an answer of the provider or because it does not answer.
   */
  exchange(request: ExchangeRequest): Promise<Exchange>;
}

export type AuthorizationRequest = {
  readonly state: string;
  readonly nonce: string;
  /** The S256 hash of the code verifier (RFC 7636). */
  readonly codeChallenge: string;
};

export type ExchangeRequest = {
  readonly code: string;
  readonly codeVerifier: string;
  readonly nonce: string;
};

export type Exchange =
  | { readonly kind: 'person'; readonly person: ExternalPerson }
  /** The provider refused the code, or the ID token is not valid. */
  | { readonly kind: 'refused' }
  /** The provider did not answer in time, or its answer was not understood. The person may try again. */
  | { readonly kind: 'unavailable' };

/** Stores the one-time codes with which the app gets a session after a sign-in in the browser. */
export interface MobileCodeRepository {
  insert(code: MobileCode): Promise<void>;
  /**
   * Returns the code, or null for an unknown hash. It is locked until the transaction ends, so only one of several
   * parallel exchanges finds it unused.
   */
  findForUpdate(hash: string): Promise<MobileCode | null>;
  /** Writes when the code was exchanged and for which session. Changes nothing if the hash is unknown. */
  save(code: MobileCode): Promise<void>;
  /** Deletes all codes of the user. Called when an event ends these codes (see credentialsEndedBy). */
  deleteThoseOf(userId: UserId): Promise<void>;
  /** Deletes the codes that were issued before `instant`, exchanged or not. */
  deleteIssuedBefore(instant: Instant): Promise<void>;
}

/** Hashes and compares passwords and PINs. */
export interface PasswordHasher {
  /** Returns a salted, memory-hard hash of the password's NFC form, in PHC form, parameters included. */
  hash(password: string): Promise<string>;
  /**
   * Compares the password with the hash, first in its Unicode normal form NFC, then as it was typed if that is
   * different. If `hash` is null because there is no such account or it has no password, the result does not match,
   * but takes as long to compute.
   *
   * `outdated` is true if the password matches but has to be hashed again, because the hash was made with weaker
   * parameters than today's or not from the NFC form.
   */
  verify(hash: string | null, password: string): Promise<{ matches: boolean; outdated: boolean }>;
}

export type AccessClaims = { readonly userId: UserId; readonly sessionId: SessionId };

/** Signs and verifies access tokens. */
export interface TokenSigner {
  /** Returns a JWT (HS256, `kid` in its header) with the claims sub, sid, iat and exp. It expires after 900 seconds. */
  sign(claims: AccessClaims, now: Instant): string;
  /**
   * Returns null if the token was not signed by us, was changed, or has expired at `now`. A few seconds are
   * tolerated, because the clocks of processes differ.
   */
  verify(token: string, now: Instant): AccessClaims | null;
}

/** The events that the security log records, so that they can be looked up afterwards. */
export type SecurityEvent =
  | 'account_registered'
  | 'login_succeeded'
  | 'login_failed'
  | 'login_limited'
  | 'reauthentication_failed'
  | 'refresh_replay'
  | 'refresh_reuse'
  | 'session_revoked'
  | 'sessions_revoked'
  | 'password_reset_requested'
  | 'password_reset'
  | 'password_changed'
  | 'email_change_requested'
  | 'email_change_refused'
  | 'email_changed'
  | 'email_reverted'
  | 'identity_linked'
  | 'identity_unlinked'
  | 'data_exported'
  | 'account_erased'
  | 'account_disabled'
  | 'account_enabled'
  | 'invitation_accepted'
  | 'display_paired'
  | 'display_revoked'
  | 'pin_locked'
  | 'calendar_connected'
  | 'calendar_connect_failed'
  | 'calendar_disconnected'
  | 'calendar_revoked';

/** The user, session and household that the event is about, as far as they are known. Contains only ids. */
export type SecuritySubject = Partial<Omit<SessionAtHome, 'displayId'>>;

/** Records security events for the operator. */
export interface SecurityLog {
  /** Records an event. Never throws. */
  record(event: SecurityEvent, subject?: SecuritySubject): void;
}
