import { randomUUID } from 'node:crypto';
import { TOPICS, type Topic } from '../../../application/shared/ports.js';

/** Clients that lost their server come back at different moments. */
const RETRY_MS = { least: 1_000, most: 5_000 };

export const PING = Buffer.from(': ping\n\n');

/** The first bytes of a stream: when to come back after it ends. */
export function greeting(): Buffer {
  const { least, most } = RETRY_MS;
  return Buffer.from(`retry: ${Math.round(least + Math.random() * (most - least))}\n\n`);
}

/** The id tells clients that there was something; nothing is kept that could be sent again by it. */
export function topicFrame(topic: Topic): Buffer {
  return Buffer.from(`id: ${randomUUID()}\ndata: ${JSON.stringify({ topic })}\n\n`);
}

export function everyTopic(): Buffer {
  return Buffer.concat(TOPICS.map(topicFrame));
}
