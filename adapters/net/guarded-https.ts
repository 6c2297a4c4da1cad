import dns from 'node:dns';
import { Agent, request } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { SendOutbound } from '../../application/shared/ports.js';
import { isPublicAddress } from './public-address.js';

export type GuardedHttpsSettings = {
  /** Returns true for IP addresses that may be called. By default, these are only public addresses. */
  readonly allows?: (address: string) => boolean;
  readonly resolve?: typeof dns.lookup;
  /** Certificate authorities to trust instead of the default ones. */
  readonly ca?: string;
};

/** Thrown if a host name resolves to a forbidden IP address. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
}

/**
 * Returns a function that sends HTTPS requests to addresses given by users. The IP address is checked in the DNS
 * lookup of the connection itself. So a name cannot resolve to a harmless address for the check and to another one
 * for the request (DNS rebinding).
 */
export function guardedHttps(settings: GuardedHttpsSettings = {}): SendOutbound {
  const agent = guardedAgent(settings);
  return async (url, { method, headers, signal }) => {
    if (!leadsToName(url, settings)) return { kind: 'refused' };
    return new Promise((answer, reject) => {
      const sent = request(url, { agent, method, headers, signal }, (response) => {
        const { statusCode: status = 0, headersDistinct } = response;
        answer({ kind: 'answered', status, headers: toHeaders(headersDistinct) });
        response.destroy();
      });
      sent.on('error', (error) => {
        if (error instanceof AddressRefused) answer({ kind: 'refused' });
        else reject(error);
      });
      sent.end();
    });
  };
}

/**
 * Returns an agent that refuses to connect to a host name if it resolves to a forbidden IP address. The request then
 * fails with {@link AddressRefused}. The agent does not check an IP address in the URL itself (see {@link
 * leadsToName}).
 */
export function guardedAgent({
  allows = isPublicAddress,
  resolve = dns.lookup,
  ca,
}: GuardedHttpsSettings): Agent {
  return new Agent({
    keepAlive: false,
    lookup: guardedLookup(allows, resolve),
    ...(ca !== undefined && { ca }),
  });
}

/**
 * Returns true if the URL has a host name, or an allowed IP address. Node connects to an IP address in a URL
 * without a DNS lookup, so the check in the lookup does not apply to it.
 */
export function leadsToName(
  url: string,
  { allows = isPublicAddress }: Pick<GuardedHttpsSettings, 'allows'>,
): boolean {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
  return isIP(host) === 0 || allows(host);
}

/**
 * Returns a lookup that rejects a name if any of its addresses is forbidden, because we cannot control which of them
 * Node connects to.
 */
function guardedLookup(allows: (address: string) => boolean, resolve: typeof dns.lookup): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = error === null ? addresses : [];
      if (first === undefined) callback(error ?? new Error('the host name has no IP address'), []);
      else if (!addresses.every(({ address }) => allows(address)))
        callback(new AddressRefused('the host name resolves to an address that is not public'), []);
      else if (options.all === true) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}

function toHeaders(distinct: NodeJS.Dict<string[]>): Headers {
  return new Headers(
    Object.entries(distinct).flatMap(([name, values = []]) =>
      values.map((value): [string, string] => [name, value]),
    ),
  );
}
