import type { KeyObject } from 'node:crypto';
import jwt from 'jsonwebtoken';
import type { AccessClaims, TokenSigner } from '../../application/accounts/ports.js';
import { ACCESS_TOKEN_LIFE_SECONDS } from '../../domain/accounts/session.js';
import { isUuid, type SessionId, type UserId } from '../../domain/shared/ids.js';
import type { Instant } from '../../domain/shared/zone.js';

export type SigningKey = { readonly kid: string; readonly key: KeyObject };

/**
 * An access token is accepted for this long after it has expired, because the process that signed it may have a
 * different clock.
 */
const CLOCK_TOLERANCE_SECONDS = 5;

/** The largest number of verified tokens that are cached. They take about a megabyte. */
const REMEMBERED = 2_000;

type Verified = AccessClaims & { readonly exp: number };

/**
 * Signs access tokens with HS256 and the first key. All keys verify, so that keys can be replaced while processes
 * restart one after the other.
 */
export class JwtTokenSigner implements TokenSigner {
  readonly #signing: SigningKey;
  readonly #keys: ReadonlyMap<string, KeyObject>;
  /**
   * The verified tokens, by token. A verified token stays valid until it expires, and a client sends the same token
   * for a quarter of an hour.
   */
  readonly #verified = new Map<string, Verified>();

  constructor(keys: readonly SigningKey[]) {
    const [signing] = keys;
    if (signing === undefined) throw new TypeError('At least one signing key is needed');
    this.#signing = signing;
    this.#keys = new Map(keys.map(({ kid, key }) => [kid, key]));
  }

  sign({ userId, sessionId }: AccessClaims, now: Instant): string {
    const iat = Math.floor(now / 1000);
    return jwt.sign(
      { sub: userId, sid: sessionId, iat, exp: iat + ACCESS_TOKEN_LIFE_SECONDS },
      this.#signing.key,
      { algorithm: 'HS256', keyid: this.#signing.kid },
    );
  }

  verify(token: string, now: Instant): AccessClaims | null {
    const seconds = Math.floor(now / 1000);
    const known = this.#verified.get(token);
    if (known !== undefined && seconds < known.exp + CLOCK_TOLERANCE_SECONDS) return known;
    const claims = this.#claims(token, seconds);
    if (claims === null) return null;
    const { sub, sid, exp } = claims;
    if (!isId(sub) || !isId(sid) || typeof exp !== 'number') return null;
    const verified = { userId: sub as UserId, sessionId: sid as SessionId, exp };
    if (this.#verified.size >= REMEMBERED) this.#verified.clear();
    this.#verified.set(token, verified);
    return verified;
  }

  #claims(token: string, seconds: number): jwt.JwtPayload | null {
    try {
      const kid = jwt.decode(token, { complete: true })?.header.kid;
      const key = kid === undefined ? undefined : this.#keys.get(kid);
      if (key === undefined) return null;
      const claims = jwt.verify(token, key, {
        algorithms: ['HS256'],
        clockTimestamp: seconds,
        clockTolerance: CLOCK_TOLERANCE_SECONDS,
      });
      return typeof claims === 'string' ? null : claims;
    } catch (error) {
      // The token is not JSON, has a wrong signature or has expired. The caller treats all of them alike.
      if (error instanceof jwt.JsonWebTokenError || error instanceof SyntaxError) return null;
      throw error;
    }
  }
}

const isId = (value: unknown): value is string => typeof value === 'string' && isUuid(value);
