import {
  CONNECT_TICKET_LIFE_MS,
  isTicketGood,
  type ConnectTicket,
} from '../../../domain/calendar/oauth-state.js';
import type { Caller } from '../../shared/caller.js';
import { calendarNotOffered, type CalendarOwner } from './connect-flow.js';
import type { Needs } from '../../composition/needs.js';

type Dependencies = Needs<
  'unitOfWork' | 'access' | 'accounts' | 'calendarAuthorizer' | 'opaqueTokens' | 'sealer' | 'clock'
>;

/**
 * Issues a ticket with which a browser can start the connect flow for the caller's session once, within two minutes.
 * The app opens the browser with it.
 *
 * @throws NOT_FOUND if no calendar provider is configured.
 */
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
    await unitOfWork.run(({ calendarOAuthStates }) =>
      calendarOAuthStates.insertTicket({ hash, userId, sessionId, issuedAt: clock.now() }),
    );
    return ticket;
  };
}

const CONFIRMATION = 'calendar-confirmation';
/**
 * The sealed state that the browser keeps while the person confirms: the ticket, and the hash of the confirmation that
 * the form must send.
 */
type Confirmation = { readonly ticketHash: string; readonly answerHash: string };

/**
 * The content of the confirmation page for a ticket: the account for which a calendar would be connected, and two
 * secrets that prove that the answer comes from this page.
 */
export type ConnectQuestion = {
  readonly name: string;
  readonly email: string;
  /** A secret that only the form on the confirmation page contains. */
  readonly confirmation: string;
  /**
   * A secret that only the browser that was shown the page has. A person who issued the ticket cannot plant it in
   * another browser.
   */
  readonly sealed: string;
};

/**
 * Returns the account for which a ticket would connect a calendar, so that the browser asks its user first: an
 * attacker may have sent them the ticket. The ticket stays valid.
 *
 * Returns null if the ticket is unknown, used or expired, if its session is revoked or its account disabled, or if
 * another user is signed in in this browser.
 *
 * @throws NOT_FOUND if no calendar provider is configured.
 */
export function askForTicket(dependencies: Dependencies) {
  const { unitOfWork, accounts, opaqueTokens, sealer, clock } = dependencies;
  return async (text: string, browser: Caller | null): Promise<ConnectQuestion | null> => {
    const ticketHash = opaqueTokens.hash(text);
    const ticket = await unitOfWork.run(({ calendarOAuthStates }) =>
      calendarOAuthStates.findTicket(ticketHash),
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

/**
 * Uses up the ticket and returns its user and session. Returns null as {@link askForTicket} does, and if the
 * confirmation does not come from a page that was shown in this browser.
 */
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
    const ticket = await unitOfWork.run(({ calendarOAuthStates }) => calendarOAuthStates.takeTicket(hash));
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
