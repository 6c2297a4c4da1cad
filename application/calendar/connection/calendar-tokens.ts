import {
  isFresh,
  type ConnectionCredentials,
  type ConnectionTokens,
} from '../../../domain/calendar/connection.js';
import type { CalendarConnectionId } from '../../../domain/shared/ids.js';
import type { CalendarAuthorizer } from '../authorizer.js';
import type { CalendarConnectionReader, TokenCipher } from '../ports.js';
import type { Clock, ExclusiveLock, Logger } from '../../shared/ports.js';
import type { UnitOfWork } from '../../shared/unit-of-work.js';
import type { SecurityLog } from '../../accounts/ports.js';
import { withdrawConnection } from './withdraw-connection.js';
import type { ConnectionListener } from './connection-listener.js';
import { sealTokens } from './seal-tokens.js';

export type TokenAnswer =
  | { readonly kind: 'token'; readonly accessToken: string }
  /** The permission is gone; the connection is REVOKED, or is none any more. */
  | { readonly kind: 'revoked' }
  /** Not now: nothing is known to be wrong with the permission. */
  | { readonly kind: 'unavailable'; readonly reason: string };

export type TokenDependencies = {
  unitOfWork: UnitOfWork;
  calendarConnections: CalendarConnectionReader;
  calendarAuthorizer: CalendarAuthorizer | null;
  connectionListener: ConnectionListener;
  exclusiveLock: ExclusiveLock;
  tokenCipher: TokenCipher;
  securityLog: SecurityLog;
  logger: Logger;
  clock: Clock;
};

/**
 * Gives the token with which a connection's calendars are used, renewed when its end is less than a minute away, or when
 * it is the `rejected` one that the provider did not take although it seemed good. However many ask, in however many
 * processes, a connection is renewed by one of them, and the others get what came of it.
 */
export function calendarTokens(dependencies: TokenDependencies) {
  const { calendarConnections, exclusiveLock } = dependencies;
  const renewals = new Map<CalendarConnectionId, Promise<TokenAnswer>>();

  async function renewedTogether(id: CalendarConnectionId, rejected: string | null): Promise<TokenAnswer> {
    const renewal =
      renewals.get(id) ??
      exclusiveLock.hold(`calendar-tokens ${id}`, () => renewed(dependencies, id, rejected));
    renewals.set(id, renewal);
    try {
      return await renewal;
    } finally {
      if (renewals.get(id) === renewal) renewals.delete(id);
    }
  }

  return async (id: CalendarConnectionId, rejected: string | null = null): Promise<TokenAnswer> => {
    const known = answerOf(dependencies, await calendarConnections.credentials(id), rejected);
    return known ?? renewedTogether(id, rejected);
  };
}

/** What can be answered from what is stored; null: the token has to be renewed. */
function answerOf(
  { tokenCipher, clock }: TokenDependencies,
  credentials: ConnectionCredentials | null,
  rejected: string | null,
): TokenAnswer | null {
  if (credentials === null || credentials.tokens === null) return { kind: 'revoked' };
  const accessToken = tokenCipher.decrypt(credentials.tokens.accessToken);
  const usable = accessToken !== null && accessToken !== rejected;
  return usable && isFresh(credentials.tokens, clock.now()) ? { kind: 'token', accessToken } : null;
}

/** Alone in all processes. Somebody else may have renewed it, or connected again, at any moment before or meanwhile. */
async function renewed(
  dependencies: TokenDependencies,
  id: CalendarConnectionId,
  rejected: string | null,
): Promise<TokenAnswer> {
  const { calendarConnections, unitOfWork } = dependencies;
  const credentials = await calendarConnections.credentials(id);
  const known = answerOf(dependencies, credentials, rejected);
  if (known !== null) return known;
  if (credentials === null || credentials.tokens === null) return { kind: 'revoked' };
  const { tokenVersion } = credentials;
  const refresh = await refreshed(dependencies, credentials.tokens);
  if (refresh.kind === 'unavailable') return refresh;
  const isStill =
    refresh.kind === 'revoked'
      ? await withdrawConnection(dependencies, id, tokenVersion)
      : await unitOfWork.run((scope) =>
          scope.calendarConnections.saveTokens(id, tokenVersion, refresh.tokens),
        );
  if (!isStill) return overtaken(dependencies, id, rejected);
  return refresh.kind === 'revoked' ? refresh : { kind: 'token', accessToken: refresh.accessToken };
}

type Refreshed =
  | { readonly kind: 'tokens'; readonly tokens: ConnectionTokens; readonly accessToken: string }
  | Exclude<TokenAnswer, { kind: 'token' }>;

/** Both tokens are encrypted anew, and so with the key of today. */
async function refreshed(
  { calendarAuthorizer, tokenCipher, clock, logger }: TokenDependencies,
  tokens: ConnectionTokens,
): Promise<Refreshed> {
  if (calendarAuthorizer === null) return unavailable('no calendar provider is configured');
  const refreshToken = tokenCipher.decrypt(tokens.refreshToken);
  if (refreshToken === null) {
    logger.error('a calendar token cannot be decrypted: is a key missing in ENCRYPTION_KEYS?');
    return unavailable('the stored token cannot be decrypted');
  }
  const askedAt = clock.now();
  const answer = await calendarAuthorizer.refresh(refreshToken);
  if (answer.kind === 'revoked') return answer;
  if (answer.kind !== 'refreshed') {
    const level = answer.kind === 'misconfigured' ? 'error' : 'warn';
    logger[level]('calendar token not renewed', { kind: answer.kind, reason: answer.reason });
    return unavailable(answer.reason);
  }
  const sealed = sealTokens(tokenCipher, answer.token, answer.refreshToken ?? refreshToken, askedAt);
  return { kind: 'tokens', tokens: sealed, accessToken: answer.token.accessToken };
}

/** The answer was about tokens that are no longer those of the connection: only what stands there now counts. */
async function overtaken(
  dependencies: TokenDependencies,
  id: CalendarConnectionId,
  rejected: string | null,
): Promise<TokenAnswer> {
  const credentials = await dependencies.calendarConnections.credentials(id);
  return (
    answerOf(dependencies, credentials, rejected) ?? unavailable('the connection was made anew meanwhile')
  );
}

const unavailable = (reason: string) => ({ kind: 'unavailable', reason }) as const;
