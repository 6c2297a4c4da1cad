import { REFRESH_TOKEN_LIFE_MS } from '../../domain/accounts/session.js';
import { MOBILE_CODE_LIFE_MS, REPEATED_EXCHANGE_MS } from '../../domain/accounts/mobile-code.js';
import { CONNECT_FLOW_LIFE_MS, CONNECT_TICKET_LIFE_MS } from '../../domain/calendar/oauth-state.js';
import { EMAIL_CHANGE_RETENTION_MS } from '../../domain/accounts/email-change.js';
import { RESET_RETENTION_MS } from '../../domain/accounts/password-reset.js';
import { IDEMPOTENCY_RETENTION_MS } from '../shared/ports.js';
import { DAY_MS } from '../../domain/shared/durations.js';
import type { Needs } from '../composition/needs.js';

/**
 * Deletes expired rows that can neither sign anybody in nor help to detect misuse: sessions, refresh tokens, codes,
 * requests to reset a password or change an address, tickets and states of calendar connection flows, displays,
 * pairings, idempotency keys and rate limit counters.
 */
export function purgeExpired({
  unitOfWork,
  rateLimiter,
  clock,
}: Needs<
  'rateLimiter' | 'clock',
  | 'calendarOAuthStates'
  | 'displays'
  | 'idempotency'
  | 'mobileCodes'
  | 'passwordResets'
  | 'emailChanges'
  | 'sessions'
>) {
  return async (): Promise<void> => {
    const now = clock.now();
    await unitOfWork.run(({ passwordResets }) => passwordResets.purge(now - RESET_RETENTION_MS));
    await unitOfWork.run(({ emailChanges }) => emailChanges.purge(now - EMAIL_CHANGE_RETENTION_MS));
    await unitOfWork.run(({ sessions }) =>
      sessions.purge({
        revokedBefore: now - DAY_MS,
        unusedSince: now - REFRESH_TOKEN_LIFE_MS - DAY_MS,
        // A token lives for up to 60 days. It is kept for as long again, so that its replay is detected.
        tokensIssuedBefore: now - 2 * REFRESH_TOKEN_LIFE_MS,
      }),
    );
    // A code may be exchanged at the end of its life, and this exchange may then be repeated.
    const codeLife = MOBILE_CODE_LIFE_MS + REPEATED_EXCHANGE_MS;
    await unitOfWork.run(({ mobileCodes }) => mobileCodes.deleteIssuedBefore(now - codeLife));
    await unitOfWork.run(async ({ calendarOAuthStates }) => {
      await calendarOAuthStates.deleteTicketsIssuedBefore(now - CONNECT_TICKET_LIFE_MS);
      await calendarOAuthStates.deleteStatesSpentBefore(now - CONNECT_FLOW_LIFE_MS);
    });
    await unitOfWork.run(({ displays }) => displays.purge(now));
    await unitOfWork.run(({ idempotency }) => idempotency.purge(now - IDEMPOTENCY_RETENTION_MS));
    await rateLimiter.purge();
  };
}
