import { setTimeout as delay } from 'node:timers/promises';

/** The current address of the service. It changes with each start. */
export type Network = { url: string };
export type Answer = { readonly status: number; readonly text: string; readonly link: string | null };

/**
 * How a request ends: with its answer; with an answer that the client loses; cut off in the middle of the
 * answer; or aborted by the client before the answer.
 */
export type Fate = 'answered' | 'lost' | 'cut' | 'aborted';

/** Chooses how a request ends. 18 of 100 requests fail. */
export function fateOf(random: () => number): Fate {
  const drawn = random() * 100;
  if (drawn < 6) return 'aborted';
  if (drawn < 12) return 'lost';
  return drawn < 18 ? 'cut' : 'answered';
}

type Asked = Omit<RequestInit, 'headers' | 'signal'> & {
  readonly headers: Record<string, string>;
  readonly fate?: Fate;
  readonly random?: () => number;
};

const PATIENCE_MS = 20_000;
const HASTE_MS = 12;

/** Sends a request. Returns null if no answer came, so the client does not know the result. */
export async function request(
  network: Network,
  path: string,
  { fate = 'answered', random = Math.random, ...init }: Asked,
): Promise<Answer | null> {
  const patience = fate === 'aborted' ? Math.ceil(random() * HASTE_MS) : PATIENCE_MS;
  try {
    const response = await fetch(`${network.url}${path}`, { ...init, signal: AbortSignal.timeout(patience) });
    if (fate === 'cut') {
      const reader = response.body?.getReader();
      await reader?.read();
      await reader?.cancel();
      return null;
    }
    const text = await response.text();
    return fate === 'answered' ? { status: response.status, text, link: response.headers.get('link') } : null;
  } catch {
    // The request was aborted, or a service that was killed refused or reset the connection.
    await delay(20);
    return null;
  }
}

export function headersOf(token: string): Record<string, string> {
  return { authorization: `Bearer ${token}`, 'x-client': 'mobile', 'x-requested-with': 'app' };
}
