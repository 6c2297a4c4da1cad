import { useEffect, useState } from 'preact/hooks';

/**
 * Keeps the screen on while `isWanted` is true and the page is visible. Browsers release the lock whenever the
 * page is hidden.
 * @returns true if the screen is kept on. This does not work over plain http, in some browsers, or with a low
 * battery.
 */
export function useWakeLock(isWanted: boolean): boolean {
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    const locks = navigator.wakeLock as WakeLock | undefined;
    if (!isWanted || locks === undefined) return;
    let taking: Promise<WakeLockSentinel | null> | null = null;
    const take = () => {
      if (taking !== null || document.visibilityState !== 'visible') return;
      taking = locks.request('screen').catch(() => null);
      void taking.then((lock) => {
        setHeld(lock !== null);
        if (lock === null) taking = null;
        else
          lock.onrelease = () => {
            taking = null;
            setHeld(false);
          };
      });
    };
    take();
    document.addEventListener('visibilitychange', take);
    return () => {
      document.removeEventListener('visibilitychange', take);
      void taking?.then((lock) => lock?.release());
      setHeld(false);
    };
  }, [isWanted]);
  return isHeld;
}
