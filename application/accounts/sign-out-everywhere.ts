import type { Caller } from '../caller.js';
import type { Clock } from '../ports/clock.js';
import type { UnitOfWork } from '../ports/unit-of-work.js';

/** Ends every session of the caller, this one included. */
export function signOutEverywhere({ unitOfWork, clock }: { unitOfWork: UnitOfWork; clock: Clock }) {
  return (caller: Caller): Promise<void> =>
    unitOfWork.run(({ sessions }) => sessions.revokeAll(caller.userId, clock.now()));
}
