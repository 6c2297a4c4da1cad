import { CONNECT_FLOW_LIFE_MS, type CalendarError } from '../../../domain/calendar/handshake.js';
import type { SessionId, UserId } from '../../../domain/shared/ids.js';
import type { CalendarAuthorizer } from '../authorizer.js';
import { notFound } from '../../shared/errors.js';
import type { Clock, OpaqueTokens, Sealer } from '../../shared/ports.js';

/** Whose calendar it is to be, and the session that asked: it has to live until the end. */
export type CalendarOwner = { readonly userId: UserId; readonly sessionId: SessionId };

/** What the browser carries from the wish to connect a calendar to the provider's answer, sealed. */
export type CalendarFlow = CalendarOwner & {
  readonly state: string;
  readonly codeVerifier: string;
  /** The path to go on to. */
  readonly next: string;
};

export const CALENDAR_FLOW = 'calendar-connect';

/** Where a tab that the app opened ends: an address that the app has claimed. */
export const APP_DONE_PATH = '/oauth/done';

export type ConnectOutcome =
  { readonly kind: 'connected' } | { readonly kind: 'failed'; readonly error: CalendarError };

export const calendarNotOffered = () => notFound('calendar provider');

/** Where to send the user's browser, and what it has to bring back. NOT_FOUND where no calendar is offered. */
export function startConnect({
  calendarAuthorizer,
  opaqueTokens,
  sealer,
  clock,
}: {
  calendarAuthorizer: CalendarAuthorizer | null;
  opaqueTokens: OpaqueTokens;
  sealer: Sealer;
  clock: Clock;
}) {
  return ({ userId, sessionId }: CalendarOwner, next: string): { url: string; flow: string } => {
    if (calendarAuthorizer === null) throw calendarNotOffered();
    const [state, codeVerifier] = [opaqueTokens.generate(), opaqueTokens.generate()];
    const flow: CalendarFlow = { userId, sessionId, state, codeVerifier, next };
    const codeChallenge = opaqueTokens.codeChallenge(codeVerifier);
    return {
      url: calendarAuthorizer.authorizationUrl({ state, codeChallenge }),
      flow: sealer.seal(CALENDAR_FLOW, flow, clock.now() + CONNECT_FLOW_LIFE_MS),
    };
  };
}
