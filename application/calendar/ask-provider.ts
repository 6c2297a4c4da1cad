import type { CalendarConnectionId, UserId } from '../../domain/shared/ids.js';
import type { CallFailure } from '../../domain/calendar/answers.js';
import { ApplicationError, invalidState, notFound } from '../shared/errors.js';
import type { CalendarAccess, CalendarConnectionReader } from './ports.js';
import type { AccessToken, CalendarProvider } from './provider.js';
import { openProviderSession } from './provider-session.js';
import type { Needs } from '../composition/needs.js';

type Dependencies = Needs<'calendarProvider' | 'calendarConnections'> & {
  readonly calendarAccess: CalendarAccess;
};

const revoked = () =>
  invalidState('GOOGLE_REVOKED', 'The permission was revoked. Connect the calendar again');
const unavailable = () =>
  new ApplicationError('UNAVAILABLE', 'The calendar provider does not answer. Try again later');

/**
 * Calls the calendar provider for a user who waits for the answer, with the connection `wanted` or, if it is null,
 * with the user's newest connection (an active one if there is any).
 *
 * @throws NOT_FOUND if no calendar provider is configured, or if the connection is unknown or another user's.
 * @throws INVALID_STATE if the permission of the connection was revoked.
 * @throws UNAVAILABLE if the provider does not answer, fails or refuses the request.
 */
export async function askProvider<Outcome extends { readonly kind: string }>(
  { calendarProvider, calendarAccess, calendarConnections }: Dependencies,
  userId: UserId,
  wanted: CalendarConnectionId | null,
  request: (provider: CalendarProvider, token: AccessToken) => Promise<Outcome>,
): Promise<Exclude<Outcome, CallFailure>> {
  if (calendarProvider === null) throw notFound('calendar provider');
  const connection =
    wanted === null ? await findNewest(calendarConnections, userId) : await calendarConnections.find(wanted);
  if (connection === null || connection.userId !== userId) throw notFound('calendar connection');
  if (connection.status !== 'ACTIVE') throw revoked();
  const opened = await openProviderSession(calendarProvider, calendarAccess, connection.id);
  const answer = opened.kind === 'open' ? await opened.session.call(request) : opened;
  if (answer.kind === 'revoked') throw revoked();
  if (FAILURES.has(answer.kind)) throw unavailable();
  return answer as Exclude<Outcome, CallFailure>;
}

const FAILURES: ReadonlySet<string> = new Set(
  Object.keys({
    unauthorized: true,
    scopeMissing: true,
    noWriteAccess: true,
    forbidden: true,
    eventForbidden: true,
    rateLimited: true,
    quotaExceeded: true,
    invalidRequest: true,
    misconfigured: true,
    transient: true,
  } satisfies Record<CallFailure['kind'], true>),
);

async function findNewest(connections: CalendarConnectionReader, userId: UserId) {
  const { rows } = await connections.list(userId, { limit: 100, after: null });
  return rows.find(({ status }) => status === 'ACTIVE') ?? rows[0] ?? null;
}
