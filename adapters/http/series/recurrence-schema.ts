import { Type } from 'typebox';
import { AFTER_COMPLETION_UNITS, FREQUENCIES, SKIPS } from '../../../domain/recurrence/rule.js';
import { ROTATION_LIMITS } from '../../../domain/rotation/read-rotation.js';
import { WEEKDAYS } from '../../../domain/shared/civil-date.js';
import { date, oneOf, uuid } from '../schema/common.js';

const ordinal = (most: number) => Type.Integer({ minimum: -most, maximum: most, not: { const: 0 } });

const RecurrenceRule = Type.Object(
  {
    frequency: oneOf(FREQUENCIES),
    interval: Type.Optional(Type.Integer({ minimum: 1, maximum: 999, default: 1 })),
    firstDayOfWeek: Type.Optional(oneOf(WEEKDAYS)),
    byDay: Type.Optional(
      Type.Array(Type.Object({ day: oneOf(WEEKDAYS), nthOfPeriod: Type.Optional(ordinal(5)) })),
    ),
    byMonthDay: Type.Optional(Type.Array(ordinal(31))),
    byMonth: Type.Optional(Type.Array(Type.Integer({ minimum: 1, maximum: 12 }))),
    bySetPosition: Type.Optional(Type.Array(ordinal(366))),
    skip: Type.Optional(oneOf(SKIPS)),
    count: Type.Optional(Type.Integer({ minimum: 1 })),
    until: Type.Optional(date()),
  },
  {
    title: 'RecurrenceRule',
    description: 'The subset of RFC 5545 RRULE, with the names of RFC 8984; `until` is inclusive',
  },
);

const AfterCompletion = Type.Object(
  {
    kind: Type.Literal('afterCompletion'),
    every: Type.Integer({ minimum: 1, maximum: 999 }),
    unit: oneOf(AFTER_COMPLETION_UNITS),
  },
  { title: 'AfterCompletion', description: 'So long after it was last done' },
);

export const Recurrence = Type.Union([RecurrenceRule, AfterCompletion], { title: 'Recurrence' });

const members = () => Type.Array(uuid(), { maxItems: ROTATION_LIMITS.together });

export const Rotation = Type.Union(
  [
    Type.Object({ kind: Type.Literal('fixed'), members: members() }),
    Type.Object({
      kind: Type.Literal('turns'),
      order: Type.Array(members(), { minItems: 1, maxItems: ROTATION_LIMITS.order }),
      unit: Type.Optional(oneOf(['occurrence', 'day', 'week', 'month'])),
      length: Type.Optional(Type.Integer({ minimum: 1, maximum: ROTATION_LIMITS.length, default: 1 })),
      offset: Type.Optional(Type.Integer({ minimum: 0, default: 0 })),
    }),
    Type.Object({
      kind: Type.Literal('roster'),
      weeks: Type.Array(
        Type.Partial(Type.Object(Object.fromEntries(WEEKDAYS.map((day) => [day, members()])))),
        {
          minItems: 1,
          maxItems: ROTATION_LIMITS.weeks,
        },
      ),
    }),
    Type.Object({
      kind: Type.Literal('shuffle'),
      order: Type.Array(uuid(), { minItems: 1, maxItems: ROTATION_LIMITS.order }),
      seed: Type.Optional(Type.String({ maxLength: ROTATION_LIMITS.seed })),
    }),
  ],
  { title: 'Rotation', description: 'Who is responsible for which occurrence' },
);
