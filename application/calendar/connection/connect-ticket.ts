import {
  CONNECT_TICKET_LIFE_MS,
  isTicketGood,
  type ConnectTicket,
} from '../../../domain/calendar/handshake.js';
import type { Caller } from '../../shared/caller.js';
import type { AccessReader, AccountReader } from '../../accounts/ports.js';
import type { CalendarAuthorizer } from '../authorizer.js';
import type { Clock, OpaqueTokens, Sealer } from '../../shared/ports.js';
import type { UnitOfWork } from '../../shared/unit-of-work.js';
import { calendarNotOffered, type CalendarOwner } from './connect-flow.js';

type Dependencies = {
  unitOfWork: UnitOfWork;
  access: AccessReader;
  accounts: AccountReader;
  calendarAuthorizer: CalendarAuthorizer | null;
  opaqueTokens: OpaqueTokens;
  sealer: Sealer;
  clock: Clock;
};

/** A ticket that stands for the caller's session once, within two minutes. NOT_FOUND where no calendar is offered. */
export function issueConnectTicket({
  unitOfWork,
  calendarAuthorizer,
  opaqueTokens,
  clock,
}: Pick<Dependencies, 'unitOfWork' | 'calendarAuthorizer' | 'opaqueTokens' | 'clock'>) {
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

const CONFIRMATION = 'calendar-confirmation';
/** What the browser keeps while its person is asked: for which ticket, and the hash of what the answer must hold. */
type Confirmation = { readonly ticketHash: string; readonly answerHash: string };

/** What the person in front of a browser is asked, and how the answer is known to come from there. */
export type ConnectQuestion = {
  readonly name: string;
  readonly email: string;
  /** Stands only on the page that asks. */
  readonly confirmation: string;
  /** Only in the browser that was shown that page; whoever made the ticket can plant it in no other. */
  readonly sealed: string;
};

/**
 * Whose calendar it would be, to be asked before a ticket is used: somebody else may have sent it. The ticket stays
 * good. null for one that is unknown, used or too old, whose session has ended, or that is somebody else's than the
 * browser's own session.
 */
export function askForTicket(dependencies: Dependencies) {
  const { unitOfWork, accounts, opaqueTokens, sealer, clock } = dependencies;
  return async (text: string, browser: Caller | null): Promise<ConnectQuestion | null> => {
    const ticketHash = opaqueTokens.hash(text);
    const ticket = await unitOfWork.run(({ calendarHandshakes }) =>
      calendarHandshakes.findTicket(ticketHash),
    );
    const owner = await findOwner(dependencies, ticket, browser);
    const account = owner && (await accounts.find(owner.userId));
    if (account === null) return null;
    const confirmation = opaqueTokens.generate();
    const kept: Confirmation = { ticketHash, answerHash: opaqueTokens.hash(confirmation) };
    const sealed = sealer.seal(CONFIRMATION, kept, clock.now() + CONNECT_TICKET_LIFE_MS);
    return { name: account.displayName, email: account.email, confirmation, sealed };
  };
}

/** Whose ticket it is; it is spent by that. null as for {@link askForTicket}, and for what that browser was not asked. */
export function redeemConnectTicket(dependencies: Dependencies) {
  const { unitOfWork, opaqueTokens, sealer, clock } = dependencies;
  return async (
    text: string,
    { confirmation, sealed }: { readonly confirmation: string; readonly sealed: string | null },
    browser: Caller | null,
  ): Promise<CalendarOwner | null> => {
    const hash = opaqueTokens.hash(text);
    const opened = sealed === null ? null : sealer.open(CONFIRMATION, sealed, clock.now());
    const asked = opened as Confirmation | null;
    if (asked?.ticketHash !== hash || asked.answerHash !== opaqueTokens.hash(confirmation)) return null;
    const ticket = await unitOfWork.run(({ calendarHandshakes }) => calendarHandshakes.takeTicket(hash));
    return findOwner(dependencies, ticket, browser);
  };
}

async function findOwner(
  { access, calendarAuthorizer, clock }: Dependencies,
  ticket: ConnectTicket | null,
  browser: Caller | null,
): Promise<CalendarOwner | null> {
  if (calendarAuthorizer === null) throw calendarNotOffered();
  if (ticket === null || !isTicketGood(ticket, clock.now())) return null;
  if (browser !== null && browser.userId !== ticket.userId) return null;
  const granted = await access.find(ticket.userId, ticket.sessionId, null);
  if (granted === null || granted.session.revokedAt !== null || granted.account.disabledAt !== null)
    return null;
  return ticket;
}
