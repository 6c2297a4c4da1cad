import { malformed } from './errors/translate.js';

/** The JSON that a body holds. An empty body is `undefined`. */
export function parseJson(body: Buffer): unknown {
  if (body.length === 0) return undefined;
  const value = jsonOf(body);
  if (isDeeperThan(MAX_NESTING, value)) throw malformed('the body is nested too deeply');
  return value;
}

/** Far more than any input nests, and far less than what exhausts the stack of whoever walks through it. */
const MAX_NESTING = 500;

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(levels - 1, inner));
}

const RESERVED = ['constructor', '__proto__', 'prototype'];

/** Without keys that JavaScript gives a meaning of its own: libraries that walk through values would act on them. */
function plain(text: string): unknown {
  if (!RESERVED.some((name) => text.includes(name)) && !text.includes('\\u'))
    return JSON.parse(text) as unknown;
  return JSON.parse(text, (key, value: unknown) => (RESERVED.includes(key) ? undefined : value)) as unknown;
}

function jsonOf(body: Buffer): unknown {
  try {
    return plain(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch (cause) {
    throw Object.assign(malformed('the body is not valid JSON'), { cause });
  }
}
