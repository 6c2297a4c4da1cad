import { CONNECT_FLOW_LIFE_MS, type CalendarError } from '../../../domain/calendar/oauth-state.js';
import type { SessionId, UserId } from '../../../domain/shared/ids.js';
import { notFound } from '../../shared/errors.js';
import type { Needs } from '../../composition/needs.js';

/**
 * The user who connects a calendar, and the session that asked. The session must still be live at the end of the flow.
 */
export type CalendarOwner = { readonly userId: UserId; readonly sessionId: SessionId };

/** The state of a connect flow. It is sealed and kept by the browser until the provider redirects back. */
export type CalendarFlow = CalendarOwner & {
  readonly state: string;
  readonly codeVerifier: string;
  /** The path of the web client to which the browser goes after the flow. */
  readonly next: string;
};

export const CALENDAR_FLOW_PURPOSE = 'calendar-connect';

/** The path on which a browser tab that the app opened ends. The app has claimed this address as an app link. */
export const APP_DONE_PATH = '/oauth/done';

export type ConnectOutcome =
  | { readonly kind: 'connected' }
  | { readonly kind: 'failed'; readonly error: CalendarError };

/** Returns the NOT_FOUND error of an installation without a calendar provider. */
export const calendarNotOffered = () => notFound('calendar provider');

/**
 * Starts the flow that connects a calendar. Returns the URL to which the browser is sent, and the sealed flow that it
 * must send back with the provider's answer.
 *
 * @throws NOT_FOUND if no calendar provider is configured.
 */
export function startConnect({
  calendarAuthorizer,
  opaqueTokens,
  sealer,
  clock,
}: Needs<'calendarAuthorizer' | 'opaqueTokens' | 'sealer' | 'clock'>) {
  return ({ userId, sessionId }: CalendarOwner, next: string): { url: string; flow: string } => {
    if (calendarAuthorizer === null) throw calendarNotOffered();
    const [state, codeVerifier] = [opaqueTokens.generate(), opaqueTokens.generate()];
    const flow: CalendarFlow = { userId, sessionId, state, codeVerifier, next };
    const codeChallenge = opaqueTokens.codeChallenge(codeVerifier);
    return {
      url: calendarAuthorizer.authorizationUrl({ state, codeChallenge }),
      flow: sealer.seal(CALENDAR_FLOW_PURPOSE, flow, clock.now() + CONNECT_FLOW_LIFE_MS),
    };
  };
}
