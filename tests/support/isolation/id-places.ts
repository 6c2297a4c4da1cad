/** As much of JSON Schema as the document uses. */
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

/** A place for an id: what it is called, where it is, and the value with an id in that place. */
export type IdPlace = {
  /** Of the nearest property, without what makes a list of it. */
  readonly name: string;
  readonly path: string;
  /** `id` stands there, and `other` wherever else an id is needed. */
  readonly fill: (id: string, other: string) => unknown;
};

type Resolve = (schema: Schema) => Schema;

/** Every place of a schema in which an id can stand, each in the smallest value that has it. */
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

/** A value that the schema allows, with no more in it than it asks for. */
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
