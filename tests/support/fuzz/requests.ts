import { fc, type Arbitrary } from '../property.js';
import { nastyText, Values, type Schema, type Schemas } from './values.js';

export type Operation = {
  readonly method: string;
  readonly path: string;
  readonly operationId: string;
  readonly parameters: readonly { name: string; in: string; schema: Schema }[];
  readonly body: Schema | null;
};

export type FuzzedRequest = {
  readonly operationId: string;
  readonly method: string;
  /** Path and query string. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  readonly as: 'member' | 'stranger' | 'nobody' | 'nonsense';
};

type Document = {
  paths: Record<string, Record<string, DocumentedOperation>>;
  components: { schemas: Schemas };
};
type DocumentedOperation = {
  operationId: string;
  parameters?: Operation['parameters'];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { content?: Record<string, unknown> }>;
};

/** Returns all operations of the document except streams, which do not end. */
export function operationsOf(document: object): Operation[] {
  return Object.entries((document as Document).paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, { responses }]) => !responses['200']?.content?.['text/event-stream'])
      .map(([method, { operationId, parameters = [], requestBody }]) => ({
        method: method.toUpperCase(),
        path,
        operationId,
        parameters,
        body: requestBody?.content['application/json']?.schema ?? null,
      })),
  );
}

/**
 * Returns random requests, equally many for each operation. Most are almost valid, because those get further
 * into the service than completely invalid ones.
 */
export function fuzzedRequests(
  document: object,
  ids: Readonly<Record<string, string>>,
): Arbitrary<FuzzedRequest> {
  const values = new Values((document as Document).components.schemas, ids);
  return fc.constantFrom(...operationsOf(document)).chain((operation) =>
    fc
      .record({
        target: target(operation, values),
        headers: headers(operation, values),
        body: operation.method === 'GET' ? fc.constant(null) : body(operation, values),
        as: fc.oneof(
          { weight: 12, arbitrary: fc.constant('member' as const) },
          {
            weight: 1,
            arbitrary: fc.constantFrom('stranger' as const, 'nobody' as const, 'nonsense' as const),
          },
        ),
      })
      .map((request) => ({ operationId: operation.operationId, method: operation.method, ...request })),
  );
}

/** Encodes a value for a request line. Lone surrogates are replaced, because they cannot be encoded. */
const encoded = (text: string) => encodeURIComponent(text.toWellFormed());

function target({ path, parameters }: Operation, values: Values): Arbitrary<string> {
  const inPath = Object.fromEntries(
    parameters.filter((one) => one.in === 'path').map(({ name }) => [name, values.named(name)]),
  );
  const query = parameters.filter((one) => one.in === 'query');
  const pairs = fc.array(
    query.length === 0
      ? fc.tuple(nastyText(), nastyText())
      : fc
          .constantFrom(...query)
          .chain(({ name, schema }) =>
            fc.tuple(fc.constantFrom(name, name, name, `${name}[]`), values.of(schema)),
          ),
    { maxLength: 3 },
  );
  return fc.record({ known: fc.record(inPath), pairs }).map(({ known, pairs: given }) => {
    const address = path.replaceAll(
      /\{(\w+)\}/g,
      (_match, name: string) => encoded(known[name] ?? 'x') || '%20',
    );
    const search = given.map(([name, value]) => `${encoded(name)}=${encoded(asText(value))}`).join('&');
    return search === '' ? address : `${address}?${search}`;
  });
}

const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

function headers({ parameters }: Operation, values: Values): Arbitrary<Record<string, string>> {
  const names = parameters.filter((one) => one.in === 'header' && one.name !== 'X-Requested-With');
  const known = Object.fromEntries(
    names.map(({ name, schema }) => [
      name.toLowerCase(),
      values.of(schema).map((value) => asText(value).replaceAll(/[^\x20-\x7e]/g, '')),
    ]),
  );
  return fc.record(
    {
      ...known,
      'x-requested-with': fc.constantFrom('app', 'app', 'app', 'app', 'app', 'app', 'app', 'App'),
      'content-type': fc.constantFrom(...Array.from({ length: 9 }, () => 'application/json'), 'text/plain'),
    },
    { requiredKeys: ['x-requested-with', 'content-type'] },
  );
}

function body({ body: schema }: Operation, values: Values): Arbitrary<string | null> {
  const json = (schema === null ? fc.constant({}) : values.of(schema)).map((value) => JSON.stringify(value));
  return fc.oneof(
    { weight: 14, arbitrary: json },
    {
      weight: 1,
      arbitrary: fc.constantFrom(null, '', '{', '[]', 'null', '"x"', '1', '{"a":1e999}', '\ufeff{}'),
    },
    { weight: 1, arbitrary: nastyText() },
  );
}
