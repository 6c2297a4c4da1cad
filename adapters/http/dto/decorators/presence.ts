import { ValidateIf } from 'class-validator';

/** Which properties of which input class take null: the JSON Schema of the class says so too. */
const nullable = new WeakMap<object, Set<string>>();

/** May be absent; null is refused. (`@IsOptional()` would let null through.) */
export function Absent(): PropertyDecorator {
  return ValidateIf((_object, value) => value !== undefined);
}

/** May be absent, and null where "no value" is meant. */
export function Nullable(): PropertyDecorator {
  return (target, property) => {
    const names = nullable.get(target) ?? new Set<string>();
    nullable.set(target, names.add(String(property)));
    ValidateIf((_object, value) => value !== undefined && value !== null)(target, property);
  };
}

export function isNullable(prototype: object, property: string): boolean {
  return nullable.get(prototype)?.has(property) ?? false;
}
