import { aroundCalls, type AccessToken, type CalendarProvider } from '../provider.js';
import {
  speedUp,
  FIRST_SPACING,
  slowDown,
  type Spacing,
  FULL_BUCKET,
  CONNECTION_RATE,
  PROCESS_RATE,
  takeToken,
  type TokenBucket,
} from '../../../domain/calendar/pace.js';

type Pacing = {
  readonly now: () => number;
  readonly pause: (milliseconds: number) => Promise<void>;
};

/**
 * The maximum number of calendars, and that of tokens, for which the rate is remembered. The least recently used ones
 * are forgotten first.
 */
const REMEMBERED = 1000;

/**
 * Returns a provider that limits the rate of requests. Between two writes to the same calendar there is a minimum
 * delay, which grows when the provider reports a rate limit, and shrinks after a series of other answers (see
 * {@link speedUp}). Token buckets limit the requests of each access token and of the process.
 */
export function pacedCalendarProvider(provider: CalendarProvider, pacing: Pacing): CalendarProvider {
  const pace = new Pace(pacing);
  return aroundCalls(provider, (call, token, calendarId, request) =>
    calendarId !== null && WRITES.includes(call)
      ? pace.write(token, calendarId, request)
      : pace.read(token, request),
  );
}

const WRITES: readonly (keyof CalendarProvider)[] = ['insertEvent', 'updateEvent', 'deleteEvent'];

class Pace {
  readonly #pacing: Pacing;
  readonly #spacings = new Map<string, Spacing & { readonly freeAt: number }>();
  readonly #buckets = new Map<AccessToken, TokenBucket>();
  #ofProcess = FULL_BUCKET;

  constructor(pacing: Pacing) {
    this.#pacing = pacing;
  }

  async read<Outcome>(token: AccessToken, request: () => Promise<Outcome>): Promise<Outcome> {
    const known = remembered(this.#buckets, token, () => FULL_BUCKET);
    const now = this.#pacing.now();
    const own = takeToken(known, now, CONNECTION_RATE);
    this.#buckets.set(token, own.bucket);
    const everybodys = takeToken(this.#ofProcess, now, PROCESS_RATE);
    this.#ofProcess = everybodys.bucket;
    await this.#pauseFor(Math.max(own.waitMs, everybodys.waitMs));
    return request();
  }

  async write<Outcome extends { readonly kind: string }>(
    token: AccessToken,
    calendarId: string,
    request: () => Promise<Outcome>,
  ): Promise<Outcome> {
    const now = this.#pacing.now();
    const last = remembered(this.#spacings, calendarId, () => ({ ...FIRST_SPACING, freeAt: now }));
    const startsAt = Math.max(now, last.freeAt);
    this.#spacings.set(calendarId, { ...last, freeAt: startsAt + last.ms });
    await this.#pauseFor(startsAt - now);
    const outcome = await this.read(token, request);
    const { freeAt, ...spacing } = this.#spacings.get(calendarId) ?? { ...last, freeAt: startsAt };
    const next = outcome.kind === 'rateLimited' ? slowDown(spacing) : speedUp(spacing);
    this.#spacings.set(calendarId, { ...next, freeAt });
    return outcome;
  }

  async #pauseFor(milliseconds: number): Promise<void> {
    if (milliseconds > 0) await this.#pacing.pause(milliseconds);
  }
}

/** Returns the entry of `key` and marks it as the most recently used. */
function remembered<Key, Value>(all: Map<Key, Value>, key: Key, make: () => Value): Value {
  const value = all.get(key) ?? make();
  all.delete(key);
  all.set(key, value);
  const [oldest] = all.keys();
  if (all.size > REMEMBERED && oldest !== undefined) all.delete(oldest);
  return value;
}
