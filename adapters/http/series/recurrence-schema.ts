import { SEASON_MAX_PARTS } from '../../../domain/days/season.js';
import { AFTER_COMPLETION_UNITS, FREQUENCIES, SKIPS, TIMES_LIMIT } from '../../../domain/recurrence/rule.js';
import { ROTATION_LIMITS } from '../../../domain/rotation/read-rotation.js';
import { WEEKDAYS } from '../../../domain/shared/civil-date.js';
import type { JsonSchema } from '../../validation/compose.js';

const enumeration = (values: readonly string[]) => ({ type: 'string', enum: [...values] });
const integer = (minimum: number, maximum?: number) => ({
  type: 'integer',
  minimum,
  ...(maximum !== undefined && { maximum }),
});
/** Counted from the beginning, or from the end where it is negative. */
const ordinal = (max: number) => ({ ...integer(-max, max), not: { const: 0 } });
const list = (items: JsonSchema, more: JsonSchema = {}) => ({ type: 'array', items, ...more });
const object = (required: readonly string[], properties: Record<string, JsonSchema>) => ({
  type: 'object',
  ...(required.length > 0 && { required }),
  properties,
});

const { order, together, weeks, length, seed, ahead } = ROTATION_LIMITS;
const members = list({ type: 'string', format: 'uuid' }, { maxItems: together });
const dayOfYear = { type: 'string', pattern: '^\\d{2}-\\d{2}$', examples: ['04-01'] };
const kind = (name: string) => ({ const: name, type: 'string' });

/** What the domain reads itself, as the document shows it. */
export const DOMAIN_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  RecurrenceRule: {
    ...object(['frequency'], {
      frequency: enumeration(FREQUENCIES),
      interval: { ...integer(1, 999), default: 1 },
      firstDayOfWeek: enumeration(WEEKDAYS),
      byDay: list(object(['day'], { day: enumeration(WEEKDAYS), nthOfPeriod: ordinal(5) })),
      byMonthDay: list(ordinal(31)),
      byMonth: list(integer(1, 12)),
      bySetPosition: list(ordinal(366)),
      skip: enumeration(SKIPS),
      times: list(
        { type: 'string', pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' },
        {
          minItems: 1,
          maxItems: TIMES_LIMIT,
          description: 'Several times a day, each an occurrence of its own',
        },
      ),
      count: integer(1),
      until: { type: 'string', format: 'date' },
    }),
    description: 'The subset of RFC 5545 RRULE, with the names of RFC 8984; `until` is inclusive',
  },
  AfterCompletion: {
    ...object(['kind', 'every', 'unit'], {
      kind: kind('afterCompletion'),
      every: integer(1, 999),
      unit: enumeration(AFTER_COMPLETION_UNITS),
    }),
    description: 'So long after it was last done',
  },
  Recurrence: {
    anyOf: [
      { $ref: '#/components/schemas/RecurrenceRule' },
      { $ref: '#/components/schemas/AfterCompletion' },
    ],
  },
  Season: {
    ...list(object(['from', 'to'], { from: dayOfYear, to: dayOfYear }), {
      minItems: 1,
      maxItems: SEASON_MAX_PARTS,
    }),
    description: 'The parts of each year in which a series has dates, both days included',
  },
  Rotation: {
    anyOf: [
      object(['kind', 'members'], { kind: kind('fixed'), members }),
      object(['kind', 'order'], {
        kind: kind('turns'),
        order: list(members, { minItems: 1, maxItems: order }),
        unit: enumeration(['occurrence', 'day', 'week', 'month']),
        length: { ...integer(1, length), default: 1 },
        offset: { ...integer(0), default: 0 },
      }),
      object(['kind', 'weeks'], {
        kind: kind('roster'),
        weeks: list(object([], Object.fromEntries(WEEKDAYS.map((day) => [day, members]))), {
          minItems: 1,
          maxItems: weeks,
        }),
      }),
      object(['kind', 'order'], {
        kind: kind('shuffle'),
        order: list({ type: 'string', format: 'uuid' }, { minItems: 1, maxItems: order }),
        seed: { type: 'string', maxLength: seed },
      }),
      {
        ...object(['kind', 'members'], {
          kind: kind('balanced'),
          members: list({ type: 'string', format: 'uuid' }, { minItems: 1, maxItems: order }),
          draw: object([], {
            unit: { ...enumeration(['week', 'month']), default: 'week' },
            ahead: { ...integer(...ahead), default: 14, description: 'Days' },
          }),
        }),
        description: 'Each turn goes to whoever has done least beside what is expected of them',
      },
    ],
    description: 'Who is responsible for which occurrence',
  },
};
