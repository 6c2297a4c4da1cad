import type { CalendarConnectionId, UserId } from '../../domain/shared/ids.js';
import type { CallFailure } from '../../domain/calendar/answers.js';
import { ApplicationError, invalidState, notFound } from '../shared/errors.js';
import type { CalendarAccess, CalendarConnectionReader } from './ports.js';
import type { AccessToken, CalendarProvider } from './provider.js';
import { openSession } from './provider-session.js';

type Dependencies = {
  readonly calendarProvider: CalendarProvider | null;
  readonly calendarAccess: CalendarAccess;
  readonly calendarConnections: CalendarConnectionReader;
};

const revoked = () =>
  invalidState('GOOGLE_REVOKED', 'The permission was taken back: connect the calendar again');
const unavailable = () => new ApplicationError('UNAVAILABLE', 'The calendar provider does not answer');

/**
 * Asks the provider with a connection of the user's (null: the newest), who waits for it. NOT_FOUND where no calendar is
 * offered or the connection is another's, INVALID_STATE when it was revoked, UNAVAILABLE when the provider is away.
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
  const opened = await openSession(calendarProvider, calendarAccess, connection.id);
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
