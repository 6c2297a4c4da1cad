/**
 * A device that several people use: nothing of a household is kept on it, it is not woken, and whoever is signed in is signed out when
 * the browser was closed, or nobody has touched it for a while.
 */
const FLAG = 'planner.shared';
const TOUCHED = 'planner.touched';
/** Goes with the browser, and over all of its tabs: a start without it is somebody else's. */
const HERE = 'planner_here=1';
const LEFT_AFTER = 20 * 60_000;
const LOOK_EVERY = 15_000;

export const isShared = (): boolean => localStorage.getItem(FLAG) !== null;

/** Where small things are remembered: on a shared device by a tab alone. */
export const chooseStorage = (): Storage => (isShared() ? sessionStorage : localStorage);

/** As said at sign-in. */
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

/** Whether it is still the same person, as far as that can be known. */
export const isStillHere = (): boolean =>
  document.cookie.split('; ').includes(HERE) &&
  Date.now() - Number(localStorage.getItem(TOUCHED)) < LEFT_AFTER;

/** Calls `leave` once nobody is there any more. Where the device is not shared it does nothing. */
export function watchForLeaving(leave: () => void): void {
  let told = 0;
  for (const kind of ['pointerdown', 'keydown'])
    addEventListener(kind, () => {
      if (!isShared() || !isStillHere() || Date.now() - told < LOOK_EVERY) return;
      told = Date.now();
      touched();
    });
  const look = () => {
    if (isShared() && !isStillHere()) leave();
  };
  setInterval(look, LOOK_EVERY);
  document.addEventListener('visibilitychange', look);
}
