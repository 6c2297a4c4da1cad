/**
 * Key of localStorage for the time of the last renewal of the session.
 * The session is in cookies that scripts cannot read, and the access cookie expires after 15 minutes. Many tabs and
 * requests may notice this at the same time. One of them renews the session, while the others wait for its lock. Then
 * they see from this time that the session was renewed.
 */
const STAMP = 'planner.refreshed';
const RENEW_AFTER = 13 * 60_000;

/**
 * A cookie that scripts can read. It means that this browser may have a session. Without it, a first visit
 * would try to renew a session that never existed.
 */
const SIGN = 'planner_session=1';
const SIGN_SECONDS = 400 * 24 * 60 * 60;

/**
 * Records that there is a session, or that one is about to begin on a page of the service (sign-in with
 * Google).
 */
export const expectSession = (): void => {
  document.cookie = `${SIGN}; Path=/; SameSite=Lax; Max-Age=${SIGN_SECONDS}`;
};

/** Records that there is no session any more. */
export const expectNoSession = (): void => {
  document.cookie = `${SIGN}; Path=/; SameSite=Lax; Max-Age=0`;
};

export function stamp(now: number): void {
  write(STAMP, String(now));
  expectSession();
}

/**
 * Returns false if this browser certainly has no session. Earlier versions stored only the time of the last renewal
 * and did not set the cookie, so either of them counts.
 */
const mayHaveSession = (): boolean => stampedAt() > 0 || document.cookie.split('; ').includes(SIGN);

/** When the access cookie was last renewed, by this device's clock (milliseconds). 0 means unknown. */
const stampedAt = (): number => Number(read(STAMP)) || 0;

/**
 * Renews the session if its access cookie has expired or is about to. Returns false if there is no session. Rejects
 * if the service cannot be reached.
 */
export async function renewIfOld(): Promise<boolean> {
  if (!mayHaveSession()) return false;
  const young = Date.now() - RENEW_AFTER;
  return stampedAt() > young || refresh(young);
}

/**
 * Renews the session, unless it was renewed since `askedAt`.
 * @param askedAt in milliseconds, such as the time when the refused request was sent
 * @returns true if there is a session now
 * @throws Error if the service cannot be reached, or neither renews the session nor says that there is none
 */
export async function refresh(askedAt: number): Promise<boolean> {
  const hasToWait = await isHeld('planner.refresh');
  return withLock('planner.refresh', async () => {
    // The time that another tab has just stored may not be visible in this tab yet. So if this tab had to wait for
    // the lock, it asks the service whether there is a session.
    if (stampedAt() > askedAt || (hasToWait && (await isSignedIn()))) return true;
    const response = await fetch('/v1/auth/refresh', {
      method: 'POST',
      headers: { 'X-Requested-With': 'app', 'Content-Type': 'application/json' },
      credentials: 'same-origin',
      body: '{}',
    });
    await response.text(); // Read the body, because browsers cancel an unread answer when the user leaves the page.
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

/** Runs `work` under a lock of all tabs, or only of this tab if the browser has no locks. */
export function withLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  // Over plain http there is no `navigator.locks`, although its type says so.
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
    return null; // The browser does not allow localStorage.
  }
}

function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // The browser does not allow localStorage, so each tab renews the session on its own.
  }
}
