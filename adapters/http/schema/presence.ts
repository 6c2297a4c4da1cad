import { described } from './compose.js';

/** May be absent; null is refused. */
export function Absent(): PropertyDecorator {
  return described({ presence: 'absent' });
}

/** May be absent, and null where "no value" is meant. */
export function Nullable(): PropertyDecorator {
  return described({ presence: 'nullable' });
}

/** Must be given when `condition` holds of the whole input as it was sent, and is ignored otherwise. */
export function RequiredIf<Input extends object>(condition: (input: Input) => boolean): PropertyDecorator {
  return described({ presence: 'absent', isNeeded: (input) => condition(input as Input) });
}

/** Of an answer: always there, and null where there is no value. */
export function OrNull(): PropertyDecorator {
  return described({ presence: 'null' });
}
