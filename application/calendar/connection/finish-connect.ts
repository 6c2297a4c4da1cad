import type { CalendarError } from '../../../domain/calendar/oauth-state.js';
import type { Caller } from '../../shared/caller.js';
import type { CalendarAuthorizer, CalendarGrant } from '../authorizer.js';
import {
  CALENDAR_FLOW_PURPOSE,
  calendarNotOffered,
  type CalendarFlow,
  type CalendarOwner,
  type ConnectOutcome,
} from './connect-flow.js';
import { sealTokens } from './calendar-access.js';
import { resumeLinks } from '../connection-links.js';
import type { Needs } from '../../composition/needs.js';
import type { ProviderAnswer } from '../../accounts/finish-google-sign-in.js';

export type ConnectReturn = {
  /** The sealed {@link CalendarFlow} that was issued at the start, or null. */
  readonly flow: string | null;
  readonly answer: ProviderAnswer;
  /** The user who is signed in in this browser, or null. */
  readonly caller: Caller | null;
};

type Dependencies = Needs<
  | 'unitOfWork'
  | 'calendarAuthorizer'
  | 'tokenCipher'
  | 'sealer'
  | 'opaqueTokens'
  | 'ids'
  | 'securityLog'
  | 'logger'
  | 'clock'
>;

/**
 * Finishes a flow that `startConnect` started. Failures are returned as outcomes, because the caller reports them in a
 * redirect. A connection is stored only if all scopes were granted.
 *
 * @throws NOT_FOUND if no calendar provider is configured.
 */
export function finishConnect(dependencies: Dependencies) {
  const { calendarAuthorizer, sealer, securityLog, clock } = dependencies;
  return async (arrival: ConnectReturn): Promise<{ next: string; outcome: ConnectOutcome }> => {
    if (calendarAuthorizer === null) throw calendarNotOffered();
    const opened =
      arrival.flow === null ? null : sealer.open(CALENDAR_FLOW_PURPOSE, arrival.flow, clock.now());
    const flow = opened as CalendarFlow | null;
    const outcome = flow
      ? await settle(dependencies, calendarAuthorizer, flow, arrival)
      : failed('invalid_state');
    const event = outcome.kind === 'connected' ? 'calendar_connected' : 'calendar_connect_failed';
    securityLog.record(event, flow ? { userId: flow.userId } : {});
    return { next: flow?.next ?? '/', outcome };
  };
}

async function settle(
  dependencies: Dependencies,
  authorizer: CalendarAuthorizer,
  flow: CalendarFlow,
  { answer: { code, state, error }, caller }: ConnectReturn,
): Promise<ConnectOutcome> {
  const { clock, logger } = dependencies;
  if (state !== flow.state || (caller !== null && caller.userId !== flow.userId))
    return failed('invalid_state');
  if (!(await isFirstAnswer(dependencies, state))) return failed('invalid_state');
  if (code === null || error !== null)
    return failed(error === 'access_denied' ? 'access_denied' : 'exchange_failed');
  const askedAt = clock.now();
  const exchange = await authorizer.exchange({ code, codeVerifier: flow.codeVerifier });
  if (exchange.kind === 'granted') return store(dependencies, flow, exchange.grant, askedAt);
  if (exchange.kind === 'missingScope') return failed('missing_scope');
  logger.warn('calendar connection failed', { kind: exchange.kind, reason: exchange.reason });
  return failed('exchange_failed');
}

/**
 * Records that the answer to this flow was used, and returns false if it was used before. This is stored because the
 * sealed flow can be kept and sent again.
 */
function isFirstAnswer({ unitOfWork, opaqueTokens, clock }: Dependencies, state: string): Promise<boolean> {
  return unitOfWork.run(({ calendarOAuthStates }) =>
    calendarOAuthStates.spendState(opaqueTokens.hash(state), clock.now()),
  );
}

function store(
  { unitOfWork, tokenCipher, opaqueTokens, ids, clock }: Dependencies,
  { userId, sessionId }: CalendarOwner,
  { subject, email, refreshToken, ...token }: CalendarGrant,
  askedAt: number,
): Promise<ConnectOutcome> {
  const tokens = sealTokens(tokenCipher, token, refreshToken, askedAt);
  const grantKey = opaqueTokens.hash(subject);
  return unitOfWork.run(async (scope): Promise<ConnectOutcome> => {
    // The account is locked, so an event that ends all its sessions (see endCredentials) cannot happen between this
    // check and the insert.
    const account = await scope.accounts.findForUpdate(userId);
    const session = await scope.sessions.find(userId, sessionId);
    if (account === null || account.disabledAt !== null || session?.revokedAt !== null)
      return failed('invalid_state');
    const connection = await scope.calendarConnections.connect({
      id: ids.next(),
      userId,
      subject,
      email,
      grantKey,
      tokens,
      createdAt: clock.now(),
    });
    await resumeLinks(scope, connection.id);
    return { kind: 'connected' };
  });
}

const failed = (error: CalendarError): ConnectOutcome => ({ kind: 'failed', error });
