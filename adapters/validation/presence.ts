import { Transform } from 'class-transformer';
import { IsOptional, ValidateIf } from 'class-validator';
import { composed, described } from './compose.js';

/** May be absent; null is refused. */
export function Absent(): PropertyDecorator {
  return composed(
    described({ presence: 'absent' }),
    ValidateIf((_input, value) => value !== undefined),
  );
}

/** May be absent, and null where "no value" is meant. */
export function Nullable(): PropertyDecorator {
  return composed(described({ presence: 'nullable' }), IsOptional());
}

/**
 * Must be given when `condition` holds of the whole input, and is dropped otherwise. `condition` looks at properties
 * that are kept as they were sent.
 */
export function RequiredIf<Input extends object>(condition: (input: Input) => boolean): PropertyDecorator {
  const isNeeded = (input: object) => condition(input as Input);
  return composed(
    described({ presence: 'absent', isNeeded }),
    Transform(({ value, obj }) => (isNeeded(obj as object) ? (value as unknown) : undefined)),
    ValidateIf(isNeeded),
  );
}

/** Must be there, and is null where there is no value. */
export function OrNull(): PropertyDecorator {
  return composed(
    described({ presence: 'null' }),
    ValidateIf((_input, value) => value !== null),
  );
}
