import type { FlatFields } from './fields.js';

export interface LogEvent {
  readonly time: string;
  readonly level: string;
  readonly message: string;
  readonly fields: FlatFields;
}

/**
 * Characters that break a line, move the cursor of a terminal or reorder text. These are control characters, line
 * and paragraph separators, directional marks and lone surrogates.
 */
const UNSAFE = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]|\p{Cs}/gu;

function escapeUnsafe(text: string): string {
  return text.replace(UNSAFE, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/**
 * Returns the event as one line of JSON, for machines. A field with the name of time, level or message gets a `_`
 * appended and does not replace it.
 */
export function jsonLine({ time, level, message, fields }: LogEvent): string {
  const line: FlatFields = { time, level, message };
  for (const [name, value] of Object.entries(fields)) {
    line[Object.hasOwn(line, name) ? `${name}_` : name] = value;
  }
  return escapeUnsafe(JSON.stringify(line));
}

/** Returns the event as a line for people: `10:12:13.123 INFO  message name=value name="a value"`. */
export function prettyLine({ time, level, message, fields }: LogEvent): string {
  const pairs = Object.entries(fields).map(([name, value]) => ` ${name}=${prettyValue(value)}`);
  return `${time.slice(11, 23)} ${level.toUpperCase().padEnd(5)} ${escapeUnsafe(message)}${escapeUnsafe(pairs.join(''))}`;
}

function prettyValue(value: FlatFields[string]): string {
  return typeof value === 'string' && /^[^\s"=]+$/.test(value) ? value : JSON.stringify(value);
}
