import type { IncomingMessage } from 'node:http';
import { request, type Agent } from 'node:https';
import type { IcsAnswer, IcsSource } from '../../application/days/ports.js';
import { isPublicUrl, toHttps } from '../../domain/shared/public-url.js';
import { AddressRefused, guardedAgent, type GuardedHttpsSettings, leadsToName } from './guarded-https.js';

const MAX_BYTES = 1_048_576;
const MAX_MS = 10_000;
const MAX_REDIRECTS = 3;

export type HttpsIcsSettings = GuardedHttpsSettings & {
  /** Returns true for URLs that may be requested. By default, these are https URLs with public host names. */
  readonly isCallable?: (url: string) => boolean;
  /** The time limit of the whole request, including redirects. */
  readonly timeoutMs?: number;
};

/**
 * Fetches calendars over HTTPS from addresses that users gave. Users see only the days that were read from an answer
 * and no other part of it, so they cannot use this class to read internal services.
 */
export class HttpsIcsSource implements IcsSource {
  readonly #settings: HttpsIcsSettings;
  readonly #agent: Agent;

  constructor(settings: HttpsIcsSettings = {}) {
    this.#settings = settings;
    this.#agent = guardedAgent(settings);
  }

  async read(url: string, etag: string | null): Promise<IcsAnswer> {
    const { timeoutMs = MAX_MS } = this.#settings;
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      return await this.#follow(url, etag, signal);
    } catch (error) {
      if (error instanceof AddressRefused) return failed('NOT_PUBLIC', error.message);
      return failed(
        'UNREACHABLE',
        signal.aborted ? `no complete answer within ${timeoutMs} ms` : codeOf(error),
      );
    }
  }

  async #follow(first: string, etag: string | null, signal: AbortSignal): Promise<IcsAnswer> {
    const { isCallable = isPublicUrl } = this.#settings;
    for (let url = first, redirects = 0; ; redirects += 1) {
      if (!isCallable(url) || !leadsToName(url, this.#settings))
        return failed(
          'NOT_PUBLIC',
          redirects === 0 ? 'the address is not public' : 'it redirects to an address that is not public',
        );
      const response = await this.#get(url, etag, signal);
      const next = toNext(response, url);
      if (next === null) return await toAnswer(response, etag);
      response.destroy();
      if (redirects === MAX_REDIRECTS)
        return failed('NOT_PUBLIC', `the address redirects more than ${MAX_REDIRECTS} times`);
      url = next;
    }
  }

  #get(url: string, etag: string | null, signal: AbortSignal): Promise<IncomingMessage> {
    const headers = {
      accept: 'text/calendar, */*;q=0.1',
      'accept-encoding': 'gzip, identity;q=0.5',
      'user-agent': 'household-planner',
      ...(etag !== null && { 'if-none-match': etag }),
    };
    return new Promise((answer, reject) => {
      request(url, { agent: this.#agent, method: 'GET', headers, signal }, answer).on('error', reject).end();
    });
  }
}

const REDIRECTS: readonly (number | undefined)[] = [301, 302, 303, 307, 308];

/** Returns the URL of a redirect, or null if the answer is not a redirect to a valid URL. */
function toNext({ statusCode, headers: { location } }: IncomingMessage, from: string): string | null {
  if (!REDIRECTS.includes(statusCode) || location === undefined || !URL.canParse(location, from)) return null;
  return toHttps(new URL(location, from).href);
}

async function toAnswer(response: IncomingMessage, asked: string | null): Promise<IcsAnswer> {
  const { statusCode = 0, headers } = response;
  const refuse = (error: Parameters<typeof failed>[0], reason: string) => {
    response.destroy();
    return failed(error, reason);
  };
  if (statusCode === 304 && asked !== null) {
    response.destroy();
    return { kind: 'unchanged' };
  }
  if (statusCode !== 200) return refuse('REFUSED', `status ${statusCode}`);
  // The reader recognises a compressed file by its first bytes, and limits its size after decompression.
  if (!ENCODINGS.includes(headers['content-encoding']?.toLowerCase()))
    return refuse('NO_CALENDAR', 'the answer is compressed in a way that was not asked for');
  if (Number(headers['content-length'] ?? 0) > MAX_BYTES)
    return refuse('TOO_LARGE', 'Content-Length is above the limit');
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) return refuse('TOO_LARGE', 'the body is longer than the limit');
    chunks.push(chunk);
  }
  const file = { bytes: Buffer.concat(chunks), charset: readCharset(headers['content-type']) };
  return { kind: 'read', file, etag: readEtag(headers.etag) };
}

const ENCODINGS: readonly (string | undefined)[] = [undefined, 'identity', 'gzip', 'x-gzip'];

/** Returns the charset that a Content-Type declares, or null if it declares none. */
function readCharset(contentType: string | undefined): string | null {
  return /;\s*charset\s*=\s*"?([\w.:-]{1,40})/i.exec(contentType ?? '')?.[1] ?? null;
}

/**
 * Reads an entity tag (RFC 9110, section 8.8.3). Returns null if it is missing, has more than 200 characters between
 * its quotes, or could not be sent back.
 */
function readEtag(text: string | undefined): string | null {
  return text !== undefined && /^(W\/)?"[\x21\x23-\x7e]{0,200}"$/.test(text) ? text : null;
}

type Failed = Extract<IcsAnswer, { kind: 'failed' }>;

const failed = (error: Failed['error'], reason: string): Failed => ({ kind: 'failed', error, reason });

function codeOf(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  return code ?? 'no answer';
}
