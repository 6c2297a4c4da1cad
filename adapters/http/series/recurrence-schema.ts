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
/** A position: 1 is the first, -1 the last. */
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

const ROTATION_KINDS = ['fixed', 'turns', 'roster', 'shuffle', 'balanced'];
const rotationSchema = (name: string) =>
  `#/components/schemas/${name.charAt(0).toUpperCase()}${name.slice(1)}Rotation`;

/** The schemas of values that the domain parses itself. */
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
          description: 'Several times on each day. Each is an occurrence of its own.',
        },
      ),
      count: integer(1),
      until: { type: 'string', format: 'date' },
    }),
    description: 'A rule: a subset of RRULE in RFC 5545, with the names of RFC 8984. `until` is inclusive.',
  },
  AfterCompletion: {
    ...object(['kind', 'every', 'unit'], {
      kind: kind('afterCompletion'),
      every: integer(1, 999),
      unit: enumeration(AFTER_COMPLETION_UNITS),
    }),
    description: 'A recurrence that counts from the day on which the task was last done.',
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
    description: 'The parts of each year in which a series has dates. Both days are included.',
  },
  FixedRotation: {
    ...object(['kind', 'members'], { kind: kind('fixed'), members }),
    description: 'The same members do every occurrence.',
  },
  TurnsRotation: {
    ...object(['kind', 'order'], {
      kind: kind('turns'),
      order: list(members, { minItems: 1, maxItems: order }),
      unit: enumeration(['occurrence', 'day', 'week', 'month']),
      length: { ...integer(1, length), default: 1, description: 'How many units a turn lasts.' },
      offset: {
        ...integer(0),
        default: 0,
        description: 'The place in the order at which the series begins.',
      },
    }),
    description: 'The members take turns in this order.',
  },
  RosterRotation: {
    ...object(['kind', 'weeks'], {
      kind: kind('roster'),
      weeks: list(object([], Object.fromEntries(WEEKDAYS.map((day) => [day, members]))), {
        minItems: 1,
        maxItems: weeks,
      }),
    }),
    description: 'A schedule of one or more weeks says who does which weekday.',
  },
  ShuffleRotation: {
    ...object(['kind', 'order'], {
      kind: kind('shuffle'),
      order: list({ type: 'string', format: 'uuid' }, { minItems: 1, maxItems: order }),
      seed: { type: 'string', maxLength: seed, description: 'Decides the order of each round.' },
    }),
    description: 'The members take turns in a random order, and each has the same number of turns.',
  },
  BalancedRotation: {
    ...object(['kind', 'members'], {
      kind: kind('balanced'),
      members: list({ type: 'string', format: 'uuid' }, { minItems: 1, maxItems: order }),
      draw: object([], {
        unit: {
          ...enumeration(['week', 'month']),
          default: 'week',
          description: 'How often turns are assigned.',
        },
        ahead: { ...integer(...ahead), default: 14, description: 'How many days ahead turns are assigned.' },
      }),
    }),
    description: 'Each turn goes to the member who has done least, compared with the expected share.',
  },
  Rotation: {
    oneOf: ROTATION_KINDS.map((name) => ({ $ref: rotationSchema(name) })),
    discriminator: {
      propertyName: 'kind',
      mapping: Object.fromEntries(ROTATION_KINDS.map((name) => [name, rotationSchema(name)])),
    },
    description: 'The order in which members take turns.',
  },
};
