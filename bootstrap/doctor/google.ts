import { isIP } from 'node:net';
import type { Config } from '../config/config.js';
import { fail, ok, type Finding } from './finding.js';

/**
 * Lists the redirect addresses that must be registered in the Google project, exactly as written. Fails if Google
 * does not allow such addresses: except on localhost, they need https and a public host name. Sends no request to
 * Google.
 */
export function checkGoogle({
  google,
  calendar,
  http,
}: Pick<Config, 'google' | 'calendar' | 'http'>): Finding {
  const addresses = [
    ...(google.signIn === null ? [] : [`${http.baseUrl}/v1/auth/google/callback`]),
    ...(calendar.provider === 'google' ? [`${http.baseUrl}/v1/calendar/google/callback`] : []),
  ];
  if (addresses.length === 0) return ok('google', 'not configured');
  const saw = `redirect addresses: ${addresses.join(' and ')}`;
  const { protocol, hostname } = new URL(http.baseUrl);
  if (['localhost', '127.0.0.1', '[::1]'].includes(hostname)) return ok('google', saw);
  const bare = hostname.replace(/^\[|\]$/g, '');
  if (protocol !== 'https:' || isIP(bare) > 0 || !hostname.includes('.'))
    return fail('google', `${saw}, which Google rejects`, 'set BASE_URL to https:// and a public host name');
  return ok('google', `${saw}; register exactly these in the Google project`);
}
