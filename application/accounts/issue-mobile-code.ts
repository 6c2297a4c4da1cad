import type { UserId } from '../../domain/shared/ids.js';
import type { Clock, OpaqueTokens } from '../shared/ports.js';
import type { MobileCodeRepository } from './ports.js';

/** A one-time code for the app that has the verifier of `codeChallenge`; it exists nowhere else in the clear. */
export async function issueMobileCode(
  { clock, opaqueTokens }: { clock: Clock; opaqueTokens: OpaqueTokens },
  mobileCodes: MobileCodeRepository,
  { userId, codeChallenge }: { userId: UserId; codeChallenge: string },
): Promise<string> {
  const code = opaqueTokens.generate();
  const issuedAt = clock.now();
  await mobileCodes.insert({ hash: opaqueTokens.hash(code), userId, codeChallenge, issuedAt });
  return code;
}
