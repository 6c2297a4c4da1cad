import type { Session } from '../../domain/accounts/session.js';
import type { Page, PageRequest } from '../../domain/shared/page.js';
import type { Caller } from '../shared/caller.js';
import type { Clock } from '../shared/ports.js';
import type { SessionReader } from './ports.js';

/** The devices on which the caller is signed in. */
export function listSessions({ sessions, clock }: { sessions: SessionReader; clock: Clock }) {
  return (caller: Caller, page: PageRequest): Promise<Page<Session>> =>
    sessions.listLive(caller.userId, clock.now(), page);
}
