import { refusal } from './answers.js';
import type { Content, Properties } from './event.js';

type Body = Readonly<Record<string, unknown>>;

const MAX_LENGTH = { key: 44, value: 1024, description: 8192 };

const WRITABLE = [
  'summary',
  'description',
  'location',
  'colorId',
  'transparency',
  'visibility',
  'attendees',
  'recurrence',
  'reminders',
  'extendedProperties',
] as const satisfies (keyof Content)[];

/**
 * Returns the content that a body stores. Properties with long keys are dropped and long texts are cut
 * without an error, as Google does.
 */
export function contentOf(body: Body): Content {
  const given = WRITABLE.filter((name) => !isAbsent(body[name])).map((name) => [name, body[name]]);
  const content = Object.fromEntries(given) as Content;
  const { description, extendedProperties } = content;
  return {
    ...content,
    ...(description !== undefined && { description: description.slice(0, MAX_LENGTH.description) }),
    ...(extendedProperties !== undefined && {
      extendedProperties: Object.fromEntries(
        Object.entries(extendedProperties).map(([kind, properties]) => [kind, limited(properties)]),
      ),
    }),
  };
}

/** Returns true if a value means that the field is not set. `opaque` is the default of `transparency`. */
function isAbsent(value: unknown): boolean {
  const isEmptyList = Array.isArray(value) && value.length === 0;
  return value === undefined || value === null || value === '' || value === 'opaque' || isEmptyList;
}

function limited(properties: Properties | null): Properties {
  return Object.fromEntries(
    Object.entries(properties ?? {})
      .filter(([key]) => key.length <= MAX_LENGTH.key)
      .map(([key, value]) => [key, value.slice(0, MAX_LENGTH.value)]),
  );
}

/** Checks an event id: 5 to 1024 lower-case base32hex characters (RFC 2938). */
export function checkEventId(id: string): string {
  if (!/^[a-v0-9]{5,1024}$/.test(id)) throw refusal('invalidId');
  return id;
}

/** PATCH: objects are merged, null removes a field, lists and other values replace the old ones. */
export function merged(current: unknown, patch: unknown): unknown {
  if (!isRecord(patch) || !isRecord(current)) return patch;
  const result: Record<string, unknown> = { ...current };
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) Reflect.deleteProperty(result, name);
    else result[name] = merged(result[name], value);
  }
  return result;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
