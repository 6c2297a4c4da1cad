import { Allow } from 'class-validator';
import { readRecurrence } from '../../../../domain/recurrence/read-recurrence.js';
import { readRotation } from '../../../../domain/rotation/read-rotation.js';
import type { Problem } from '../../../../domain/shared/problem.js';
import { composed, documented } from './compose.js';
import { describeProperty } from './description.js';

/** A value that the domain reads; every problem is named with the part where it is. */
function ReadBy(problems: (value: unknown) => readonly Problem[]): PropertyDecorator {
  return composed(Allow(), (target, property) => describeProperty(target, String(property), { problems }));
}

/** A rule or a recurrence after completion as typed JSON, or the text of an RFC 5545 RRULE. */
export function RecurrenceField(): PropertyDecorator {
  return composed(
    ReadBy((value) => {
      const reading = readRecurrence(value);
      return reading.ok ? [] : reading.problems;
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
    ReadBy((value) =>
      readRotation(value, { members: ANYBODY, field: '', seed: '-' }).problems.map((problem) => ({
        ...problem,
        field: problem.field.replace(/^\./, ''),
      })),
    ),
    documented({ $ref: '#/components/schemas/Rotation' }),
  );
}
