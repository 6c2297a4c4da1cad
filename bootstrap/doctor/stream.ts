import { reasonOf } from '../reason-of.js';
import { fail, ok, warn, type Finding } from './finding.js';

const PATIENCE_MS = 10_000;
const ADVICE =
  'configure the proxy to pass on text/event-stream unbuffered and uncompressed (nginx: proxy_buffering off; gzip off), with a read timeout above 60 s';

/**
 * Opens a short event stream at the public address and checks that its messages arrive as they are sent, not buffered
 * by a proxy. Needs no account.
 */
export async function checkStream(baseUrl: string): Promise<Finding> {
  const address = `${baseUrl}/health/stream`;
  const patience = AbortSignal.timeout(PATIENCE_MS);
  try {
    const response = await fetch(address, { signal: patience, headers: { accept: 'text/event-stream' } });
    const type = response.headers.get('content-type') ?? 'nothing';
    if (response.status !== 200 || !type.startsWith('text/event-stream')) {
      await response.body?.cancel();
      return fail(
        'stream',
        `${address} answers ${response.status} with ${type}`,
        'check that BASE_URL leads to this service and that the proxy passes on /health',
      );
    }
    const first = await firstBytes(response);
    if (first.includes('second')) return fail('stream', 'a proxy buffers the event stream', ADVICE);
    if (!first.includes('first')) return fail('stream', 'a proxy changes the event stream', ADVICE);
    return ok('stream', `${address} arrives unbuffered`);
  } catch (error) {
    if (patience.aborted) return fail('stream', `${address}: no bytes within 10 s`, ADVICE);
    return warn(
      'stream',
      `no answer from ${baseUrl}: ${reasonOf(error)}`,
      'start the service, then run the doctor again',
    );
  }
}

/** Reads until the end of the first message. Returns the message and any bytes that arrived together with its end. */
async function firstBytes(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const piece of response.body ?? []) {
    text += decoder.decode(piece as Uint8Array, { stream: true });
    if (text.includes('\n\n')) break;
  }
  return text;
}
