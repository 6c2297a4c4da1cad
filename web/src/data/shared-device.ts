/**
 * A device that several people use. It stores no household data and receives no pushes. The user is signed
 * out when the browser was closed, or after 20 minutes without input.
 */
const FLAG = 'planner.shared';
const TOUCHED = 'planner.touched';
/**
 * A session cookie. All tabs share it, and the browser deletes it when it closes. If it is missing when the page
 * starts, somebody else may be using the device.
 */
const HERE = 'planner_here=1';
const LEFT_AFTER = 20 * 60_000;
const LOOK_EVERY = 15_000;

export const isShared = (): boolean => localStorage.getItem(FLAG) !== null;

/** Returns the storage for small settings. On a shared device this is the storage of the tab. */
export const chooseStorage = (): Storage => (isShared() ? sessionStorage : localStorage);

/** Sets whether the device is shared. The user chooses this when signing in. */
export function setShared(is: boolean): void {
  if (is) {
    localStorage.setItem(FLAG, '1');
    document.cookie = `${HERE}; Path=/; SameSite=Strict`;
    touched();
  } else {
    localStorage.removeItem(FLAG);
    localStorage.removeItem(TOUCHED);
    document.cookie = `${HERE}; Path=/; SameSite=Strict; Max-Age=0`;
  }
}

const touched = (): void => localStorage.setItem(TOUCHED, String(Date.now()));

/**
 * Returns true if it is probably still the same person: the browser was not closed, and there was input
 * recently.
 */
export const isStillHere = (): boolean =>
  document.cookie.split('; ').includes(HERE) &&
  Date.now() - Number(localStorage.getItem(TOUCHED)) < LEFT_AFTER;

/** Calls `leave` when the person has probably left. Does nothing if the device is not shared. */
export function watchForLeaving(leave: () => void): void {
  let notedAt = 0;
  for (const kind of ['pointerdown', 'keydown'])
    addEventListener(kind, () => {
      if (!isShared() || !isStillHere() || Date.now() - notedAt < LOOK_EVERY) return;
      notedAt = Date.now();
      touched();
    });
  const look = () => {
    if (isShared() && !isStillHere()) leave();
  };
  setInterval(look, LOOK_EVERY);
  document.addEventListener('visibilitychange', look);
}
