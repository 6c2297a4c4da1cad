import { CONNECT_FLOW_LIFE_MS } from '../../../domain/calendar/handshake.js';
import type { CalendarAuthorizer } from '../authorizer.js';
import type { Clock, OpaqueTokens, Sealer } from '../../shared/ports.js';
import { CALENDAR_FLOW, calendarNotOffered, type CalendarFlow, type CalendarOwner } from './connect-flow.js';

type Dependencies = {
  calendarAuthorizer: CalendarAuthorizer | null;
  opaqueTokens: OpaqueTokens;
  sealer: Sealer;
  clock: Clock;
};

/** Where to send the user's browser, and what it has to bring back. NOT_FOUND where no calendar is offered. */
export function startConnect({ calendarAuthorizer, opaqueTokens, sealer, clock }: Dependencies) {
  return ({ userId, sessionId }: CalendarOwner, next: string): { url: string; flow: string } => {
    if (calendarAuthorizer === null) throw calendarNotOffered();
    const flow: CalendarFlow = {
      userId,
      sessionId,
      state: opaqueTokens.generate(),
      codeVerifier: opaqueTokens.generate(),
      next,
    };
    const codeChallenge = opaqueTokens.codeChallenge(flow.codeVerifier);
    return {
      url: calendarAuthorizer.authorizationUrl({ state: flow.state, codeChallenge }),
      flow: sealer.seal(CALENDAR_FLOW, flow, clock.now() + CONNECT_FLOW_LIFE_MS),
    };
  };
}
