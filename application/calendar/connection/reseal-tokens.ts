import type { ConnectionCredentials, ConnectionTokens } from '../../../domain/calendar/connection.js';
import type { CalendarConnectionId } from '../../../domain/shared/ids.js';
import type { TokenCipher } from '../ports.js';
import type { UnitOfWork, UnitOfWorkScope } from '../../shared/unit-of-work.js';

type Dependencies = {
  unitOfWork: UnitOfWork<'calendarConnections'>;
  tokenCipher: TokenCipher;
};

/** Connections by the key that their tokens are encrypted with. */
export type KeyUse = {
  /** The first one. */
  readonly current: number;
  /** Another one that is still there. */
  readonly older: number;
  /** None that is there. */
  readonly unreadable: number;
};

const BATCH = 200;

/**
 * Encrypts the tokens of all connections with the first key, so that older ones can be dropped; answers with what it
 * found. Services may run meanwhile: each connection is locked while it is looked at. What no key opens stays as it is.
 */
export function resealTokens({ unitOfWork, tokenCipher }: Dependencies) {
  return (): Promise<KeyUse> =>
    countUse({ unitOfWork, tokenCipher }, async ({ calendarConnections }, { id, tokenVersion }, tokens) => {
      await calendarConnections.saveTokens(id, tokenVersion, tokens);
    });
}

/** What `resealTokens` would find; changes nothing. */
export function readKeyUse(dependencies: Dependencies) {
  return (): Promise<KeyUse> => countUse(dependencies, () => Promise.resolve());
}

async function countUse(
  { unitOfWork, tokenCipher }: Dependencies,
  onOlder: (
    scope: Pick<UnitOfWorkScope, 'calendarConnections'>,
    credentials: ConnectionCredentials,
    resealed: ConnectionTokens,
  ) => Promise<void>,
): Promise<KeyUse> {
  const use = { current: 0, older: 0, unreadable: 0 };
  let after: CalendarConnectionId | null = null;
  do {
    // Counted after the transaction, which may be run again.
    const batch: readonly (readonly [CalendarConnectionId, keyof KeyUse])[] = await unitOfWork.run(
      async (scope) => {
        const found = await scope.calendarConnections.withTokensForUpdate(after, BATCH);
        const seen: [CalendarConnectionId, keyof KeyUse][] = [];
        for (const credentials of found) {
          const resealed = credentials.tokens && resealedBy(tokenCipher, credentials.tokens);
          if (resealed !== null && resealed !== credentials.tokens)
            await onOlder(scope, credentials, resealed);
          const key =
            resealed === null ? 'unreadable' : resealed === credentials.tokens ? 'current' : 'older';
          seen.push([credentials.id, key]);
        }
        return seen;
      },
    );
    for (const [, key] of batch) use[key]++;
    after = batch.length < BATCH ? null : (batch.at(-1)?.[0] ?? null);
  } while (after !== null);
  return use;
}

/** The same tokens when they are of the first key already; null when they cannot be opened. */
function resealedBy(cipher: TokenCipher, tokens: ConnectionTokens): ConnectionTokens | null {
  const { refreshToken, accessToken } = tokens;
  const [refresh, access] = [cipher.decrypt(refreshToken), cipher.decrypt(accessToken)];
  if (refresh === null || access === null) return null;
  if (cipher.isCurrent(refreshToken) && cipher.isCurrent(accessToken)) return tokens;
  return { ...tokens, refreshToken: cipher.encrypt(refresh), accessToken: cipher.encrypt(access) };
}
