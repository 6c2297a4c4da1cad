import type { KeyUse } from '../calendar/connection/reencrypt-tokens.js';
import type { TokenCipher } from '../calendar/ports.js';
import type { Operation } from '../../domain/operations/operation.js';
import { withUrls } from '../../domain/operations/sealed-urls.js';
import type { DayCalendarId, OperationId } from '../../domain/shared/ids.js';
import type { DayCalendar } from '../../domain/days/calendar.js';
import type { Needs } from '../composition/needs.js';
import { eachPart } from '../shared/pages.js';

type Dependencies = Needs<'tokenCipher', 'dayCalendars' | 'operations'>;

const BATCH = 200;

/**
 * Encrypts the addresses of all day calendars with the first key, including those in the data for undo (inverses) of
 * operations. Returns the counts from before; of operations only those with an older key are counted. The service may
 * be running, because each row is locked. Addresses that no key decrypts stay unchanged.
 */
export function reencryptUrls(dependencies: Dependencies) {
  return (): Promise<KeyUse> => countUse(dependencies, { writes: true });
}

/** Returns the same counts as `reencryptUrls`, but changes nothing. */
export function readUrlKeyUse(dependencies: Dependencies) {
  return (): Promise<KeyUse> => countUse(dependencies, { writes: false });
}

async function countUse(
  { unitOfWork, tokenCipher }: Dependencies,
  { writes }: { readonly writes: boolean },
): Promise<KeyUse> {
  const use = { current: 0, older: 0, unreadable: 0 };
  const urls = new SealedUrls(tokenCipher);
  const ofCalendar = ({ url }: DayCalendar) => (url === null ? 'unreadable' : urls.judge(url));
  await eachPart(async (last: DayCalendarId | null) => {
    // The addresses are counted after the transaction, because a transaction may run again.
    const batch = await unitOfWork.run(async ({ dayCalendars }) => {
      const found = await dayCalendars.withUrlForUpdate(last, BATCH);
      const seen = found.map((one) => ({ id: one.id, key: ofCalendar(one) }));
      if (writes)
        for (const one of found)
          if (one.url !== null && ofCalendar(one) === 'older')
            await dayCalendars.save({ ...one, url: urls.sealed(one.url) });
      return seen;
    });
    for (const { key } of batch) use[key] += 1;
    return batch.at(BATCH - 1)?.id ?? null;
  });
  await eachPart(async (last: OperationId | null) => {
    const batch = await unitOfWork.run(async ({ operations }) => {
      const found = await operations.ofDayCalendarsForUpdate(last, BATCH);
      const older = found.flatMap((one) => reencrypted(one, urls) ?? []);
      if (writes) for (const one of older) await operations.saveInverse(one);
      return { found, older };
    });
    use.older += batch.older.length;
    return batch.found.at(BATCH - 1)?.id ?? null;
  });
  return use;
}

/**
 * Returns the data for undo (inverse) of an operation, newly encrypted. Returns null if it contains nothing that is
 * encrypted with an older key.
 */
function reencrypted(
  { inverse, ...operation }: Pick<Operation, 'householdId' | 'id' | 'inverse'>,
  urls: SealedUrls,
) {
  if (inverse === null) return null;
  const changed = withUrls(inverse, (url) => urls.sealed(url));
  return changed === inverse ? null : { ...operation, inverse: changed };
}

/**
 * Encrypts addresses with the first key. It returns equal results for equal texts, because an undo restores an
 * address only if the current one equals the address after the operation.
 */
class SealedUrls {
  readonly #known = new Map<string, string>();
  readonly #cipher: TokenCipher;

  constructor(cipher: TokenCipher) {
    this.#cipher = cipher;
  }

  judge(url: string): keyof KeyUse {
    if (this.#cipher.decrypt(url) === null) return 'unreadable';
    return this.#cipher.isCurrent(url) ? 'current' : 'older';
  }

  /** Returns the text unchanged if it is encrypted with the first key, or if no key decrypts it. */
  sealed(url: string): string {
    const plain = this.#cipher.decrypt(url);
    if (plain === null || this.#cipher.isCurrent(url)) return url;
    const sealed = this.#known.get(url) ?? this.#cipher.encrypt(plain);
    this.#known.set(url, sealed);
    return sealed;
  }
}
