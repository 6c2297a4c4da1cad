import { ValidateIf } from 'class-validator';
import { describeProperty } from './description.js';

/** May be absent; null is refused. (`@IsOptional()` would let null through.) */
export function Absent(): PropertyDecorator {
  return (target, property) => {
    describeProperty(target, String(property), { presence: 'absent' });
    ValidateIf((_object, value) => value !== undefined)(target, property);
  };
}

/** May be absent, and null where "no value" is meant. */
export function Nullable(): PropertyDecorator {
  return (target, property) => {
    describeProperty(target, String(property), { presence: 'nullable' });
    ValidateIf((_object, value) => value !== undefined && value !== null)(target, property);
  };
}

/** Must be given when `condition` holds of the whole input, and is ignored otherwise. */
export function RequiredIf<Input>(condition: (input: Input) => boolean): PropertyDecorator {
  return (target, property) => {
    describeProperty(target, String(property), { presence: 'absent' });
    ValidateIf((input: Input) => condition(input))(target, property);
  };
}
