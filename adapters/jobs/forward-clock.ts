import { systemClock, type Clock } from 'pg-boss';

/**
 * The system's clock, but that it never goes back: pg-boss waits for instants that it has computed, and would rest for
 * as long as the clock was put back. How far it is off then does not matter, since the queue goes by its database's.
 */
export function forwardClock(wall: () => number = Date.now): Clock {
  let latest = wall();
  let ahead = 0;
  return {
    ...systemClock,
    now: () => {
      const now = wall();
      if (now + ahead < latest) ahead = latest - now;
      latest = now + ahead;
      return latest;
    },
  };
}
