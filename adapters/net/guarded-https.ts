import dns from 'node:dns';
import { Agent, request } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { SendOutbound } from '../../application/shared/ports.js';
import { isPublicAddress } from './public-address.js';

export type GuardedHttpsSettings = {
  /** Which IP addresses may be called; default: public ones. */
  readonly allows?: (address: string) => boolean;
  readonly resolve?: typeof dns.lookup;
  /** The certificates that are trusted instead of the usual ones. */
  readonly ca?: string;
};

export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
}

/**
 * For addresses that users give. The IP address is judged in the lookup of the connection itself, so that no name can
 * resolve to one address when it is looked at and to another when it is called.
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

/** Connects to no IP address that is refused; requests fail with {@link AddressRefused} then. */
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

/** An address in the place of the name is connected to without any lookup: whether there is a name, or it is allowed. */
export function leadsToName(
  url: string,
  { allows = isPublicAddress }: Pick<GuardedHttpsSettings, 'allows'>,
): boolean {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
  return isIP(host) === 0 || allows(host);
}

/** One address that is refused refuses the name: it is not tried by which of them the connection is made. */
function guardedLookup(allows: (address: string) => boolean, resolve: typeof dns.lookup): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = error === null ? addresses : [];
      if (first === undefined) callback(error ?? new Error('the name has no address'), []);
      else if (!addresses.every(({ address }) => allows(address)))
        callback(new AddressRefused('the name leads to an address that is not public'), []);
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
