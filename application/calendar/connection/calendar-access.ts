import {
  isFresh,
  type ConnectionCredentials,
  type ConnectionTokens,
} from '../../../domain/calendar/connection.js';
import type { CalendarConnectionId, UserId } from '../../../domain/shared/ids.js';
import type { Instant } from '../../../domain/shared/zone.js';
import type { IssuedToken } from '../authorizer.js';
import { invalidateLinks } from '../connection-links.js';
import type { AccessOutcome, CalendarAccess, TokenCipher } from '../ports.js';
import type { AccessToken } from '../provider.js';
import type { Needs } from '../../composition/needs.js';

type Dependencies = Needs<
  | 'unitOfWork'
  | 'calendarConnections'
  | 'calendarAuthorizer'
  | 'exclusiveLock'
  | 'tokenCipher'
  | 'securityLog'
  | 'logger'
  | 'clock'
>;

/**
 * Provides the access token of a connection. The token is refreshed if it expires in less than a minute, if it cannot
 * be decrypted, or if the provider refused it although it seemed valid. Callers in one process that ask at the same
 * time share one refresh. Between processes a lock lets one of them refresh at a time, and the next one uses the token
 * that the first one has stored.
 */
export function calendarAccess(dependencies: Dependencies): CalendarAccess {
  const { calendarConnections, exclusiveLock, tokenCipher } = dependencies;
  const renewals = new Map<CalendarConnectionId, Promise<AccessOutcome>>();

  async function renewTogether(
    id: CalendarConnectionId,
    refused: AccessToken | null,
  ): Promise<AccessOutcome> {
    const renewal =
      renewals.get(id) ?? exclusiveLock.hold(`calendar-tokens ${id}`, () => renew(dependencies, id, refused));
    renewals.set(id, renewal);
    try {
      return await renewal;
    } finally {
      if (renewals.get(id) === renewal) renewals.delete(id);
    }
  }

  async function findToken(id: CalendarConnectionId, refused: AccessToken | null): Promise<AccessOutcome> {
    const credentials = await calendarConnections.credentials(id);
    return storedToken(dependencies, credentials, refused) ?? renewTogether(id, refused);
  }

  return {
    accessToken: (id) => findToken(id, null),
    renewed: findToken,
    withdrawn: async (id, refused) => {
      const credentials = await calendarConnections.credentials(id);
      if (credentials === null || credentials.tokens === null) return;
      if (tokenCipher.decrypt(credentials.tokens.accessToken) !== refused) return;
      await revokeConnection(dependencies, id, credentials.tokenVersion);
    },
  };
}

/** Returns the answer if the stored tokens suffice for one, or null if the token has to be refreshed. */
function storedToken(
  { tokenCipher, clock }: Dependencies,
  credentials: ConnectionCredentials | null,
  refused: AccessToken | null,
): AccessOutcome | null {
  if (credentials === null || credentials.tokens === null) return { kind: 'revoked' };
  const token = tokenCipher.decrypt(credentials.tokens.accessToken);
  const isUsable = token !== null && token !== refused && isFresh(credentials.tokens, clock.now());
  return isUsable ? { kind: 'token', token } : null;
}

/**
 * Refreshes the tokens. The caller holds the lock of the connection. The stored tokens are read again, because another
 * process may have refreshed them, or the user may have connected again, before this call or during it.
 */
async function renew(
  dependencies: Dependencies,
  id: CalendarConnectionId,
  refused: AccessToken | null,
): Promise<AccessOutcome> {
  const { calendarConnections, unitOfWork } = dependencies;
  const credentials = await calendarConnections.credentials(id);
  const stored = storedToken(dependencies, credentials, refused);
  if (stored !== null) return stored;
  if (credentials === null || credentials.tokens === null) return { kind: 'revoked' };
  const { tokenVersion } = credentials;
  const answer = await refresh(dependencies, credentials.tokens);
  if (answer.kind === 'transient') return answer;
  const isCurrent =
    answer.kind === 'revoked'
      ? await revokeConnection(dependencies, id, tokenVersion)
      : await unitOfWork.run((scope) =>
          scope.calendarConnections.saveTokens(id, tokenVersion, answer.tokens),
        );
  if (isCurrent) return answer.kind === 'revoked' ? answer : { kind: 'token', token: answer.token };
  // Since the provider was asked, the user has connected again, or the connection was revoked or deleted. So the
  // answer is ignored, and what is stored now is used.
  const newer = storedToken(dependencies, await calendarConnections.credentials(id), refused);
  return newer ?? transient('the account was connected again in the meantime');
}

type Refreshed =
  | { readonly kind: 'tokens'; readonly tokens: ConnectionTokens; readonly token: AccessToken }
  | Exclude<AccessOutcome, { kind: 'token' }>;

/** Asks the provider for a new access token and encrypts both tokens with the current key. */
async function refresh(
  { calendarAuthorizer, tokenCipher, clock, logger }: Dependencies,
  tokens: ConnectionTokens,
): Promise<Refreshed> {
  if (calendarAuthorizer === null) return transient('no calendar provider is configured');
  const refreshToken = tokenCipher.decrypt(tokens.refreshToken);
  if (refreshToken === null) {
    logger.error('calendar token cannot be decrypted; check whether ENCRYPTION_KEYS lacks a key');
    return transient('the stored token cannot be decrypted');
  }
  const askedAt = clock.now();
  const answer = await calendarAuthorizer.refresh(refreshToken);
  if (answer.kind === 'revoked') return answer;
  if (answer.kind !== 'refreshed') {
    const level = answer.kind === 'misconfigured' ? 'error' : 'warn';
    logger[level]('calendar token not renewed', { kind: answer.kind, reason: answer.reason });
    return transient(answer.reason);
  }
  const sealed = sealTokens(tokenCipher, answer.token, answer.refreshToken ?? refreshToken, askedAt);
  return { kind: 'tokens', tokens: sealed, token: answer.token.accessToken };
}

const transient = (detail: string) => ({ kind: 'transient', detail }) as const;

/**
 * Encrypts the tokens of a connection. The expiry is counted from `askedAt`, the time of the request, because the
 * lifetime begins at some time between the request and the response.
 */
export function sealTokens(
  cipher: TokenCipher,
  { accessToken, lifeMs }: IssuedToken,
  refreshToken: string,
  askedAt: Instant,
): ConnectionTokens {
  return {
    refreshToken: cipher.encrypt(refreshToken),
    accessToken: cipher.encrypt(accessToken),
    accessExpiresAt: askedAt + lifeMs,
  };
}

/**
 * Marks a connection as REVOKED because the provider says that the permission is gone. Its tokens are deleted and its
 * links become invalid. Returns false, and changes nothing, if the connection has newer tokens than `tokenVersion`, is
 * already REVOKED, or does not exist.
 */
async function revokeConnection(
  { unitOfWork, securityLog }: Dependencies,
  id: CalendarConnectionId,
  tokenVersion: number,
): Promise<boolean> {
  const revoked = await unitOfWork.run(async (scope): Promise<{ owner: UserId | null } | null> => {
    if (!(await scope.calendarConnections.revoke(id, tokenVersion))) return null;
    const connection = await scope.calendarConnections.find(id);
    if (connection !== null) await invalidateLinks(scope, id);
    return { owner: connection?.userId ?? null };
  });
  if (revoked !== null && revoked.owner !== null)
    securityLog.record('calendar_revoked', { userId: revoked.owner });
  return revoked !== null;
}
