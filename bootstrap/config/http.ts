import { isIP } from 'node:net';
import { InvalidValue, type Environment } from './environment.js';
import { commaList, httpOrigin, matching, oneOf, trueOrFalse, urlWith, wholeNumber } from './values.js';

export interface HttpConfig {
  readonly host: string;
  /**
   * 0 means any free port. Then the configuration has to be read again with the real port before its URLs are used.
   */
  readonly port: number;
  readonly baseUrl: string;
  readonly webBaseUrl: string;
  /** True if the service serves the bundled web client. Processes with the role `worker` never do. */
  readonly webClient: boolean;
  readonly secureCookies: boolean;
  /** The value of Express's setting `trust proxy`: the number of proxies, or their addresses. */
  readonly trustProxy: false | number | readonly string[];
  /** The limits for requests per minute and IP address. */
  readonly rateLimits: { readonly global: number; readonly auth: number };
}

export function readHttp(env: Environment): HttpConfig {
  const port = env.read('PORT', wholeNumber(0, 65_535)) ?? 3000;
  const baseUrl =
    env.readForProduction('BASE_URL', httpOrigin, 'the public origin, such as https://planner.example.org') ??
    `http://localhost:${port}`;
  const webBaseUrl = env.read('WEB_BASE_URL', urlWith('https', 'http')) ?? baseUrl;
  const client =
    env.read('WEB_CLIENT', oneOf('bundled', 'off')) ?? (webBaseUrl === baseUrl ? 'bundled' : 'off');
  return {
    host: env.read('HOST', hostName) ?? (env.production ? '0.0.0.0' : '127.0.0.1'),
    port,
    baseUrl,
    webBaseUrl,
    webClient: client === 'bundled',
    secureCookies: readSecureCookies(env, baseUrl),
    trustProxy: env.read('TRUST_PROXY', trustProxy) ?? false,
    rateLimits: {
      global: env.read('GLOBAL_RATE_LIMIT', rateLimit) ?? 600,
      auth: env.read('AUTH_RATE_LIMIT', rateLimit) ?? 10,
    },
  };
}

const rateLimit = wholeNumber(1, 1_000_000);
const hostName = matching(/^[A-Za-z0-9.:_-]+$/, 'a host name or an IP address to listen on');

function readSecureCookies(env: Environment, baseUrl: string): boolean {
  const secure = env.read('COOKIE_SECURE', trueOrFalse) ?? true;
  if (!secure && env.production) env.report('COOKIE_SECURE', 'should not be false in production');
  else if (!secure && baseUrl.startsWith('https:')) {
    env.report('COOKIE_SECURE', 'should be true, because BASE_URL is https');
  }
  return secure;
}

const NAMED_SUBNETS = ['loopback', 'linklocal', 'uniquelocal'];

/** Never returns `true`: with it, a client could choose the address that the rate limits count. */
function trustProxy(text: string): false | number | readonly string[] {
  if (text === 'false' || text === '0') return false;
  if (/^\d+$/.test(text)) return wholeNumber(1, 16)(text);
  const subnets = commaList(text);
  if (subnets.length === 0 || !subnets.every(isSubnet)) {
    throw new InvalidValue(
      `false, the number of proxies in front of the service (1 to 16), or a comma-separated list of their addresses, subnets (10.0.0.0/8) and ${NAMED_SUBNETS.join(', ')}`,
    );
  }
  return subnets;
}

function isSubnet(text: string): boolean {
  if (NAMED_SUBNETS.includes(text)) return true;
  const [address = '', prefix, ...rest] = text.split('/');
  const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  if (prefix === undefined) return bits > 0;
  // A prefix of 0 bits matches every address, which is the same as `true`.
  return rest.length === 0 && /^\d+$/.test(prefix) && Number(prefix) > 0 && Number(prefix) <= bits;
}
