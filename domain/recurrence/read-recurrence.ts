import type { TimeZone } from '../shared/zone.js';
import { foldBackwardClamp, givesDate } from './backward-clamp.js';
import { InputReader } from '../shared/input-reader.js';
import { omit, type JsonObject } from '../shared/json.js';
import type { Problem, Reading } from '../shared/problem.js';
import { readRRule } from './read-rrule.js';
import { readRule } from './read-rule.js';
import {
  AFTER_COMPLETION_UNITS,
  type AfterCompletion,
  type Recurrence,
  type RecurrenceRule,
} from './rule.js';

/**
 * Reads a recurrence from typed JSON or from RFC 5545 text, and returns it or all of its problems. It never
 * throws, and its cost is bounded for any input.
 *
 * @param zone the time zone for an UNTIL written in UTC
 */
export function readRecurrence(input: unknown, zone?: TimeZone): Reading<Recurrence> {
  const reader = new InputReader();
  const value = typeof input === 'string' ? readText(input, zone, reader) : readJson(input, reader);
  if (value === null || reader.problems.length > 0) return { ok: false, problems: reader.problems };
  if ('kind' in value || givesDate(value)) return { ok: true, value };
  return { ok: false, problems: [neverProblem(value)] };
}

function readText(text: string, zone: TimeZone | undefined, reader: InputReader): RecurrenceRule | null {
  const fields = readRRule(text, zone, reader);
  const rule = fields === null ? null : readRule(fields, reader);
  return rule === null ? null : foldBackwardClamp(rule);
}

function readJson(value: unknown, reader: InputReader): Recurrence | null {
  const input = reader.object(value, '', 'must be an object or the text of an RRULE');
  if (input === undefined) return null;
  return input['kind'] === undefined ? readRule(input, reader) : readAfterCompletion(input, reader);
}

function readAfterCompletion(input: JsonObject, reader: InputReader): AfterCompletion | null {
  const kind = reader.oneOf(input['kind'], 'kind', ['afterCompletion']);
  const every = reader.integer(input['every'] ?? null, 'every', [1, 999]);
  const unit = reader.oneOf(input['unit'] ?? null, 'unit', AFTER_COMPLETION_UNITS);
  return kind === undefined || every === undefined || unit === undefined ? null : { kind, every, unit };
}

/**
 * Names the field that prevents the rule from having any date. If it is not bySetPosition, it can only be a day that
 * none of the rule's months has.
 */
function neverProblem(rule: RecurrenceRule): Problem {
  const field = givesDate(omit(rule, 'bySetPosition')) ? 'bySetPosition' : 'byMonthDay';
  return { field, rule: 'noDate', message: 'has no date in the next 40 years' };
}
