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

export type Access = {
  readonly session: Pick<Session, 'id' | 'userId' | 'revokedAt'>;
  readonly account: Pick<Account, 'id' | 'disabledAt' | 'locale' | 'timeZone'>;
  /** The household asked for and who the caller is in it; null unless the caller is an active member. */
  readonly membership: {
    readonly memberId: MemberId;
    readonly household: Household;
    readonly role: Role;
    readonly group: Group;
    /** Whether the household has pauses that nobody ended. */
    readonly hasPauses: boolean;
  } | null;
};

/** A session in a household, or a display of it. */
export type SessionAtHome = {
  readonly displayId?: DisplayId;
  readonly userId: UserId;
  readonly sessionId: SessionId;
  readonly householdId: HouseholdId;
};

export interface AccessReader {
  /**
   * Who is asking, in one round trip: session, account and, when `householdId` is given, membership. null when
   * there is no such session of that user.
   */
  find(userId: UserId, sessionId: SessionId, householdId: HouseholdId | null): Promise<Access | null>;
  /**
   * For each, in one round trip, whether it may go on: the session is that user's and not revoked, the account not
   * disabled and an active member of the household.
   */
  areAdmitted(asked: readonly SessionAtHome[]): Promise<readonly boolean[]>;
}

export interface AccountReader {
  /** null when there is no such account. */
  find(id: UserId): Promise<Account | null>;
  /** By the address in any of its spellings (see emailSpellings); that of the argument goes before the others. */
  findByEmail(email: string): Promise<Account | null>;
  /** Whether another account than that one has the address, in any of its spellings. */
  isEmailTaken(email: string, id: UserId): Promise<boolean>;
}

export interface AccountRepository extends AccountReader {
  /**
   * Identities are not written. Refuses with EMAIL_ALREADY_USED when another account has that address, also under concurrency.
   */
  insert(account: Account): Promise<void>;
  /** As `find`, locked until the transaction ends: whoever changes an account locks it before. */
  findForUpdate(id: UserId): Promise<Account | null>;
  /** As `findForUpdate`, and nothing can be added that refers to it: what tries waits, and then finds it gone. */
  findToRemove(id: UserId): Promise<Account | null>;
  /**
   * The account, its sessions and all else that is theirs alone, for good; it must have no active membership. An
   * unknown id changes nothing.
   */
  remove(id: UserId): Promise<void>;
  /** Writes all fields but the identities; an unknown id changes nothing. */
  save(account: Account): Promise<void>;
}

export interface SessionReader {
  /** Those of the user that are neither revoked nor expired, newest first; sort key: [-createdAt, id]. */
  listLive(userId: UserId, now: Instant, page: PageRequest): Promise<Page<Session>>;
}

export type SessionPurge = {
  readonly revokedBefore: Instant;
  readonly unusedSince: Instant;
  readonly tokensIssuedBefore: Instant;
};

export interface SessionRepository extends SessionReader {
  /** null when the user has no such session. */
  find(userId: UserId, id: SessionId): Promise<Session | null>;
  insert(session: Session): Promise<void>;
  /** Notes the use of its session. Like all that renewing takes, it asks no node of a cluster but the coordinator. */
  insertToken(token: RefreshToken): Promise<void>;
  /**
   * Returns the token with its session, or null for an unknown hash. Locks all tokens of the session until the transaction
   * ends, so parallel refreshes of a session are decided one after the other.
   */
  findByTokenForUpdate(hash: string): Promise<{ token: RefreshToken; session: Session } | null>;
  saveToken(token: RefreshToken): Promise<void>;
  /** Ends the tokens of the same session that are neither rotated nor ended, except the given one. */
  endOtherTokens(token: RefreshToken, at: Instant): Promise<void>;
  /** Revokes what is not revoked yet; an unknown id changes nothing. */
  revoke(id: SessionId, at: Instant): Promise<void>;
  /** Revokes all live sessions of the user, but `except` when given. */
  revokeAll(userId: UserId, at: Instant, except?: SessionId): Promise<void>;
  /** Removes sessions, with their tokens, that were revoked before or last used before; and tokens that old. */
  purge(limits: SessionPurge): Promise<void>;
}

export interface PasswordResetReader {
  /** null for an unknown hash. */
  findByTokenHash(hash: string): Promise<PasswordReset | null>;
}

export interface PasswordResetRepository extends PasswordResetReader {
  /** null when there is no such request. */
  find(id: PasswordResetId): Promise<PasswordReset | null>;
  /**
   * How many requests for that address were made after `since`. Others that count the same address wait until
   * this transaction ends, so that each sees what the one before has added.
   */
  countSince(emailHash: string, since: Instant): Promise<number>;
  insert(reset: PasswordReset): Promise<void>;
  /** Writes all fields; an unknown request changes nothing. */
  save(reset: PasswordReset): Promise<void>;
  /** Ends what has not ended yet. Whoever calls it has locked the account. */
  endAllOf(userId: UserId, at: Instant): Promise<void>;
  /** Ends those with a token that have not ended yet. Whoever calls it has locked the account. */
  endMailed(userId: UserId, at: Instant): Promise<void>;
  /** Removes those requested before that instant. */
  purge(before: Instant): Promise<void>;
}

export interface EmailChangeRepository {
  /** Returns the request, or null if there is none with this id. */
  find(id: EmailChangeId): Promise<EmailChange | null>;
  /** Finds a request by the hash of the token that was sent to the new address. Returns null for an unknown hash. */
  findByProof(hash: string): Promise<EmailChange | null>;
  /** Finds a request by the hash of the token that refuses the change. Returns null for an unknown hash. */
  findByRefusal(hash: string): Promise<EmailChange | null>;
  /**
   * Adds a request. An account has one open request at a time, so the caller has locked the account and ended its earlier
   * request.
   */
  insert(change: EmailChange): Promise<void>;
  /** Writes all fields. Changes nothing if the request is unknown. */
  save(change: EmailChange): Promise<void>;
  /** Ends all requests of the user that are still open. The caller has locked the account. */
  endAllOf(userId: UserId, at: Instant): Promise<void>;
  /** Finds a change by the hash of the token that takes it back. Returns null for an unknown hash. */
  findByRevert(hash: string): Promise<EmailChange | null>;
  /**
   * Ends the right to take back this change and every later one of the same user. Changes at one instant are in the order
   * of their ids. The caller has locked the account.
   */
  endRevertsFrom(change: EmailChange): Promise<void>;
  /**
   * Returns true if an account other than that user's gave the address up, in any of its spellings (see emailSpellings),
   * and can still take that back.
   */
  isReserved(email: string, userId: UserId | null, now: Instant): Promise<boolean>;
  /** Removes the requests that expired before `before`, except those that could still be taken back at that time. */
  purge(before: Instant): Promise<void>;
}

/** Which identities sign in whom. What an account shows of its own comes with the account. */
export interface IdentityRepository {
  /** null when the subject is linked to nobody. */
  find(provider: ProviderName, subject: string): Promise<Identity | null>;
  /**
   * Links the identity and forgets that its user has unlinked the provider before. false, and nothing is changed, when
   * the subject is linked already or the user has another identity of the provider, also under concurrency.
   */
  link(identity: Identity): Promise<boolean>;
  /** Keeps the address that the provider tells now; an unknown subject changes nothing. */
  saveEmail(provider: ProviderName, subject: string, email: string): Promise<void>;
  /** Removes the identity with its subject and keeps that it was unlinked. false when there was none. */
  unlink(userId: UserId, provider: ProviderName, at: Instant): Promise<boolean>;
  /** Whether the user has unlinked the provider and not linked it again. */
  wasUnlinked(userId: UserId, provider: ProviderName): Promise<boolean>;
}

/** Where people sign in outside, by the authorisation code flow of OpenID Connect with PKCE. */
export interface IdentityProvider {
  /** The page to send the browser to; it comes back with `code` and `state`, or with `error`. */
  authorizationUrl(request: AuthorizationRequest): string;
  /**
   * Turns the code into the person whom the provider vouches for: signature, issuer, audience, times and nonce of the
   * id token are checked. A code is spent by the first attempt, so nothing is sent twice. Never rejects for what the
   * provider answers or fails to answer.
   */
  exchange(request: ExchangeRequest): Promise<Exchange>;
}

export type AuthorizationRequest = {
  readonly state: string;
  readonly nonce: string;
  /** S256 of the verifier. */
  readonly codeChallenge: string;
};

export type ExchangeRequest = {
  readonly code: string;
  readonly codeVerifier: string;
  readonly nonce: string;
};

export type Exchange =
  | { readonly kind: 'person'; readonly person: ExternalPerson }
  /** The code, or what it was exchanged for, is not good. */
  | { readonly kind: 'refused' }
  /** No answer in time, or none that means anything: the person may try again. */
  | { readonly kind: 'unavailable' };

export interface MobileCodeRepository {
  insert(code: MobileCode): Promise<void>;
  /**
   * Returns the code, or null for an unknown hash. It is locked until the transaction ends, so only one of several parallel
   * exchanges finds it unused.
   */
  findForUpdate(hash: string): Promise<MobileCode | null>;
  /** Writes when the code was exchanged and for which session. Changes nothing if the hash is unknown. */
  save(code: MobileCode): Promise<void>;
  /** Deletes all codes of the user. Called when all sessions of the user end. */
  deleteThoseOf(userId: UserId): Promise<void>;
  /** Deletes the codes that were issued before `instant`, exchanged or not. */
  deleteIssuedBefore(instant: Instant): Promise<void>;
}

export interface PasswordHasher {
  /** Returns a salted, memory-hard hash of the password's NFC form, in PHC form, parameters included. */
  hash(password: string): Promise<string>;
  /**
   * Compares the NFC form and, if that does not match and differs, the password as it was typed. Without a hash (there
   * is no such account) it takes as long as with one and does not match. `outdated` is true if the hash matches but
   * must be renewed: it was made with weaker parameters than today's, or of another form than NFC.
   */
  verify(hash: string | null, password: string): Promise<{ matches: boolean; outdated: boolean }>;
}

export type AccessClaims = { readonly userId: UserId; readonly sessionId: SessionId };

export interface TokenSigner {
  /** A JWT (HS256, `kid` in its header) with the claims sub, sid, iat and exp, 900 seconds apart. */
  sign(claims: AccessClaims, now: Instant): string;
  /** null for whatever is not a token of ours, unchanged and unexpired at `now`. */
  verify(token: string, now: Instant): AccessClaims | null;
}

/** What must be possible to look up afterwards. */
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

/** Whom it is about, as far as that is known; ids only. */
export type SecuritySubject = {
  readonly userId?: UserId;
  readonly sessionId?: SessionId;
  readonly householdId?: HouseholdId;
};

export interface SecurityLog {
  /** Never throws. */
  record(event: SecurityEvent, subject?: SecuritySubject): void;
}
