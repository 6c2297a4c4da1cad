import { isTicketGood } from '../../domain/calendar-connections/handshake.js';
import type { Caller } from '../caller.js';
import type { AccessReader } from '../ports/access-reader.js';
import type { CalendarAuthorizer } from '../ports/calendar-authorizer.js';
import type { Clock } from '../ports/clock.js';
import type { OpaqueTokens } from '../ports/opaque-tokens.js';
import type { UnitOfWork } from '../ports/unit-of-work.js';
import { calendarNotOffered, type CalendarOwner } from './connect-flow.js';

type Dependencies = {
  unitOfWork: UnitOfWork;
  access: AccessReader;
  calendarAuthorizer: CalendarAuthorizer | null;
  opaqueTokens: OpaqueTokens;
  clock: Clock;
};

/** A ticket that stands for the caller's session once, within two minutes. NOT_FOUND where no calendar is offered. */
export function issueConnectTicket({ unitOfWork, calendarAuthorizer, opaqueTokens, clock }: Dependencies) {
  return async ({ userId, sessionId }: Caller): Promise<string> => {
    if (calendarAuthorizer === null) throw calendarNotOffered();
    const ticket = opaqueTokens.generate();
    const hash = opaqueTokens.hash(ticket);
    await unitOfWork.run(({ calendarHandshakes }) =>
      calendarHandshakes.insertTicket({ hash, userId, sessionId, issuedAt: clock.now() }),
    );
    return ticket;
  };
}

/**
 * Whose ticket it is; it is spent by that. null for one that is unknown, used or too old, whose session has ended, or
 * that is somebody else's than the browser's own session.
 */
export function redeemConnectTicket(dependencies: Dependencies) {
  const { unitOfWork, access, calendarAuthorizer, opaqueTokens, clock } = dependencies;
  return async (text: string, browser: Caller | null): Promise<CalendarOwner | null> => {
    if (calendarAuthorizer === null) throw calendarNotOffered();
    const ticket = await unitOfWork.run(({ calendarHandshakes }) =>
      calendarHandshakes.takeTicket(opaqueTokens.hash(text)),
    );
    if (ticket === null || !isTicketGood(ticket, clock.now())) return null;
    if (browser !== null && browser.userId !== ticket.userId) return null;
    const granted = await access.find(ticket.userId, ticket.sessionId, null);
    if (granted === null || granted.session.revokedAt !== null || granted.account.disabledAt !== null)
      return null;
    return ticket;
  };
}
