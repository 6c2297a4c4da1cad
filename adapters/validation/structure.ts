import { Transform } from 'class-transformer';
import { readSeason } from '../../domain/days/season.js';
import { readRecurrence } from '../../domain/recurrence/read-recurrence.js';
import { readRotation } from '../../domain/rotation/read-rotation.js';
import type { Problem } from '../../domain/shared/problem.js';
import { composed, described, documented, rule, type JsonSchema } from './compose.js';

/**
 * The largest number of values in a recurrence: four lists of 366 entries, of which `byDay` has two members per
 * entry, and the single values of a rule.
 */
const MAX_RECURRENCE_VALUES = 6 * 366 + 100;

/**
 * The largest number of values in a rotation: a roster of 52 weeks with ten people on each day. Each day has a
 * list and its people.
 */
const MAX_ROTATION_VALUES = 52 * (1 + 7 * (1 + 10)) + 100;

type Reading = { readonly value?: unknown; readonly problems: readonly Problem[] };

/** Takes the place of a value that a parser of the domain rejected. It has the problems of that value. */
class Refused {
  readonly problems: readonly Problem[];
  constructor(problems: readonly Problem[]) {
    this.problems = problems;
  }
}

/**
 * Returns a decorator that passes the original JSON of a value to `take`. `clip` has wrapped that value in a
 * function.
 */
export const opened = (take: (json: unknown) => unknown): PropertyDecorator =>
  Transform(({ value }: { value: unknown }) =>
    typeof value === 'function' ? take((value as () => unknown)()) : value,
  );

/**
 * A field whose JSON the property parses itself. `take` gets the JSON unchanged (see `opaqueValues`). It never
 * gets undefined or null, which the other rules handle.
 */
export function opaque(
  schema: JsonSchema,
  { maxValues, take }: { maxValues: number; take: (json: unknown) => unknown },
): PropertyDecorator {
  return composed(described({ opaqueValues: maxValues }), opened(take), documented(schema));
}

/**
 * A value that a parser of the domain reads. The result of the parser is stored in the instance, and its problems
 * are reported in the answer.
 */
function readByDomain(
  schema: JsonSchema,
  maxValues: number,
  read: (json: unknown) => Reading,
): PropertyDecorator {
  const take = (json: unknown) => {
    const { value, problems } = read(json);
    return problems.length === 0 ? value : new Refused(problems);
  };
  return composed(
    opaque(schema, { maxValues, take }),
    rule(
      'readable',
      'cannot be read',
      (value) => value !== undefined && value !== null && !(value instanceof Refused),
      { problemsOf: (value) => (value instanceof Refused ? value : read(value)).problems },
    ),
  );
}

/**
 * A field for a `Recurrence`: a rule as typed JSON or as the text of an RFC 5545 RRULE, or an `AfterCompletion` as
 * typed JSON.
 */
export function RecurrenceField(): PropertyDecorator {
  const schema = {
    anyOf: [
      { $ref: '#/components/schemas/Recurrence' },
      { type: 'string', examples: ['FREQ=WEEKLY;BYDAY=TU'] },
    ],
  };
  return readByDomain(schema, MAX_RECURRENCE_VALUES, (json) => {
    const reading = readRecurrence(json);
    return reading.ok ? { value: reading.value, problems: [] } : { problems: reading.problems };
  });
}

/** A field for a `RotationRequest`. */
export function RotationField(): PropertyDecorator {
  return readByDomain({ $ref: '#/components/schemas/Rotation' }, MAX_ROTATION_VALUES, (json) => {
    const { rotation, problems } = readRotation(json);
    return { value: rotation, problems };
  });
}

/** A field for a `Season`. */
export function SeasonField(): PropertyDecorator {
  return readByDomain({ $ref: '#/components/schemas/Season' }, 10, (json) => {
    const reading = readSeason(json);
    return reading.ok ? { value: reading.value, problems: [] } : { problems: reading.problems };
  });
}
