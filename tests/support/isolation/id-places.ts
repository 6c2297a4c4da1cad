/** The part of JSON Schema that the OpenAPI document uses. */
export type Schema = {
  readonly $ref?: string;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly type?: string;
  readonly format?: string;
  readonly minimum?: number;
  readonly minItems?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
};

/** A place for an id in a schema. */
export type IdPlace = {
  /** The name of the nearest property. For an element of a list it is the name of the list. */
  readonly name: string;
  readonly path: string;
  /**
   * Returns the smallest valid value with `id` in this place, and with `other` wherever another id is
   * required.
   */
  readonly fill: (id: string, other: string) => unknown;
};

type Resolve = (schema: Schema) => Schema;

/** Returns every place of a schema that can contain an id. */
export function idPlaces(schema: Schema, resolve: Resolve, name = '', path = ''): IdPlace[] {
  const known = resolve(schema);
  const choices = known.anyOf ?? known.oneOf;
  if (choices !== undefined) return choices.flatMap((choice) => idPlaces(choice, resolve, name, path));
  if (known.format === 'uuid') return [{ name, path, fill: (id) => id }];
  if (known.items !== undefined)
    return idPlaces(known.items, resolve, name, `${path}[]`).map((place) => ({
      ...place,
      fill: (id, other) => [place.fill(id, other)],
    }));
  return Object.entries(known.properties ?? {}).flatMap(([property, inner]) =>
    idPlaces(inner, resolve, property, `${path}.${property}`).map((place) => ({
      ...place,
      fill: (id: string, other: string) => ({
        ...(smallest(known, resolve, other) as object),
        [property]: place.fill(id, other),
      }),
    })),
  );
}

/** Returns the smallest value that the schema allows. */
function smallest(schema: Schema, resolve: Resolve, id: string): unknown {
  const known = resolve(schema);
  const [choice] = known.anyOf ?? known.oneOf ?? [];
  if (choice !== undefined) return smallest(choice, resolve, id);
  if (known.const !== undefined) return known.const;
  if (known.enum !== undefined) return known.enum[0];
  if (known.format === 'uuid') return id;
  if (known.items !== undefined)
    return Array.from({ length: known.minItems ?? 0 }, () => smallest(known.items!, resolve, id));
  if (known.properties !== undefined)
    return Object.fromEntries(
      (known.required ?? []).map((name) => [name, smallest(known.properties?.[name] ?? {}, resolve, id)]),
    );
  return known.type === 'integer' ? (known.minimum ?? 1) : 'x';
}
