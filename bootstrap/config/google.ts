import type { Environment } from './environment.js';
import { commaList, oneOf, urlWith } from './values.js';

export interface GoogleClient {
  readonly clientId: string;
  readonly clientSecret: string;
}

export interface GoogleConfig {
  /** The OAuth client for sign-in with Google. null means that this sign-in is not available. */
  readonly signIn: GoogleClient | null;
  /** The OAuth client for Google calendars. null means that Google calendars cannot be connected. */
  readonly calendar: GoogleClient | null;
  readonly endpoints: GoogleEndpoints;
}

export interface GoogleEndpoints {
  readonly authUrl: string;
  readonly tokenUrl: string;
  readonly revokeUrl: string;
  readonly certsUrl: string;
  readonly issuers: readonly string[];
  readonly apiRoot: string;
}

export interface CalendarConfig {
  /** The calendar provider. `none` means that no calendar can be connected. */
  readonly provider: 'google' | 'demo' | 'none';
  readonly syncMode: 'queue' | 'inline' | 'off';
}

export function readGoogle(env: Environment): GoogleConfig {
  const signIn = readClient(env, 'GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET');
  return {
    signIn,
    calendar: readClient(env, 'GOOGLE_CALENDAR_CLIENT_ID', 'GOOGLE_CALENDAR_CLIENT_SECRET') ?? signIn,
    endpoints: readEndpoints(env),
  };
}

/** Reads the calendar provider. Without a Google client, the default is the demo calendar, and none in production. */
export function readCalendar(env: Environment, google: GoogleConfig): CalendarConfig {
  const chosen = env.read('CALENDAR_PROVIDER', oneOf('google', 'demo', 'none'));
  const provider = chosen ?? (google.calendar !== null ? 'google' : env.production ? 'none' : 'demo');
  if (provider === 'google' && google.calendar === null)
    env.report('GOOGLE_CALENDAR_CLIENT_ID', 'is missing. CALENDAR_PROVIDER=google requires it');
  if (env.production && provider === 'demo')
    env.report(
      'CALENDAR_PROVIDER',
      'should be google or none in production; demo is only for trying the service',
    );
  return { provider, syncMode: env.read('CALENDAR_SYNC_MODE', oneOf('queue', 'inline', 'off')) ?? 'queue' };
}

function readClient(env: Environment, id: string, secret: string): GoogleClient | null {
  const pair = env.readPair(id, secret);
  return pair === null ? null : { clientId: pair[0], clientSecret: pair[1] };
}

/** The certificates are in PEM format, which Google's library for Node expects. */
const GOOGLE: GoogleEndpoints = {
  authUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
  tokenUrl: 'https://oauth2.googleapis.com/token',
  revokeUrl: 'https://oauth2.googleapis.com/revoke',
  certsUrl: 'https://www.googleapis.com/oauth2/v1/certs',
  issuers: ['https://accounts.google.com', 'accounts.google.com'],
  apiRoot: 'https://www.googleapis.com',
};

/**
 * Reads the endpoints of Google's services. Other endpoints are for tests and refused in production, because the
 * service sends tokens to them.
 */
function readEndpoints(env: Environment): GoogleEndpoints {
  const read = <T>(name: string, parse: (text: string) => T): T | undefined => {
    if (!env.production || !env.has(name)) return env.read(name, parse);
    env.report(name, 'should not be set in production; it is only for tests');
    return undefined;
  };
  const url = urlWith('https', 'http');
  return {
    authUrl: read('GOOGLE_OAUTH_AUTH_URL', url) ?? GOOGLE.authUrl,
    tokenUrl: read('GOOGLE_OAUTH_TOKEN_URL', url) ?? GOOGLE.tokenUrl,
    revokeUrl: read('GOOGLE_OAUTH_REVOKE_URL', url) ?? GOOGLE.revokeUrl,
    certsUrl: read('GOOGLE_OAUTH_CERTS_URL', url) ?? GOOGLE.certsUrl,
    issuers: read('GOOGLE_OAUTH_ISSUERS', commaList) ?? [...GOOGLE.issuers],
    apiRoot: read('GOOGLE_API_ROOT', url) ?? GOOGLE.apiRoot,
  };
}
