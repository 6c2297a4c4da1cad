import { readSeason } from '../../../domain/days/season.js';
import { readRecurrence } from '../../../domain/recurrence/read-recurrence.js';
import { readRotation } from '../../../domain/rotation/read-rotation.js';
import { composed, described, documented } from './compose.js';

/** A rule or a recurrence after completion as typed JSON, or the text of an RFC 5545 RRULE: a `Recurrence`. */
export function RecurrenceField(): PropertyDecorator {
  return composed(
    described({
      parse: (value) => {
        const reading = readRecurrence(value);
        return reading.ok ? { value: reading.value, problems: [] } : { problems: reading.problems };
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

/** A `RotationRequest`. */
export function RotationField(): PropertyDecorator {
  return composed(
    described({
      parse: (input) => {
        const { rotation, problems } = readRotation(input);
        return { value: rotation, problems };
      },
    }),
    documented({ $ref: '#/components/schemas/Rotation' }),
  );
}

/** A `Season`. */
export function SeasonField(): PropertyDecorator {
  return composed(
    described({
      parse: (value) => {
        const reading = readSeason(value);
        return reading.ok ? { value: reading.value, problems: [] } : { problems: reading.problems };
      },
    }),
    documented({ $ref: '#/components/schemas/Season' }),
  );
}
