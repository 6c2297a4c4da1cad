/** The parts of an OpenAPI 3.1 document that the comparison reads. */
export type Document = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components?: {
    readonly schemas?: Readonly<Record<string, Schema>>;
    readonly responses?: Readonly<Record<string, Response>>;
  };
};

/** Returns the document with references to shared responses replaced by the responses. */
export function withOwnResponses(document: Document): Document {
  const own = (response: Response | Reference): Response => {
    if (!('$ref' in response)) return response;
    const name = response.$ref.replace('#/components/responses/', '');
    const shared = document.components?.responses?.[name];
    if (shared === undefined) throw new Error(`The document has no ${response.$ref}`);
    return shared;
  };
  const mapValues = <From, To>(record: Readonly<Record<string, From>>, change: (value: From) => To) =>
    Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));
  return {
    ...document,
    paths: mapValues(document.paths, (operations) =>
      mapValues(operations, (operation) => ({
        ...operation,
        responses: mapValues(operation.responses, own),
      })),
    ),
  };
}

type Reference = { readonly $ref: string };

export type Operation = {
  readonly operationId?: string;
  readonly security?: readonly object[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, Response>>;
};

export type Parameter = {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: Schema;
};

export type Response = {
  readonly description?: string;
  readonly content?: Content;
  readonly headers?: Readonly<Record<string, unknown>>;
};

export type Content = Readonly<Record<string, { readonly schema: Schema }>>;

/**
 * The keywords of JSON Schema that the document uses. A keyword that is missing here would not be compared.
 */
export type Schema = {
  readonly $ref?: string;
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly not?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly format?: string;
  readonly pattern?: string;
  readonly contentMediaType?: string;
  readonly minLength?: number;
  readonly minItems?: number;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly maximum?: number;
  readonly title?: string;
  readonly description?: string;
  readonly examples?: readonly unknown[];
  readonly default?: unknown;
  readonly discriminator?: unknown;
};

export const COMPARED_KEYWORDS = [
  '$ref',
  'type',
  'enum',
  'const',
  'not',
  'anyOf',
  'oneOf',
  'properties',
  'patternProperties',
  'additionalProperties',
  'required',
  'items',
  'format',
  'pattern',
  'contentMediaType',
  'minLength',
  'minItems',
  'minimum',
  'exclusiveMinimum',
  'maxLength',
  'maxItems',
  'maximum',
] as const satisfies readonly (keyof Schema)[];

/** Keywords that help readers and generators, and do not change which values are allowed. */
export const NOTES = [
  'title',
  'description',
  'examples',
  'default',
  'discriminator',
] as const satisfies readonly (keyof Schema)[];
