import type { ConnectionCredentials, ConnectionTokens } from '../../../domain/calendar/connection.js';
import type { CalendarConnectionId } from '../../../domain/shared/ids.js';
import type { TokenCipher } from '../ports.js';
import type { UnitOfWorkScope } from '../../composition/unit-of-work.js';
import type { Needs } from '../../composition/needs.js';
import { eachPart } from '../../shared/pages.js';

type Dependencies = Needs<'tokenCipher', 'calendarConnections'>;

/**
 * Counts rows with encrypted texts (connections, or day calendars with an address) by the state of their encryption.
 */
export type KeyUse = {
  /** The number of rows whose texts are all encrypted with the current (first) key. */
  readonly current: number;
  /** The number of rows with a text that is encrypted with another configured key. */
  readonly older: number;
  /** The number of rows with a text that no configured key decrypts. They do not count as `older`. */
  readonly unreadable: number;
};

const BATCH = 200;

/**
 * Encrypts the tokens of all connections with the first key, so that the operator can remove older keys. Returns the
 * counts from before. The service may be running, because each connection is locked. Tokens that no key decrypts stay
 * unchanged.
 */
export function reencryptTokens({ unitOfWork, tokenCipher }: Dependencies) {
  return (): Promise<KeyUse> =>
    countUse({ unitOfWork, tokenCipher }, async ({ calendarConnections }, { id, tokenVersion }, tokens) => {
      await calendarConnections.saveTokens(id, tokenVersion, tokens);
    });
}

/** Returns the same counts as `reencryptTokens`, but changes nothing. */
export function readKeyUse(dependencies: Dependencies) {
  return (): Promise<KeyUse> => countUse(dependencies, () => Promise.resolve());
}

async function countUse(
  { unitOfWork, tokenCipher }: Dependencies,
  onOlder: (
    scope: Pick<UnitOfWorkScope, 'calendarConnections'>,
    credentials: ConnectionCredentials,
    reencrypted: ConnectionTokens,
  ) => Promise<void>,
): Promise<KeyUse> {
  const use = { current: 0, older: 0, unreadable: 0 };
  await eachPart(async (after: CalendarConnectionId | null) => {
    // The states are counted after the transaction, because a transaction may be retried.
    const batch = await unitOfWork.run(async (scope) => {
      const found = await scope.calendarConnections.withTokensForUpdate(after, BATCH);
      const seen: [CalendarConnectionId, keyof KeyUse][] = [];
      for (const credentials of found) {
        const reencrypted = credentials.tokens && reencryptWith(tokenCipher, credentials.tokens);
        if (reencrypted !== null && reencrypted !== credentials.tokens)
          await onOlder(scope, credentials, reencrypted);
        const key =
          reencrypted === null ? 'unreadable' : reencrypted === credentials.tokens ? 'current' : 'older';
        seen.push([credentials.id, key]);
      }
      return seen;
    });
    for (const [, key] of batch) use[key]++;
    return batch.at(BATCH - 1)?.[0] ?? null;
  });
  return use;
}

/**
 * Returns the same object if the tokens are already encrypted with the first key, newly encrypted tokens otherwise, and
 * null if they cannot be decrypted.
 */
function reencryptWith(cipher: TokenCipher, tokens: ConnectionTokens): ConnectionTokens | null {
  const { refreshToken, accessToken } = tokens;
  const [refresh, access] = [cipher.decrypt(refreshToken), cipher.decrypt(accessToken)];
  if (refresh === null || access === null) return null;
  if (cipher.isCurrent(refreshToken) && cipher.isCurrent(accessToken)) return tokens;
  return { ...tokens, refreshToken: cipher.encrypt(refresh), accessToken: cipher.encrypt(access) };
}
