import {
  propertiesOf,
  type InputClass,
  type JsonSchema,
  type PropertyDescription,
} from '../schema/description.js';

/** The JSON Schema of an input class: what its decorators say, null allowed where they allow it. */
export function inputSchema(type: InputClass): JsonSchema & { properties: Record<string, JsonSchema> } {
  const properties = [...propertiesOf(type.prototype as object)];
  const required = properties.filter(([, { presence }]) => presence === undefined).map(([name]) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(properties.map(([name, property]) => [name, propertySchema(property)])),
    ...(required.length > 0 && { required }),
  };
}

function propertySchema({ schema = {}, presence }: PropertyDescription): JsonSchema {
  return presence === 'nullable' ? { anyOf: [schema, { type: 'null' }] } : schema;
}

/** Replaces each schema with a title by a reference, and collects it under that title. */
export function hoist(schema: unknown, components: Map<string, JsonSchema>): unknown {
  if (Array.isArray(schema)) return schema.map((element) => hoist(element, components));
  if (typeof schema !== 'object' || schema === null) return schema;
  const { title, ...rest } = schema as JsonSchema;
  const inner = Object.fromEntries(
    Object.entries(rest).map(([key, value]) => [key, hoist(value, components)]),
  );
  if (typeof title !== 'string')
    return title === undefined ? inner : { title: hoist(title, components), ...inner };
  components.set(title, inner);
  return { $ref: `#/components/schemas/${title}` };
}
