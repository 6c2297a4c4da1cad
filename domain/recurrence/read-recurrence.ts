import type { TimeZone } from '../shared/zone.js';
import { foldBackwardClamp } from './backward-clamp.js';
import { givesDate } from './gives-date.js';
import { reading, type Reading, type RecurrenceProblem, type Report } from './problem.js';
import { readRRule } from './read-rrule.js';
import { readRule } from './read-rule.js';
import { isFields, readInteger, readOneOf, type Fields } from './read-values.js';
import {
  AFTER_COMPLETION_UNITS,
  type AfterCompletion,
  type Recurrence,
  type RecurrenceRule,
  withoutParts,
} from './rule.js';

/**
 * A recurrence from typed JSON or RFC 5545 text, or everything that is wrong with it. Never throws, and the work
 * is bounded for any input. `zone` places an UNTIL that is written in UTC.
 */
export function readRecurrence(input: unknown, zone?: TimeZone): Reading<Recurrence> {
  const read = reading<Recurrence>((report) => {
    if (typeof input === 'string') return readText(input, zone, report);
    if (!isFields(input)) {
      report('', 'isObject', 'must be an object or the text of an RRULE');
      return null;
    }
    return input['kind'] === undefined ? readRule(input, report) : readAfterCompletion(input, report);
  });
  if (!read.ok || 'kind' in read.value || givesDate(read.value)) return read;
  return { ok: false, problems: [neverProblem(read.value)] };
}

function readText(text: string, zone: TimeZone | undefined, report: Report): RecurrenceRule | null {
  const fields = readRRule(text, zone, report);
  const rule = fields === null ? null : readRule(fields, report);
  return rule === null ? null : foldBackwardClamp(rule);
}

function readAfterCompletion(input: Fields, report: Report): AfterCompletion | null {
  const kind = readOneOf(input['kind'], 'kind', ['afterCompletion'] as const, report);
  const every = readInteger(input['every'] ?? null, 'every', [1, 999], report);
  const unit = readOneOf(input['unit'] ?? null, 'unit', AFTER_COMPLETION_UNITS, report);
  return kind === undefined || every === undefined || unit === undefined ? null : { kind, every, unit };
}

/** Without bySetPosition only days that no month of the rule has can be the reason. */
function neverProblem(rule: RecurrenceRule): RecurrenceProblem {
  const field = givesDate(withoutParts(rule, 'bySetPosition')) ? 'bySetPosition' : 'byMonthDay';
  return { field, rule: 'noDate', message: 'gives no date in 28 years' };
}
