import { readRecurrence } from '../../../domain/recurrence/read-recurrence.js';
import { readRotation } from '../../../domain/rotation/read-rotation.js';
import { composed, described, documented } from './compose.js';

/** A rule or a recurrence after completion as typed JSON, or the text of an RFC 5545 RRULE. */
export function RecurrenceField(): PropertyDecorator {
  return composed(
    described({
      problems: (value) => {
        const reading = readRecurrence(value);
        return reading.ok ? [] : reading.problems;
      },
    }),
    documented({
      anyOf: [
        { $ref: '#/components/schemas/Recurrence' },
        { type: 'string', examples: ['FREQ=WEEKLY;BYDAY=TU'] },
      ],
    }),
  );
}

/** Whom it names is looked up later: here everybody could be a member. */
const ANYBODY = { has: () => true } as unknown as ReadonlySet<string>;

export function RotationField(): PropertyDecorator {
  return composed(
    described({
      problems: (value) =>
        readRotation(value, { members: ANYBODY, field: '', seed: '-' }).problems.map((problem) => ({
          ...problem,
          field: problem.field.replace(/^\./, ''),
        })),
    }),
    documented({ $ref: '#/components/schemas/Rotation' }),
  );
}
