import type { Response } from 'express';
import { STREAM_HEADERS } from './open-stream.js';

/** Long enough to be told from the way through the network. */
const PAUSE_MS = 500;

/** A stream that ends by itself, sent as the live ones are. Whoever gets both messages at once has a proxy that collects. */
export function sendProbe(response: Response): void {
  response.removeHeader('Transfer-Encoding');
  response.writeHead(200, { ...STREAM_HEADERS, Connection: 'close' });
  response.write(': first\n\n');
  const pause = setTimeout(() => response.end(': second\n\n'), PAUSE_MS);
  response.once('close', () => {
    clearTimeout(pause);
  });
}
