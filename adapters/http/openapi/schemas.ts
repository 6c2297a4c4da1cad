import type { ValidationMetadata } from 'class-validator/types/metadata/ValidationMetadata.js';
import { getMetadataStorage } from 'class-validator';
import { targetConstructorToSchema } from 'class-validator-jsonschema';
import { isNullable } from '../dto/decorators/presence.js';
import type { InputClass } from '../input.js';

export type JsonSchema = { [keyword: string]: unknown };

/** The JSON Schema of an input class: what its decorators say, null allowed where they allow it. */
export function inputSchema(type: InputClass<object>): JsonSchema {
  const schema = targetConstructorToSchema(type, {
    classValidatorMetadataStorage: getMetadataStorage(),
    additionalConverters: { nestedValidation: () => ({}) },
    skipMissingProperties: false,
  }) as JsonSchema & { properties?: Record<string, JsonSchema> };
  const properties = Object.entries(schema.properties ?? {}).map(([name, property]) => [
    name,
    isNullable(type.prototype as object, name) ? { anyOf: [property, { type: 'null' }] } : property,
  ]);
  const required = requiredProperties(type);
  return {
    type: 'object',
    properties: Object.fromEntries(properties) as unknown,
    ...(required.length > 0 && { required }),
  };
}

/** The property is required unless a condition (`@Absent`, `@Nullable`) stands before its rules. */
function requiredProperties(type: InputClass<object>): string[] {
  const metadata: ValidationMetadata[] = getMetadataStorage().getTargetValidationMetadatas(
    type,
    '',
    false,
    false,
  );
  const conditional = new Set(
    metadata
      .filter(({ type: kind }) => kind === 'conditionalValidation')
      .map(({ propertyName }) => propertyName),
  );
  return [...new Set(metadata.map(({ propertyName }) => propertyName))].filter(
    (name) => !conditional.has(name),
  );
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
