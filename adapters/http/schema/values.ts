import { parseCivilDate } from '../../../domain/shared/civil-date.js';
import { parseCivilTime } from '../../../domain/shared/civil-time.js';
import { isUuid } from '../../../domain/shared/ids.js';
import { parseTimeZone } from '../../../domain/shared/zone.js';
import type { JsonSchema } from './description.js';
import { composed, described, documented, rule } from './compose.js';

const textThat = (holds: (text: string) => boolean) => (value: unknown) =>
  typeof value === 'string' && holds(value);

/** What is reckoned back from a day that somebody gives, as a reminder or a template's task, is in the calendar too. */
const FIRST_DAY = '0003-01-01';

export function CivilDateField(): PropertyDecorator {
  return composed(
    rule(
      'civilDate',
      `must be a day of the calendar, YYYY-MM-DD, from ${FIRST_DAY} on`,
      textThat((text) => parseCivilDate(text) !== null && text >= FIRST_DAY),
    ),
    documented({ type: 'string', format: 'date' }),
  );
}

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;

/** From here on the civil date of an instant is in the calendar, whatever the zone. */
const FIRST_INSTANT = Date.parse('0001-01-02T00:00:00Z');

export const isInstant = (text: string): boolean =>
  INSTANT.test(text) && parseCivilDate(text.slice(0, 10)) !== null && Date.parse(text) >= FIRST_INSTANT;

export function InstantField(): PropertyDecorator {
  return composed(
    rule(
      'instant',
      'must be an instant of ISO 8601 with its offset, as 2026-11-20T18:00:00Z',
      textThat(isInstant),
    ),
    documented({ type: 'string', format: 'date-time' }),
  );
}

export function CivilTimeField(): PropertyDecorator {
  return composed(
    rule(
      'civilTime',
      'must be a time of the day, HH:mm',
      textThat((text) => parseCivilTime(text) !== null),
    ),
    documented({ type: 'string', pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' }),
  );
}

const canonicalZone = (value: unknown) =>
  typeof value === 'string' ? (parseTimeZone(value) ?? value) : value;

export function TimeZoneField(): PropertyDecorator {
  return composed(
    described({ clean: canonicalZone }),
    rule(
      'timeZone',
      'must be a zone of the IANA database, as Europe/Paris',
      textThat((text) => parseTimeZone(text) !== null),
    ),
    documented({ type: 'string', examples: ['Europe/Paris'] }),
  );
}

const inLowerCase = (value: unknown) => (typeof value === 'string' ? value.toLowerCase() : value);

export function Id(): PropertyDecorator {
  return composed(
    described({ clean: inLowerCase }),
    rule('uuid', 'must be a UUID', textThat(isUuid)),
    documented({ type: 'string', format: 'uuid' }),
  );
}

/** A list of ids; the whole list is named when it is too long, each element on its own when it is no id. */
export function Ids({ max }: { max: number }): PropertyDecorator {
  return composed(
    described({ clean: (value) => (Array.isArray(value) ? value.map(inLowerCase) : value) }),
    List({ max }),
    rule('uuid', 'each must be a UUID', everyElement(textThat(isUuid))),
    documented({ type: 'array', maxItems: max, items: { type: 'string', format: 'uuid' } }),
  );
}

export function OneOf(values: readonly string[]): PropertyDecorator {
  return composed(
    rule(
      'isIn',
      `must be one of ${values.join(', ')}`,
      textThat((text) => values.includes(text)),
    ),
    documented({ type: 'string', enum: [...values] }),
  );
}

/** JSON knows one kind of number: integers beyond 2^53 have already lost digits, so they are refused. */
const isWhole = (value: unknown): value is number => Number.isSafeInteger(value) && !Object.is(value, -0);

export function WholeNumber({ min, max }: { min: number; max: number }): PropertyDecorator {
  return composed(
    rule('isInt', 'must be a whole number', isWhole),
    rule('min', `must be at least ${min}`, (value) => !isWhole(value) || value >= min),
    rule('max', `must be at most ${max}`, (value) => !isWhole(value) || value <= max),
    documented({ type: 'integer', minimum: min, maximum: max }),
  );
}

export function WholeNumbers({
  count,
  min,
  max,
}: {
  count: number;
  min: number;
  max: number;
}): PropertyDecorator {
  return composed(
    List({ max: count }),
    rule('isInt', 'each must be a whole number', everyElement(isWhole)),
    rule(
      'min',
      `each must be at least ${min}`,
      everyElement((value) => !isWhole(value) || value >= min),
    ),
    rule(
      'max',
      `each must be at most ${max}`,
      everyElement((value) => !isWhole(value) || value <= max),
    ),
    documented({ type: 'array', maxItems: count, items: { type: 'integer', minimum: min, maximum: max } }),
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

export function Flag(more: JsonSchema = {}): PropertyDecorator {
  return composed(
    rule('isBoolean', 'must be true or false', (value) => typeof value === 'boolean'),
    documented({ type: 'boolean', ...more }),
  );
}

export function Color(): PropertyDecorator {
  return composed(
    described({ clean: inLowerCase }),
    rule(
      'color',
      'must be a colour, #rrggbb',
      textThat((text) => /^#[0-9a-f]{6}$/.test(text)),
    ),
    documented({ type: 'string', pattern: '^#[0-9a-fA-F]{6}$' }),
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

export function LanguageTag(): PropertyDecorator {
  return composed(
    rule(
      'languageTag',
      'must be a language of BCP 47, as en-GB',
      textThat((text) => /^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/.test(text)),
    ),
    documented({ type: 'string', examples: ['en', 'en-GB', 'fr'] }),
  );
}

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
