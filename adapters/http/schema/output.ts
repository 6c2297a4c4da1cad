import {
  composed,
  described,
  documented,
  listProperties,
  type JsonSchema,
  type OutputClass,
} from '../../validation/compose.js';

/*
 * What only the fields of answers are: documented and typed, and never validated, since the service itself writes them.
 * Ids, instants, dates, enumerations and flags are described as in inputs.
 */

export const PlainText = (more: JsonSchema = {}) => documented({ type: 'string', ...more });

/** A token, or an address that holds one. */
export const Secret = (more: JsonSchema = {}) =>
  composed(described({ secret: true }), documented({ type: 'string', ...more }));

const secrets = new WeakMap<OutputClass, boolean>();

/** Whether an answer of this class tells a secret, in one of its fields or further inside. */
export function holdsSecret(body: OutputClass | readonly [OutputClass]): boolean {
  const type = typeof body === 'function' ? body : body[0];
  let holds = secrets.get(type);
  if (holds === undefined) {
    holds = [...listProperties(type.prototype as object).values()].some(
      ({ secret, type: inner }) => secret === true || (inner !== undefined && holdsSecret(inner)),
    );
    secrets.set(type, holds);
  }
  return holds;
}

export const Integer = (more: JsonSchema = {}) => documented({ type: 'integer', ...more });

export const AnyNumber = (more: JsonSchema = {}) => documented({ type: 'number', ...more });

export const AnyValue = (more: JsonSchema = {}) => documented(more);

export const Constant = (value: string | boolean) => documented({ const: value, type: typeof value });

/** A list whose elements are what `element` says. */
export function ListOf(element: PropertyDecorator, more: JsonSchema = {}): PropertyDecorator {
  class Sample {}
  element(Sample.prototype, 'element');
  const items = listProperties(Sample.prototype).get('element')?.schema ?? {};
  return documented({ type: 'array', items, ...more });
}

/** An object with a schema of its own in the document. */
export const One = (type: OutputClass): PropertyDecorator =>
  composed(described({ type }), documented(reference(type)));

export const Many = (type: OutputClass, more: JsonSchema = {}): PropertyDecorator =>
  composed(described({ type }), documented({ type: 'array', items: reference(type), ...more }));

/** An object that the document describes where it stands. */
export const Inline = (type: OutputClass, more: JsonSchema = {}): PropertyDecorator =>
  composed(described({ type, inline: true }), documented({ ...objectSchema(type), ...more }));

export const InlineMany = (type: OutputClass, more: JsonSchema = {}): PropertyDecorator =>
  composed(
    described({ type, inline: true }),
    documented({ type: 'array', items: objectSchema(type), ...more }),
  );

/** An object with the same kind of value under each of `keys`. */
export const RecordOf = (keys: readonly string[], type: OutputClass): PropertyDecorator =>
  documented({
    type: 'object',
    required: [...keys],
    properties: Object.fromEntries(keys.map((key) => [key, objectSchema(type)])),
  });

/** One of the schemas that describe what the domain reads itself. */
export const Domain = (name: 'Recurrence' | 'Rotation' | 'Season'): PropertyDecorator =>
  documented({ $ref: `#/components/schemas/${name}` });

export const reference = (type: OutputClass): JsonSchema => ({ $ref: `#/components/schemas/${type.name}` });

/** The JSON Schema of a DTO class: what its decorators say, and null where they allow it. */
export function objectSchema(type: OutputClass): JsonSchema & {
  readonly properties: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
} {
  const properties = [...listProperties(type.prototype as object)];
  const isRequired = (presence: string | undefined) => presence === undefined || presence === 'null';
  const required = properties.filter(([, { presence }]) => isRequired(presence)).map(([name]) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(
      properties.map(([name, { schema = {}, presence }]) => [
        name,
        presence === 'nullable' || presence === 'null' ? { anyOf: [schema, { type: 'null' }] } : schema,
      ]),
    ),
    ...(required.length > 0 && { required }),
  };
}
