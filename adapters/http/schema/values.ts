import { WEEKDAYS } from '../../../domain/shared/civil-date.js';
import { parseCivilDate } from '../../../domain/shared/civil-date.js';
import { parseCivilTime } from '../../../domain/shared/civil-time.js';
import { isUuid } from '../../../domain/shared/ids.js';
import { parseTimeZone } from '../../../domain/shared/zone.js';
import type { JsonSchema } from './description.js';
import { composed, described, documented, rule } from './compose.js';

const textThat = (holds: (text: string) => boolean) => (value: unknown) =>
  typeof value === 'string' && holds(value);

/** Text of which a rule tells whether it may be. */
const textField = (
  name: string,
  message: string,
  holds: (text: string) => boolean,
  schema: JsonSchema,
): PropertyDecorator =>
  composed(rule(name, message, textThat(holds)), documented({ type: 'string', ...schema }));

/** What is reckoned back from a day that somebody gives, as a reminder or a template's task, is in the calendar too. */
const FIRST_DAY = '0003-01-01';

export const CivilDateField = () =>
  textField(
    'civilDate',
    `must be a day of the calendar, YYYY-MM-DD, from ${FIRST_DAY} on`,
    (text) => parseCivilDate(text) !== null && text >= FIRST_DAY,
    { format: 'date' },
  );

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;

/** From here on the civil date of an instant is in the calendar, whatever the zone. */
const FIRST_INSTANT = Date.parse('0001-01-02T00:00:00Z');

export const isInstant = (text: string): boolean =>
  INSTANT.test(text) && parseCivilDate(text.slice(0, 10)) !== null && Date.parse(text) >= FIRST_INSTANT;

export const InstantField = () =>
  textField('instant', 'must be an instant of ISO 8601 with its offset, as 2026-11-20T18:00:00Z', isInstant, {
    format: 'date-time',
  });

export const CivilTimeField = () =>
  textField('civilTime', 'must be a time of the day, HH:mm', (text) => parseCivilTime(text) !== null, {
    pattern: '^([01]\\d|2[0-3]):[0-5]\\d$',
  });

const canonicalZone = (value: unknown) =>
  typeof value === 'string' ? (parseTimeZone(value) ?? value) : value;

export function TimeZoneField(): PropertyDecorator {
  const message = 'must be a zone of the IANA database, as Europe/Paris';
  return composed(
    described({ clean: canonicalZone }),
    textField('timeZone', message, (text) => parseTimeZone(text) !== null, { examples: ['Europe/Paris'] }),
  );
}

const inLowerCase = (value: unknown) => (typeof value === 'string' ? value.toLowerCase() : value);

export function Id(): PropertyDecorator {
  return composed(
    described({ clean: inLowerCase }),
    textField('uuid', 'must be a UUID', isUuid, { format: 'uuid' }),
  );
}

/** A list of ids; the whole list is named when it is too long, each element on its own when it is no id. */
export function Ids({ min, max }: { min?: number; max: number }): PropertyDecorator {
  return composed(
    described({ clean: (value) => (Array.isArray(value) ? value.map(inLowerCase) : value) }),
    List({ max }),
    ...(min === undefined
      ? []
      : [
          rule(
            'arrayMinSize',
            `must have at least ${min} elements`,
            (value) => !Array.isArray(value) || value.length >= min,
          ),
        ]),
    rule('uuid', 'each must be a UUID', everyElement(textThat(isUuid))),
    documented({
      type: 'array',
      ...(min !== undefined && { minItems: min }),
      maxItems: max,
      items: { type: 'string', format: 'uuid' },
    }),
  );
}

export const OneOf = (values: readonly string[]) =>
  textField('isIn', `must be one of ${values.join(', ')}`, (text) => values.includes(text), {
    enum: [...values],
  });

/** JSON knows one kind of number: integers beyond 2^53 have already lost digits, so they are refused. */
const isWhole = (value: unknown): value is number => Number.isSafeInteger(value) && !Object.is(value, -0);

type Range = { readonly min: number; readonly max: number };

/** `who`: whom the sentences are about. */
const wholeNumberRules = (
  { min, max }: Range,
  who: string,
  of: (holds: (value: unknown) => boolean) => (value: unknown) => boolean,
) =>
  composed(
    rule('isInt', `${who}must be a whole number`, of(isWhole)),
    rule(
      'min',
      `${who}must be at least ${min}`,
      of((value) => !isWhole(value) || value >= min),
    ),
    rule(
      'max',
      `${who}must be at most ${max}`,
      of((value) => !isWhole(value) || value <= max),
    ),
  );

export function WholeNumber(range: Range): PropertyDecorator {
  return composed(
    wholeNumberRules(range, '', (holds) => holds),
    documented({ type: 'integer', minimum: range.min, maximum: range.max }),
  );
}

export function WholeNumbers({ count, ...range }: Range & { count: number }): PropertyDecorator {
  const items = { type: 'integer', minimum: range.min, maximum: range.max };
  return composed(
    List({ max: count }),
    wholeNumberRules(range, 'each ', everyElement),
    documented({ type: 'array', maxItems: count, items }),
  );
}

export function List({ max }: { max: number }): PropertyDecorator {
  return composed(
    described({ maxItems: max }),
    rule('isArray', 'must be a list', Array.isArray),
    rule(
      'arrayMaxSize',
      `must have at most ${max} elements`,
      (value) => !Array.isArray(value) || value.length <= max,
    ),
  );
}

const everyElement = (holds: (value: unknown) => boolean) => (value: unknown) =>
  !Array.isArray(value) || value.every(holds);

/** Days of the week, none of them too. */
export function WeekdaysField(): PropertyDecorator {
  const isWeekday = (value: unknown) => (WEEKDAYS as readonly unknown[]).includes(value);
  return composed(
    List({ max: WEEKDAYS.length }),
    rule('isWeekday', `each must be one of ${WEEKDAYS.join(', ')}`, everyElement(isWeekday)),
    documented({ type: 'array', maxItems: WEEKDAYS.length, items: { type: 'string', enum: [...WEEKDAYS] } }),
  );
}

export function Flag(more: JsonSchema = {}): PropertyDecorator {
  return composed(
    rule('isBoolean', 'must be true or false', (value) => typeof value === 'boolean'),
    documented({ type: 'boolean', ...more }),
  );
}

export function Color(): PropertyDecorator {
  return composed(
    described({ clean: inLowerCase }),
    textField('color', 'must be a colour, #rrggbb', (text) => /^#[0-9a-f]{6}$/.test(text), {
      pattern: '^#[0-9a-fA-F]{6}$',
    }),
  );
}

/** A whole number in a query, where everything is text. */
export function QueryNumber({ min, max }: { min: number; max: number }): PropertyDecorator {
  return composed(
    described({
      clean: (value) => (typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value),
    }),
    WholeNumber({ min, max }),
  );
}

/** Yes or no in a query. */
export function QueryFlag(more: JsonSchema = {}): PropertyDecorator {
  return composed(
    described({ clean: (value) => (value === 'true' ? true : value === 'false' ? false : value) }),
    Flag(more),
  );
}

/** A language, or one of these words. */
export const LanguageTag = (...words: readonly string[]) =>
  textField(
    'languageTag',
    `must be a language of BCP 47, as en-GB${words.map((word) => `, or ${word}`).join('')}`,
    (text) => words.includes(text) || /^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/.test(text),
    { examples: ['en', 'en-GB', 'fr', ...words] },
  );

const isRange = (value: unknown) => {
  const [start, end] = Array.isArray(value) && value.length === 2 ? (value as unknown[]) : [];
  return isWhole(start) && isWhole(end) && start >= 0 && start <= end;
};

/** Half-open ranges of UTF-16 offsets, `[start, end]`. */
export function Ranges({ max }: { max: number }): PropertyDecorator {
  return composed(
    List({ max }),
    rule('range', 'each must be [start, end] with start not after end', everyElement(isRange)),
    documented({
      type: 'array',
      maxItems: max,
      items: { type: 'array', minItems: 2, maxItems: 2, items: { type: 'integer', minimum: 0 } },
    }),
  );
}
