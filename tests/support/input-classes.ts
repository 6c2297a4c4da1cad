import { getMetadataStorage } from 'class-validator';
import { listLimits } from '../../adapters/validation/read-input.js';
import {
  listProperties,
  type InputClass,
  type PropertyDescription,
} from '../../adapters/validation/compose.js';
import type { Route } from '../../adapters/http/route.js';

/** A property of an input class, and how to build a whole input that contains it. */
export type InputPlace = {
  /** The operation and the path of the property: `createTask checklist.0.title`. */
  readonly name: string;
  readonly field: string;
  readonly root: InputClass;
  readonly property: PropertyDescription;
  /** The maximum length, if the property is a list. */
  readonly maxItems: number | undefined;
  /** The names of the validation rules of the property. */
  readonly rules: readonly string[];
  readonly place: (value: unknown) => Record<string, unknown>;
};

/**
 * Returns every property of the bodies and queries of all routes, including nested ones. If the elements of a
 * list may have several types, it includes the properties of each type.
 */
export function inputPlaces(routes: readonly Route[]): InputPlace[] {
  return routes.flatMap(({ operationId, body, query }) =>
    [body, query].flatMap((root) =>
      root === undefined
        ? []
        : [
            ...within(operationId, root, root, '', (value) => value),
            ...alternativesOf(root).flatMap((type) =>
              within(`${operationId} ${type.name}`, type, type, '', (value) => value),
            ),
          ],
    ),
  );
}

const alternativesOf = (root: InputClass) =>
  [...listProperties(root.prototype as object).values()].flatMap(({ alternatives = [] }) => alternatives);

function within(
  operation: string,
  root: InputClass,
  type: InputClass,
  path: string,
  wrap: (value: Record<string, unknown>) => Record<string, unknown>,
): InputPlace[] {
  return [...listProperties(type.prototype as object)].flatMap(([key, property]) => {
    const field = path + key;
    const place = (value: unknown) => wrap({ ...needs(property), [key]: value });
    const maxItems = listLimits(type).get(key);
    const rules = rulesOf(type, key);
    const own = { name: `${operation} ${field}`, field, root, property, maxItems, rules, place };
    if (property.type === undefined) return [own];
    const isList = maxItems !== undefined;
    const inner = within(operation, root, property.type, `${field}.${isList ? '0.' : ''}`, (value) =>
      place(isList ? [value] : value),
    );
    return [own, ...inner];
  });
}

const rulesOf = (type: InputClass, property: string) =>
  getMetadataStorage()
    .getTargetValidationMetadatas(type, '', false, false)
    .flatMap(({ propertyName, name }) => (propertyName === property && name !== undefined ? [name] : []));

/** The properties that must be present for this property to be read. */
function needs({ isNeeded }: PropertyDescription): Record<string, unknown> {
  const found = COMPANIONS.find((candidate) => isNeeded === undefined || isNeeded(candidate));
  if (found === undefined) throw new Error('a condition that the tests do not know');
  return found;
}

const COMPANIONS: Record<string, unknown>[] = [
  {},
  { platform: 'ANDROID' },
  { platform: 'WEB' },
  { kind: 'BEFORE' },
  { client: 'android' },
];
