import { JWT } from 'google-auth-library';
import { MAX_PUSH_PAUSE_MS } from '../../domain/notifications/device.js';
import type { PushOutcome } from '../../application/notifications/ports.js';
import { parseRetryAfter } from '../../application/shared/retry-after.js';

export type FcmSettings = {
  readonly projectId: string;
  readonly clientEmail: string;
  readonly privateKey: string;
  /** The function that sends requests, which tests replace. */
  readonly fetch?: typeof globalThis.fetch;
};

const ENDPOINT = 'https://fcm.googleapis.com/v1/projects';
const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging';
const TIMEOUT_MS = 10_000;
const A_DAY_SECONDS = 86_400;

/**
 * Sends pushes to Android devices by Firebase Cloud Messaging (HTTP v1). The message contains the device's token and
 * delivery options, but no content.
 */
export class FcmPushSender {
  readonly #settings: FcmSettings;
  readonly #fetch: typeof globalThis.fetch;
  readonly #account: JWT;

  constructor(settings: FcmSettings) {
    this.#settings = settings;
    this.#fetch = settings.fetch ?? globalThis.fetch;
    this.#account = new JWT({
      email: settings.clientEmail,
      key: settings.privateKey,
      scopes: [SCOPE],
      transporterOptions: {
        fetchImplementation: this.#fetch,
        timeout: TIMEOUT_MS,
        retryConfig: { retry: 0 },
      },
    });
  }

  async send(token: string): Promise<PushOutcome> {
    const accessToken = await this.#accessToken();
    if (typeof accessToken !== 'string') return accessToken;
    try {
      const response = await this.#fetch(
        `${ENDPOINT}/${encodeURIComponent(this.#settings.projectId)}/messages:send`,
        {
          method: 'POST',
          headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
          body: JSON.stringify({ message: messageTo(token) }),
          signal: AbortSignal.timeout(TIMEOUT_MS),
        },
      );
      return classifyAnswer(
        response.status,
        readCode(await response.text()),
        response.headers.get('retry-after'),
      );
    } catch {
      return { kind: 'retry', afterMs: null };
    }
  }

  async #accessToken(): Promise<string | PushOutcome> {
    try {
      const { token } = await this.#account.getAccessToken();
      return token ?? { kind: 'misconfigured', reason: 'no access token for Firebase' };
    } catch (error) {
      const { status } = error as { status?: unknown };
      const isRefused = typeof status === 'number' && status >= 400 && status < 500 && status !== 429;
      return isRefused
        ? { kind: 'misconfigured', reason: 'Google refuses the service account' }
        : { kind: 'retry', afterMs: null };
    }
  }
}

function messageTo(token: string) {
  return {
    token,
    android: { priority: 'HIGH', collapse_key: 'notifications', ttl: `${A_DAY_SECONDS}s` },
  };
}

/**
 * Returns Firebase's error code, which says more than the HTTP status. Without one, returns Google's general status
 * word, or an empty text.
 */
function readCode(body: string): string {
  return (
    /"errorCode"\s*:\s*"([A-Z_]+)"/.exec(body)?.[1] ?? /"status"\s*:\s*"([A-Z_]+)"/.exec(body)?.[1] ?? ''
  );
}

function classifyAnswer(status: number, code: string, retryAfter: string | null): PushOutcome {
  if (status === 200) return { kind: 'sent' };
  if (status === 404 || ['UNREGISTERED', 'INVALID_ARGUMENT', 'SENDER_ID_MISMATCH'].includes(code))
    return { kind: 'gone' };
  if (status === 429 || status >= 500)
    return { kind: 'retry', afterMs: parseRetryAfter(retryAfter, Date.now(), MAX_PUSH_PAUSE_MS) };
  return { kind: 'misconfigured', reason: `Firebase answers ${status} ${code}`.trim() };
}
