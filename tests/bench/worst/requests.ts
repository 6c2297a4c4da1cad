/** A request that costs as much as the limits of its operation allow. */
export type WorstRequest = {
  readonly operationId: string;
  readonly kind: string;
  readonly method: string;
  /** The path with its parameters in braces, as in the OpenAPI document. */
  readonly path: string;
  readonly query: string;
  /** The content type of the body. */
  readonly contentType: string;
  /**
   * Creates the body. It is created only when it is sent, because all bodies together would fill the memory.
   */
  readonly body: (() => string) | null;
};

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'multipart/form-data';
const BOUNDARY = 'worst';

type Schema = {
  readonly $ref?: string;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: string;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
};
type Operation = {
  readonly operationId: string;
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly responses: Readonly<Record<string, { readonly content?: object }>>;
};
type Document = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
};

/** The maximum sizes of a body and of a query, with some room for what surrounds them. */
const BODY_BYTES = 255_000;
const QUERY_BYTES = 14_000;
const DEEPEST = 6;
/**
 * Two combining marks in the wrong canonical order, which Unicode normalisation has to sort. A run of equal
 * marks is always in order.
 */
const MARK = '\u0301\u0323';
const MARKS_IN_A_ROW = 30;

/**
 * Returns the most expensive requests for every operation of an OpenAPI document, except streams, which do
 * not end.
 */
export function worstRequests(document: object): WorstRequest[] {
  const { paths, components } = document as Document;
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, { responses }]) => !('text/event-stream' in (responses['200']?.content ?? {})))
      .flatMap(([method, operation]) => {
        const request = {
          operationId: operation.operationId,
          method: method.toUpperCase(),
          path,
          contentType: JSON_TYPE,
        };
        const queries = worstQueries(operation).map((one) => ({ ...request, ...one, body: null }));
        const { [JSON_TYPE]: json, [FORM_TYPE]: form } = operation.requestBody?.content ?? {};
        const bodies = json === undefined ? [] : bodiesOfAlternatives(json.schema, components.schemas);
        const contentType = `${FORM_TYPE}; boundary=${BOUNDARY}`;
        const files = form === undefined ? [] : filesOfWorstNames().map((one) => ({ ...one, contentType }));
        return [...queries, ...[...bodies, ...files].map((one) => ({ ...request, ...one, query: '' }))];
      }),
  );
}

function worstQueries({ parameters = [] }: Operation): { kind: string; query: string }[] {
  const names = parameters.filter((one) => one.in === 'query').map(({ name }) => name);
  const many = Array.from({ length: 2_500 }, (_, i) => `${i.toString(36)}[`).join('&');
  const marks = encodeURIComponent(MARK).repeat(QUERY_BYTES / encodeURIComponent(MARK).length);
  return [
    { kind: 'query names', query: many.slice(0, QUERY_BYTES) },
    ...names.map((name) => ({ kind: `marks in ${name}`, query: `${name}=a${marks}` })),
  ];
}

type Body = { readonly kind: string; readonly body: () => string };

/** The maximum size of a file name in a multipart header. The end of a longer header would be cut off. */
const NAME_BYTES = 15_500;

/** Returns multipart bodies with file names of characters that the service searches for in names. */
function filesOfWorstNames(): Body[] {
  const signs = { marks: MARK, dots: '.', 'dots and spaces': '. ', separators: '/', 'white space': ' \t' };
  return Object.entries(signs).map(([name, sign]) => ({
    kind: `${name} in the name of a file`,
    body: () => {
      const given = `x${sign.repeat(NAME_BYTES / Buffer.byteLength(sign))}x.txt`;
      const head = `Content-Disposition: form-data; name="file"; filename="${given}"\r\nContent-Type: text/plain`;
      return `--${BOUNDARY}\r\n${head}\r\n\r\ntext\r\n--${BOUNDARY}--\r\n`;
    },
  }));
}

/**
 * Returns bodies for every alternative of a schema, such as each type of a command or each form of a rule.
 */
function bodiesOfAlternatives(root: Schema, schemas: Document['components']['schemas']): Body[] {
  const count = countAlternatives(root, schemas, 0);
  return Array.from({ length: count }, (_, alternative) =>
    worstBodies(root, schemas, alternative).map(({ kind, body }) => ({
      kind: count === 1 ? kind : `${kind}, alternative ${alternative + 1} of ${count}`,
      body,
    })),
  ).flat();
}

function worstBodies(root: Schema, schemas: Document['components']['schemas'], alternative: number): Body[] {
  const build = (choices: Omit<Choices, 'alternative'>) =>
    JSON.stringify(valueOf(root, schemas, { ...choices, alternative }, 0));
  let texts = 0;
  const valid = build({ text: (max) => ((texts += 1), letters(Math.min(max, 100))) });
  const share = Math.floor((BODY_BYTES - valid.length) / Math.max(1, texts) / Buffer.byteLength(MARK));
  const inside = (text: string) => `${valid.slice(0, -1)}${valid === '{}' ? '' : ','}"unknown":${text}}`;
  return [
    { kind: 'marks', body: () => build({ text: () => `a${MARK.repeat(Math.max(1, share))}` }) },
    {
      kind: 'longest texts',
      body: () => upToLimit((size) => build({ text: (max) => letters(Math.min(max, size)) })),
    },
    {
      kind: 'fullest lists',
      body: () => upToLimit((size) => build({ list: (max, one) => Array(Math.min(max, size)).fill(one) })),
    },
    { kind: 'endless lists', body: () => upToLimit((size) => build({ list: () => Array(size).fill(0) })) },
    { kind: 'endless objects', body: () => upToLimit((size) => build({ list: () => Array(size).fill({}) })) },
    {
      kind: 'unknown fields',
      body: () =>
        `${valid.slice(0, -1)}${valid === '{}' ? '' : ','}${manyFields(BODY_BYTES - valid.length)}}`,
    },
    {
      kind: 'unknown fields inside',
      body: () => upToLimit((size) => build({ others: unknownFields(size) })),
    },
    { kind: 'nesting', body: () => inside(`${'['.repeat(490)}${']'.repeat(490)}`) },
    { kind: 'endless nesting', body: () => inside(`${'{"a":['.repeat(25_000)}${']}'.repeat(25_000)}`) },
  ];
}

/** Returns as many fields as fit into so many bytes, as the inside of a JSON object. */
const manyFields = (bytes: number): string => {
  const cut = MANY_FIELDS.slice(0, bytes - 2);
  return cut.slice(0, cut.lastIndexOf(','));
};
const MANY_FIELDS = Array.from({ length: BODY_BYTES / 8 }, (_, i) => `"f${i}":0`).join();

/**
 * Returns an object with so many unknown fields. Objects are cached, because every operation uses the same
 * ones.
 */
const unknownFields = (size: number): object => {
  let fields = FIELDS.get(size);
  if (fields === undefined)
    FIELDS.set(size, (fields = Object.fromEntries(Array.from({ length: size }, (_, i) => [`f${i}`, 0]))));
  return fields;
};
const FIELDS = new Map<number, object>();

/** Calls `make` with growing sizes. Returns the largest result that is within the limit of a body. */
function upToLimit(make: (size: number) => string): string {
  let body = make(1);
  for (let size = 2; size <= 200_000; size = Math.ceil(size * 1.5)) {
    const larger = make(size);
    if (larger === body || Buffer.byteLength(larger) > BODY_BYTES) break;
    body = larger;
  }
  return body;
}

/** Returns a text in which each letter has as many combining marks as the service allows. */
const letters = (length: number) =>
  `a${MARK.repeat(MARKS_IN_A_ROW / MARK.length)}`
    .repeat(Math.ceil(length / (MARKS_IN_A_ROW + 1)))
    .slice(0, length);

type Choices = {
  /** The index of the alternative. If there are fewer alternatives, the last one is used. */
  readonly alternative: number;
  readonly text?: (max: number) => string;
  readonly list?: (max: number, element: unknown) => readonly unknown[];
  /** Added to the known fields of each nested object. */
  readonly others?: object;
};

const resolved = (schema: Schema, schemas: Document['components']['schemas']): Schema =>
  schema.$ref === undefined ? schema : (schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {});

/** Returns the alternatives of a schema without null, which costs nothing. */
const alternatives = ({ anyOf, oneOf }: Schema): readonly Schema[] =>
  (anyOf ?? oneOf ?? []).filter(({ type }) => type !== 'null');

/**
 * Returns the number of alternatives at the place that has the most. With so many bodies, every alternative
 * of every place is used once.
 */
function countAlternatives(
  schema: Schema,
  schemas: Document['components']['schemas'],
  depth: number,
): number {
  if (depth >= DEEPEST * 2) return 1;
  const { items = {}, properties = {}, ...rest } = resolved(schema, schemas);
  const inner = [...alternatives(rest), items, ...Object.values(properties)];
  const counts = inner.map((one) =>
    Object.keys(one).length === 0 ? 1 : countAlternatives(one, schemas, depth + 1),
  );
  return Math.max(1, alternatives(rest).length, ...counts);
}

function valueOf(
  schema: Schema,
  schemas: Document['components']['schemas'],
  choices: Choices,
  depth: number,
): unknown {
  const { $ref, type, format, maxLength = 1_000, maxItems = 50, items = {}, properties = {} } = schema;
  if ($ref !== undefined) return valueOf(resolved(schema, schemas), schemas, choices, depth);
  const among = alternatives(schema);
  if (among.length > 0)
    return valueOf(among[Math.min(choices.alternative, among.length - 1)] ?? {}, schemas, choices, depth);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  if (type === 'string') return textOf(format, maxLength, choices);
  if (type === 'integer' || type === 'number') return 1;
  if (type === 'boolean') return true;
  if (depth >= DEEPEST) return {};
  const { list = (_max: number, element: unknown) => [element] } = choices;
  if (type === 'array') return list(maxItems, valueOf(items, schemas, choices, depth + 1));
  const fields = Object.entries(properties).map(
    ([name, inner]) => [name, valueOf(inner, schemas, choices, depth + 1)] as const,
  );
  return { ...(depth > 0 && choices.others), ...Object.fromEntries(fields) };
}

function textOf(format: string | undefined, maxLength: number, { text = () => 'x' }: Choices): string {
  switch (format) {
    case 'uuid':
      return '01900000-0000-7000-8000-000000000001';
    case 'date':
      return '2026-12-01';
    case 'date-time':
      return '2026-12-01T12:00:00Z';
    default:
      return text(maxLength);
  }
}
