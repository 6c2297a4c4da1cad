import { createHash, randomUUID } from 'node:crypto';
import type {
  CalendarAuthorizationRequest,
  CalendarAuthorizer,
  CalendarCodeExchange,
  CalendarExchange,
  CalendarGrant,
  TokenRefresh,
  TokenRevocation,
} from '../../application/calendar/authorizer.js';

const PAGE = 'https://provider.example/consent';

/** A provider that agrees to everything unless the script says otherwise, and keeps what it was asked. */
export class ScriptedCalendarAuthorizer implements CalendarAuthorizer {
  /** Who sits before the provider's page. */
  person = { subject: randomUUID() as string, email: 'zoe@gmail.example' };
  onExchange: (() => Promise<CalendarExchange>) | null = null;
  onRefresh: (() => Promise<TokenRefresh>) | null = null;
  onRevoke: (() => Promise<TokenRevocation>) | null = null;
  readonly refreshed: string[] = [];
  readonly revoked: string[] = [];
  /** Everything secret that it ever gave out. */
  readonly secrets: string[] = [];
  readonly #challenges = new Map<string, string>();

  authorizationUrl({ state, codeChallenge }: CalendarAuthorizationRequest): string {
    return `${PAGE}?${new URLSearchParams({ state, code_challenge: codeChallenge }).toString()}`;
  }

  /** What the page answers when the person agrees: the address that the browser is sent to. */
  consent(location: string): string {
    const { searchParams } = new URL(location);
    const code = this.#secret('code');
    this.#challenges.set(code, searchParams.get('code_challenge') ?? '');
    const answer = new URLSearchParams({ code, state: searchParams.get('state') ?? '' });
    return `http://localhost:3000/v1/calendar/google/callback?${answer.toString()}`;
  }

  exchange({ code, codeVerifier }: CalendarCodeExchange): Promise<CalendarExchange> {
    const challenge = this.#challenges.get(code);
    this.#challenges.delete(code);
    if (this.onExchange !== null) return this.onExchange();
    if (challenge !== createHash('sha256').update(codeVerifier).digest('base64url'))
      return Promise.resolve({ kind: 'refused', reason: 'invalid_grant' });
    return Promise.resolve({ kind: 'granted', grant: this.grant() });
  }

  grant(fields: Partial<CalendarGrant> = {}): CalendarGrant {
    const tokens = { accessToken: this.#secret('access'), refreshToken: this.#secret('refresh') };
    return { ...this.person, ...tokens, lifeMs: 3_599_000, ...fields };
  }

  refresh(refreshToken: string): Promise<TokenRefresh> {
    this.refreshed.push(refreshToken);
    if (this.onRefresh !== null) return this.onRefresh();
    const token = { accessToken: this.#secret('access'), lifeMs: 3_599_000 };
    return Promise.resolve({ kind: 'refreshed', token, refreshToken: null });
  }

  revoke(token: string): Promise<TokenRevocation> {
    this.revoked.push(token);
    return this.onRevoke?.() ?? Promise.resolve({ kind: 'revoked' });
  }

  #secret(kind: string): string {
    const secret = `${kind}-${randomUUID()}`;
    this.secrets.push(secret);
    return secret;
  }
}
