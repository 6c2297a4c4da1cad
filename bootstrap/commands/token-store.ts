import { createDatabase } from '../../adapters/postgres/database.js';
import { PostgresUnitOfWork } from '../../adapters/postgres/unit-of-work.js';
import { AesGcmTokenCipher } from '../../adapters/security/aes-gcm-token-cipher.js';
import type { TokenCipher } from '../../application/calendar/ports.js';
import type { Transactions } from '../../application/shared/transactions.js';
import type { StoreScope } from '../../application/composition/unit-of-work.js';
import type { Config } from '../config/config.js';
import { completeSecrets } from '../secrets.js';

export type TokenStore = { readonly unitOfWork: Transactions<StoreScope>; readonly tokenCipher: TokenCipher };

/**
 * Opens the database and the encryption keys while `work` reads or writes calendar tokens and addresses of day
 * calendars. Closes the database afterwards.
 */
export async function withTokenStore<T>(
  { secrets, dataDir }: Config,
  connectionString: string,
  work: (store: TokenStore) => Promise<T>,
): Promise<T> {
  // If the keys are configured, `secrets.json` is neither needed nor created, because the doctor must not change files.
  const encryption = secrets.encryption ?? (await completeSecrets(secrets, dataDir)).encryption;
  await using db = createDatabase({
    connectionString,
    poolSize: 2,
    applicationName: 'household-planner keys',
  });
  return await work({
    unitOfWork: new PostgresUnitOfWork(db, () => NO_JOBS),
    tokenCipher: new AesGcmTokenCipher(encryption),
  });
}

const NO_JOBS = { enqueue: () => Promise.reject(new Error('A command that handles keys must not add jobs')) };
