import { inspect } from 'node:util';
import type { LogFields } from '../../application/shared/ports.js';

export type FlatFields = Record<string, string | number | boolean | null>;

const SECRET_NAMES =
  /^(current|new|old)?(password|secret|token|authorization|cookie|(set|access|refresh|id|client|ops|reset|api)[-_]?(token|secret|cookie|key))$/i;

/**
 * Converts fields for the log. An error becomes two texts (message and stack), a field with the name of a secret is
 * masked, and a nested value becomes JSON.
 */
export function flatten(fields: LogFields): FlatFields {
  const flat: FlatFields = {};
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue;
    if (SECRET_NAMES.test(name)) flat[name] = '[masked]';
    else if (value instanceof Error) {
      flat[name] = listCauses(value).map(headline).join(' <- ');
      flat[`${name}Stack`] = listCauses(value).map(readStack).join('\ncaused by ');
    } else flat[name] = asScalar(value);
  }
  return flat;
}

function asScalar(value: unknown): string | number | boolean | null {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'Invalid Date' : value.toISOString();
  if (typeof value === 'object') return asJson(value);
  return inspect(value);
}

function asJson(value: object): string {
  try {
    return JSON.stringify(value, (_key, part: unknown) => (typeof part === 'bigint' ? String(part) : part));
  } catch (error) {
    // The value refers to itself, or its `toJSON` throws an error. Logging must never fail.
    return `[not representable: ${String(error)}]`;
  }
}

/**
 * Lists the error and its causes, the outermost first. Their number is limited, because an error may be its own
 * cause.
 */
function listCauses(error: Error): Error[] {
  const chain: Error[] = [];
  for (let next: unknown = error; next instanceof Error && chain.length < 8; next = next.cause)
    chain.push(next);
  return chain;
}

function headline(error: Error): string {
  const code = 'code' in error && typeof error.code === 'string' ? ` (${error.code})` : '';
  return `${error.name}: ${error.message}${code}`;
}

function readStack(error: Error): string {
  return error.stack ?? headline(error);
}
