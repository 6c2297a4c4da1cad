import { WEEKDAYS } from '../../domain/shared/civil-date.js';
import { parseCivilDate } from '../../domain/shared/civil-date.js';
import { parseCivilTime } from '../../domain/shared/civil-time.js';
import { isUuid } from '../../domain/shared/ids.js';
import { parseTimeZone } from '../../domain/shared/zone.js';
import { Transform } from 'class-transformer';
import { ArrayMaxSize, ArrayMinSize, IsArray, IsBoolean, IsIn, Matches, Max, Min } from 'class-validator';
import { type JsonSchema, composed, field, rule, saying } from './compose.js';

const textThat = (holds: (text: string) => boolean) => (value: unknown) =>
  typeof value === 'string' && holds(value);

/** A text field with a custom rule. */
const textField = (
  name: string,
  message: string,
  holds: (text: string) => boolean,
  schema: JsonSchema,
): PropertyDecorator => field({ type: 'string', ...schema }, rule(name, message, textThat(holds)));

/**
 * The first supported day. Dates that are computed backwards from it, such as those of reminders, must still be in
 * the supported range.
 */
const FIRST_DAY = '0003-01-01';

export const CivilDateField = () =>
  textField(
    'civilDate',
    `must be a date, YYYY-MM-DD, from ${FIRST_DAY} on`,
    (text) => parseCivilDate(text) !== null && text >= FIRST_DAY,
    { format: 'date' },
  );

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;

/** From this instant on, the date is in the supported range in every time zone. */
const FIRST_INSTANT = Date.parse('0001-01-02T00:00:00Z');

export const isInstant = (text: string): boolean =>
  INSTANT.test(text) && parseCivilDate(text.slice(0, 10)) !== null && Date.parse(text) >= FIRST_INSTANT;

export const InstantField = () =>
  textField(
    'instant',
    'must be a date and time of ISO 8601 with an offset, such as 2026-11-20T18:00:00Z',
    isInstant,
    {
      format: 'date-time',
    },
  );

export const CivilTimeField = () =>
  textField('civilTime', 'must be a time of the day, HH:mm', (text) => parseCivilTime(text) !== null, {
    pattern: '^([01]\\d|2[0-3]):[0-5]\\d$',
  });

/** Changes a value before it is validated. */
export const transformed = (change: (value: unknown) => unknown): PropertyDecorator =>
  Transform(({ value }) => change(value));

const canonicalZone = (value: unknown) =>
  typeof value === 'string' ? (parseTimeZone(value) ?? value) : value;

export function TimeZoneField(): PropertyDecorator {
  const message = 'must be a time zone of the IANA database, such as Europe/Paris';
  return composed(
    textField('timeZone', message, (text) => parseTimeZone(text) !== null, { examples: ['Europe/Paris'] }),
    transformed(canonicalZone),
  );
}

const inLowerCase = (value: unknown) => (typeof value === 'string' ? value.toLowerCase() : value);

/**
 * A UUID. IsUUID is not used, because it accepts the nil UUID and rejects versions and variants that RFC 9562
 * leaves open.
 */
export function Id(): PropertyDecorator {
  return composed(textField('uuid', 'must be a UUID', isUuid, { format: 'uuid' }), transformed(inLowerCase));
}

/** A list of UUIDs. */
export function Ids({ min, max }: { min?: number; max: number }): PropertyDecorator {
  return field(
    {
      type: 'array',
      ...(min !== undefined && { minItems: min }),
      maxItems: max,
      items: { type: 'string', format: 'uuid' },
    },
    transformed((value) => (Array.isArray(value) ? value.map(inLowerCase) : value)),
    isList({ max }),
    ...(min === undefined ? [] : [ArrayMinSize(min, saying(`must have at least ${min} elements`))]),
    rule('uuid', 'each must be a UUID', everyElement(textThat(isUuid))),
  );
}

export const OneOf = (values: readonly string[]) =>
  field(
    { type: 'string', enum: [...values] },
    IsIn([...values], saying(`must be one of ${values.join(', ')}`)),
  );

/** Returns true for a safe integer other than -0. Larger integers have already lost digits when JSON was parsed. */
const isWhole = (value: unknown): value is number => Number.isSafeInteger(value) && !Object.is(value, -0);

type Range = { readonly min: number; readonly max: number };

export function WholeNumber({ min, max }: Range): PropertyDecorator {
  return field(
    { type: 'integer', minimum: min, maximum: max },
    // IsInt is not used: it accepts -0 and integers beyond 2^53.
    rule('isInt', 'must be a whole number', isWhole, { isType: true }),
    Min(min, saying(`must be at least ${min}`)),
    Max(max, saying(`must be at most ${max}`)),
  );
}

export function WholeNumbers({ count, min, max }: Range & { count: number }): PropertyDecorator {
  const each = (name: string, message: string, holds: (value: unknown) => boolean) =>
    rule(name, `each ${message}`, everyElement(holds));
  return field(
    { type: 'array', maxItems: count, items: { type: 'integer', minimum: min, maximum: max } },
    isList({ max: count }),
    each('isInt', 'must be a whole number', isWhole),
    each('min', `must be at least ${min}`, (value) => !isWhole(value) || value >= min),
    each('max', `must be at most ${max}`, (value) => !isWhole(value) || value <= max),
  );
}

/** The rules for every list. `clip` has already removed all elements after the first one beyond the limit. */
export const isList = ({ max }: { max: number }): PropertyDecorator =>
  composed(
    IsArray(saying('must be a list', { isType: true })),
    ArrayMaxSize(max, saying(`must have at most ${max} elements`)),
  );

const everyElement = (holds: (value: unknown) => boolean) => (value: unknown) =>
  !Array.isArray(value) || value.every(holds);

/** A list of weekdays, which may be empty. */
export function WeekdaysField(): PropertyDecorator {
  const items = { type: 'string', enum: [...WEEKDAYS] };
  return field(
    { type: 'array', maxItems: WEEKDAYS.length, items },
    isList({ max: WEEKDAYS.length }),
    IsIn([...WEEKDAYS], {
      each: true,
      ...saying(`each must be one of ${WEEKDAYS.join(', ')}`, { rule: 'isWeekday' }),
    }),
  );
}

export function Flag(more: JsonSchema = {}): PropertyDecorator {
  return field({ type: 'boolean', ...more }, IsBoolean(saying('must be true or false')));
}

/** Text that matches a pattern. The OpenAPI document shows `schema`, which is the pattern by default. */
export function textLike(
  pattern: RegExp,
  name: string,
  message: string,
  schema: JsonSchema = { pattern: pattern.source },
): PropertyDecorator {
  return field({ type: 'string', ...schema }, Matches(pattern, saying(message, { rule: name })));
}

/** A colour. IsHexColor is not used, because it accepts three digits, and digits without the number sign. */
export function Color(): PropertyDecorator {
  return composed(
    textLike(/^#[0-9a-f]{6}$/, 'color', 'must be a colour, #rrggbb', { pattern: '^#[0-9a-fA-F]{6}$' }),
    transformed(inLowerCase),
  );
}

/** A whole number in a query, where all values are text. */
export function QueryNumber({ min, max }: { min: number; max: number }): PropertyDecorator {
  return composed(
    WholeNumber({ min, max }),
    transformed((value) => (typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value)),
  );
}

/** A field for `true` or `false` in a query. */
export function QueryFlag(more: JsonSchema = {}): PropertyDecorator {
  return composed(
    Flag(more),
    transformed((value) => (value === 'true' ? true : value === 'false' ? false : value)),
  );
}

/** A field for a language tag, or for one of the given words. */
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

/** A field for half-open ranges of UTF-16 offsets, `[start, end]`. */
export function Ranges({ max }: { max: number }): PropertyDecorator {
  return field(
    {
      type: 'array',
      maxItems: max,
      items: { type: 'array', minItems: 2, maxItems: 2, items: { type: 'integer', minimum: 0 } },
    },
    isList({ max }),
    rule('range', 'each must be [start, end] with start not after end', everyElement(isRange)),
  );
}
