import { refusal, Refusal, type Answer } from './answers.js';
import { calendarListEndpoints } from './calendar-list-endpoints.js';
import type { Account } from './calendars.js';
import { SCOPES, type Call, type Operation } from './call.js';
import { eventEndpoints } from './event-endpoints.js';
import { listEvents } from './event-list.js';
import { OAuthEndpoints } from './oauth-endpoints.js';
import type { World } from './world.js';

type OAuthOperation = Extract<Operation, `oauth.${string}`>;
type ApiOperation = Exclude<Operation, OAuthOperation>;

/** Returns the function that answers requests: it checks token, scope and quota, then runs the method. */
export function dispatcher(world: World): (call: Call) => Answer {
  const oauth = new OAuthEndpoints(world);
  const certificates = (body: object): Answer => ({
    ...{ status: 200, body },
    headers: { 'cache-control': 'public, max-age=22000, must-revalidate' },
  });
  const OAUTH: Readonly<Record<OAuthOperation, (call: Call) => Answer>> = {
    'oauth.authorize': (call) => oauth.authorize(call),
    'oauth.token': (call) => oauth.token(call),
    'oauth.revoke': (call) => oauth.revoke(call),
    'oauth.certificates': () => certificates(world.keys.pems()),
    'oauth.keys': () => certificates(world.keys.jwks()),
  };

  const answer = (call: Call): Answer => {
    const { operation } = call;
    if (operation === null)
      return { status: 501, body: { error: `${call.method} ${call.path} is not known here` } };
    if (operation in OAUTH) return OAUTH[operation as OAuthOperation](call);
    const account = authorized(world, call, operation as ApiOperation);
    world.quotas.take(account, call);
    return api(world, call, operation as ApiOperation, account);
  };

  return (call) => {
    try {
      return answer(call);
    } catch (error) {
      if (error instanceof Refusal) return error.answer;
      throw error;
    }
  };
}

function api(world: World, call: Call, operation: ApiOperation, account: Account): Answer {
  if (operation === 'calendarList.list') return calendarListEndpoints.list(world, account, call);
  if (operation === 'calendarList.get') return calendarListEndpoints.get(world, account, call);
  const place = world.calendars.seenBy(account, call.calendarId);
  if (place === undefined) throw refusal('notFound');
  switch (operation) {
    case 'calendars.get': {
      const { id, fields } = place.calendar;
      return { status: 200, body: { kind: 'calendar#calendar', id, summary: fields.summary } };
    }
    case 'events.list':
      return listEvents(world, place, call);
    case 'events.get':
      return eventEndpoints.get(world, place, call);
    case 'events.insert':
      return eventEndpoints.insert(world, place, call);
    case 'events.update':
      return eventEndpoints.update(world, place, call);
    case 'events.patch':
      return eventEndpoints.patch(world, place, call);
    case 'events.delete':
      return eventEndpoints.delete(world, place, call);
  }
}

function authorized({ grants }: World, call: Call, operation: ApiOperation): Account {
  const token = bearerOf(call);
  if (token === null) throw refusal('loginRequired');
  const found = grants.ofAccessToken(token);
  if (found === undefined || found.expired) throw refusal('authError');
  const accepted = SCOPES[operation].map((name) => `https://www.googleapis.com/auth/${name}`);
  if (!accepted.some((scope) => found.scopes.includes(scope))) throw refusal('insufficientPermissions');
  return found.account;
}

export const bearerOf = ({ headers }: Call): string | null =>
  /^Bearer (\S+)$/.exec(headers['authorization'] ?? '')?.[1] ?? null;
