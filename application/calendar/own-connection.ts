import type { CalendarConnectionId, UserId } from '../../domain/shared/ids.js';
import { ApplicationError, notFound } from '../shared/errors.js';
import type { CalendarAccess, CalendarConnectionReader } from './ports.js';
import type { AccessToken, CalendarProvider } from './provider.js';
import type { CallFailure } from '../../domain/calendar/answers.js';

type Dependencies = {
  readonly calendarProvider: CalendarProvider | null;
  readonly calendarAccess: CalendarAccess;
  readonly calendarConnections: CalendarConnectionReader;
};
type Success<Outcome extends { kind: string }> = Exclude<Outcome, CallFailure>;

const revoked = () =>
  new ApplicationError('INVALID_STATE', 'The permission was taken back: connect the calendar again', {
    reason: 'GOOGLE_REVOKED',
  });
const away = () => new ApplicationError('UNAVAILABLE', 'The calendar provider does not answer');

/**
 * A user's own connection, and a way to ask the provider with it while the user waits. NOT_FOUND where no calendar is
 * offered or the connection is another's, INVALID_STATE when it was revoked, UNAVAILABLE when the provider is away.
 */
export async function ownConnection(
  { calendarProvider, calendarAccess, calendarConnections }: Dependencies,
  userId: UserId,
  wanted: CalendarConnectionId | null,
) {
  if (calendarProvider === null) throw notFound('calendar provider');
  const connection =
    wanted === null ? await newestOf(calendarConnections, userId) : await calendarConnections.find(wanted);
  if (connection === null || connection.userId !== userId) throw notFound('calendar connection');
  if (connection.status !== 'ACTIVE') throw revoked();
  const { id } = connection;
  const tokenOf = (access: Awaited<ReturnType<CalendarAccess['accessToken']>>) => {
    if (access.kind === 'revoked') throw revoked();
    if (access.kind === 'transient') throw away();
    return access.token;
  };

  async function use<Outcome extends { kind: string }>(
    ask: (provider: CalendarProvider, token: AccessToken) => Promise<Outcome>,
  ): Promise<Success<Outcome>> {
    const provider = calendarProvider as CalendarProvider;
    let token = tokenOf(await calendarAccess.accessToken(id));
    let answer = await ask(provider, token);
    if (answer.kind === 'unauthorized') {
      token = tokenOf(await calendarAccess.renewed(id, token));
      answer = await ask(provider, token);
    }
    if (answer.kind === 'scopeMissing') {
      await calendarAccess.withdrawn(id, token);
      throw revoked();
    }
    if (FAILURES.includes(answer.kind)) throw away();
    return answer as Success<Outcome>;
  }
  return { id, use };
}

const FAILURES: readonly string[] = [
  'unauthorized',
  'noWriteAccess',
  'forbidden',
  'eventForbidden',
  'rateLimited',
  'quotaExceeded',
  'invalidRequest',
  'misconfigured',
  'transient',
] satisfies CallFailure['kind'][];

async function newestOf(connections: CalendarConnectionReader, userId: UserId) {
  const { rows } = await connections.list(userId, { limit: 100, after: null });
  return rows.find(({ status }) => status === 'ACTIVE') ?? rows[0] ?? null;
}
