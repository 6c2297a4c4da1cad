/**
 * The session of a browser lives in cookies that no script sees; its access part ends after 15 minutes. However many tabs and
 * requests find that out at once, one of them renews it: the others wait for its lock, and see by its stamp that it has been done.
 */
const STAMP = 'planner.refreshed';
const RENEW_AFTER = 13 * 60_000;

/**
 * A cookie that scripts can read: this browser may have a session. Without it, a first visit would ask the service to renew a
 * session that never was.
 */
const SIGN = 'planner_session=1';
const SIGN_SECONDS = 400 * 24 * 60 * 60;

/** A session has begun, or begins where no script of ours runs. */
export const expectSession = (): void => {
  document.cookie = `${SIGN}; Path=/; SameSite=Lax; Max-Age=${SIGN_SECONDS}`;
};

/** There is no session any more. */
export const expectNoSession = (): void => {
  document.cookie = `${SIGN}; Path=/; SameSite=Lax; Max-Age=0`;
};

export function stamp(now: number): void {
  write(STAMP, String(now));
  expectSession();
}

/** Versions before kept only the stamp. */
const mayHaveSession = (): boolean => stampedAt() > 0 || document.cookie.split('; ').includes(SIGN);

/** When the access cookie was made last, by this device's clock; 0: unknown. */
const stampedAt = (): number => Number(read(STAMP)) || 0;

/** Renews a session whose access cookie has ended, or is about to. Answers false where there is no session. */
export async function renewIfOld(): Promise<boolean> {
  if (!mayHaveSession()) return false;
  const young = Date.now() - RENEW_AFTER;
  return stampedAt() > young || refresh(young);
}

/**
 * Renews the session unless somebody has since `askedAt`, the moment the refused request was sent.
 * Answers whether there is a session now.
 */
export async function refresh(askedAt: number): Promise<boolean> {
  const hasToWait = await isHeld('planner.refresh');
  return withLock('planner.refresh', async () => {
    // What another tab has just written may not be seen in this one yet: who had to wait for it asks the service.
    if (stampedAt() > askedAt || (hasToWait && (await isSignedIn()))) return true;
    const response = await fetch('/v1/auth/refresh', {
      method: 'POST',
      headers: { 'X-Requested-With': 'app', 'Content-Type': 'application/json' },
      credentials: 'same-origin',
      body: '{}',
    });
    await response.text(); // an answer that is not read is cut off when the page goes
    if (response.ok) stamp(Date.now());
    else if (response.status !== 401) throw new Error(`refresh: ${response.status}`);
    return response.ok;
  });
}

async function isSignedIn(): Promise<boolean> {
  const response = await fetch('/v1/me', { credentials: 'same-origin' });
  await response.text();
  return response.ok;
}

async function isHeld(name: string): Promise<boolean> {
  const { held = [] } = (await (navigator.locks as LockManager | undefined)?.query()) ?? {};
  return held.some((lock) => lock.name === name);
}

let here: Promise<unknown> = Promise.resolve();

/** Over all tabs where the browser has locks, else over this one. */
export function withLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  // Over plain http there is no `navigator.locks`, whatever its type says.
  const locks = navigator.locks as LockManager | undefined;
  if (locks !== undefined) return locks.request(name, work);
  const next = here.then(work, work);
  here = next.catch(() => undefined);
  return next;
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null; // storage is forbidden here
  }
}

function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // storage is forbidden here: each tab renews for itself
  }
}
