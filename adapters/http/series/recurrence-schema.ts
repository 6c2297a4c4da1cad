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
      interval: {
        ...integer(1, 999),
        default: 1,
        description: 'The number of days, weeks, months or years from one repetition to the next.',
      },
      firstDayOfWeek: {
        ...enumeration(WEEKDAYS),
        description:
          'The first day of a week, which matters for intervals of several weeks. The default is that of the household.',
      },
      byDay: list(
        object(['day'], {
          day: enumeration(WEEKDAYS),
          nthOfPeriod: {
            ...ordinal(5),
            description:
              'Only in monthly and yearly rules: the position of this weekday in its month. 1 is the ' +
              'first, -1 the last.',
          },
        }),
        {
          description:
            'The weekdays. A yearly rule with it needs `byMonth`. A weekly rule without it repeats on ' +
            'the weekday of its first date.',
        },
      ),
      byMonthDay: list(ordinal(31), {
        description:
          'The days of the month, only in monthly and yearly rules. A yearly rule with it needs ' +
          '`byMonth`. 1 is the first, -1 the last. A monthly rule without any days repeats on the ' +
          'day of its first date.',
      }),
      byMonth: list(integer(1, 12), { description: 'The months. 1 is January.' }),
      bySetPosition: list(ordinal(366), {
        description:
          'Keeps only these positions among the days of each period, for example -1 for the last one. It needs a monthly or yearly rule with `byDay` or `byMonthDay`.',
      }),
      skip: {
        ...enumeration(SKIPS),
        description:
          'The treatment of days that a month does not have (RFC 7529). `omit` (the default): no ' +
          'date. `backward`: the last day of that month. `forward`: the first day of the next ' +
          'month.',
      },
      times: list(
        { type: 'string', pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' },
        {
          minItems: 1,
          maxItems: TIMES_LIMIT,
          description:
            'Several times on each day, HH:mm, in the time zone of the household. Each is an occurrence of its own.',
        },
      ),
      count: {
        ...integer(1),
        description:
          'The number of occurrences after which the series ends, at most 100,000. It cannot be ' +
          'combined with `until`.',
      },
      until: {
        type: 'string',
        format: 'date',
        description: 'The last possible date, which is included. It cannot be combined with `count`.',
      },
    }),
    description: 'A rule: a subset of RRULE in RFC 5545, with the names of RFC 8984.',
  },
  AfterCompletion: {
    ...object(['kind', 'every', 'unit'], {
      kind: kind('afterCompletion'),
      every: { ...integer(1, 999), description: 'The number of units from the completion to the next date.' },
      unit: enumeration(AFTER_COMPLETION_UNITS),
    }),
    description: 'A recurrence that counts from the day on which the task was last done or skipped.',
  },
  Recurrence: {
    anyOf: [
      { $ref: '#/components/schemas/RecurrenceRule' },
      { $ref: '#/components/schemas/AfterCompletion' },
    ],
    description: 'The repetition of a task: a rule, or a recurrence after completion.',
  },
  Season: {
    ...list(
      object(['from', 'to'], {
        from: { ...dayOfYear, description: 'The first day, MM-DD.' },
        to: { ...dayOfYear, description: 'The last day, MM-DD. It may be in the next year.' },
      }),
      {
        minItems: 1,
        maxItems: SEASON_MAX_PARTS,
      },
    ),
    description: 'The parts of each year in which a series has dates. Both days are included.',
  },
  FixedRotation: {
    ...object(['kind', 'members'], {
      kind: kind('fixed'),
      members: { ...members, description: 'The ids of the members. An empty list means unassigned.' },
    }),
    description: 'The same members do every occurrence.',
  },
  TurnsRotation: {
    ...object(['kind', 'order'], {
      kind: kind('turns'),
      order: list(members, {
        minItems: 1,
        maxItems: order,
        description: 'The ids of the members in order. Several members in one place share that turn.',
      }),
      unit: {
        ...enumeration(['occurrence', 'day', 'week', 'month']),
        description:
          'The unit of `length`. With `week`, for example, a turn lasts for whole weeks. The default is `occurrence`.',
      },
      length: { ...integer(1, length), default: 1, description: 'How many units a turn lasts.' },
      offset: {
        ...integer(0),
        default: 0,
        description: 'The place in the order at which the series begins, counted from 0.',
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
        description:
          'The weeks, after which the schedule begins again. Each weekday lists the ids of its members. A missing weekday is unassigned.',
      }),
    }),
    description: 'A schedule of one or more weeks that names the members of each weekday.',
  },
  ShuffleRotation: {
    ...object(['kind', 'order'], {
      kind: kind('shuffle'),
      order: list(
        { type: 'string', format: 'uuid' },
        { minItems: 1, maxItems: order, description: 'The ids of the members.' },
      ),
      seed: {
        type: 'string',
        maxLength: seed,
        description:
          'Any text that determines the random order of all rounds. The service chooses one if it is missing.',
      },
    }),
    description: 'The members take turns in a random order, and each has the same number of turns.',
  },
  BalancedRotation: {
    ...object(['kind', 'members'], {
      kind: kind('balanced'),
      members: list(
        { type: 'string', format: 'uuid' },
        { minItems: 1, maxItems: order, description: 'The ids of the members.' },
      ),
      draw: object([], {
        unit: {
          ...enumeration(['week', 'month']),
          default: 'week',
          description: 'Turns are assigned for a whole week or month at once.',
        },
        ahead: {
          ...integer(...ahead),
          default: 14,
          description: 'The number of days before the week or month at which its turns are assigned.',
        },
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
