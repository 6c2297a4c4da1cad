import type { CalendarError } from '../../../domain/calendar/handshake.js';
import type { Caller } from '../../shared/caller.js';
import type { CalendarAuthorizer, CalendarGrant } from '../authorizer.js';
import type { Clock, IdGenerator, Logger, OpaqueTokens, Sealer } from '../../shared/ports.js';
import type { SecurityLog } from '../../accounts/ports.js';
import type { TokenCipher } from '../ports.js';
import type { UnitOfWork } from '../../shared/unit-of-work.js';
import {
  CALENDAR_FLOW,
  calendarNotOffered,
  type CalendarFlow,
  type CalendarOwner,
  type ConnectOutcome,
} from './connect-flow.js';
import { sealTokens } from './calendar-access.js';
import { resumeLinks } from '../connection-links.js';

/** With what the browser came back; null: without it. */
export type ConnectAnswer = {
  readonly code: string | null;
  readonly state: string | null;
  readonly error: string | null;
};

export type ConnectArrival = {
  /** As it was given out at the start. */
  readonly flow: string | null;
  readonly answer: ConnectAnswer;
  /** Who is signed in in that browser, if anybody is. */
  readonly caller: Caller | null;
};

type Dependencies = {
  unitOfWork: UnitOfWork;
  calendarAuthorizer: CalendarAuthorizer | null;
  tokenCipher: TokenCipher;
  sealer: Sealer;
  opaqueTokens: OpaqueTokens;
  ids: IdGenerator;
  securityLog: SecurityLog;
  logger: Logger;
  clock: Clock;
};

/**
 * The end of what `startConnect` began. Everything that can go wrong is an outcome, told by a redirect; only NOT_FOUND,
 * where no calendar is offered, is an error. Nothing is stored unless the whole permission was given.
 */
export function finishConnect(dependencies: Dependencies) {
  const { calendarAuthorizer, sealer, securityLog, clock } = dependencies;
  return async (arrival: ConnectArrival): Promise<{ next: string; outcome: ConnectOutcome }> => {
    if (calendarAuthorizer === null) throw calendarNotOffered();
    const opened = arrival.flow === null ? null : sealer.open(CALENDAR_FLOW, arrival.flow, clock.now());
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
  { answer: { code, state, error }, caller }: ConnectArrival,
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

/** The seal of the flow can be kept and shown again, so that it was used is remembered here. */
function isFirstAnswer({ unitOfWork, opaqueTokens, clock }: Dependencies, state: string): Promise<boolean> {
  return unitOfWork.run(({ calendarHandshakes }) =>
    calendarHandshakes.spendState(opaqueTokens.hash(state), clock.now()),
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
    // With the account locked nobody ends its sessions in between.
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
