import { describe, expect, test } from '@jest/globals';
import { breakingChanges } from '../support/openapi/breaking-changes.js';
import type { Document, Schema } from '../support/openapi/document.js';

const PATH = '/v1/tasks';

type Parts = {
  body?: Record<string, unknown>;
  answer?: Record<string, unknown>;
  operation?: Record<string, unknown>;
  schemas?: Record<string, Schema>;
};

const object = (properties: Record<string, unknown>, required: string[] = []) => ({
  type: 'object',
  properties,
  required,
});

/** Returns a document with one operation. Parts that are not given have the same value in every document. */
function aDocument({ body = TEXT, answer = TEXT, operation = {}, schemas = {} }: Parts = {}): Document {
  const json = (schema: unknown) => ({ content: { 'application/json': { schema } } });
  const whole = {
    operationId: 'createTask',
    security: [{ bearer: [] }],
    parameters: [QUERY],
    requestBody: { required: true, ...json(body) },
    responses: { 201: { ...json(answer), headers: { ETag: {} } }, 409: {} },
    ...operation,
  };
  return { paths: { [PATH]: { post: whole } }, components: { schemas } } as unknown as Document;
}

const TEXT = { type: 'string', maxLength: 10 };
const QUERY = { name: 'limit', in: 'query', required: false, schema: { type: 'integer', maximum: 500 } };
const tagged = (kind: string) => object({ kind: { type: 'string', const: kind } }, ['kind']);

const REFERENCE = { $ref: '#/components/responses/Created' };

test('a response that refers to a shared one is compared with what it refers to', () => {
  const own = aDocument();
  const shared = aDocument();
  const { responses } = shared.paths[PATH]!['post']!;
  const moved = {
    ...shared,
    paths: {
      [PATH]: { post: { ...shared.paths[PATH]!['post']!, responses: { ...responses, 201: REFERENCE } } },
    },
    components: { ...shared.components, responses: { Created: responses['201'] } },
  } as unknown as Document;
  expect(breakingChanges(own, moved)).toEqual([]);
  expect(breakingChanges(moved, own)).toEqual([]);
  const emptied = { ...moved, components: { responses: { Created: {} } } };
  expect(breakingChanges(own, emptied)).not.toEqual([]);
});

describe('of operations', () => {
  const open = { operation: { security: [] } };
  const bodyless = { operation: { requestBody: undefined } };
  const optional = { operation: { requestBody: { content: {} } } };
  const emptied = { operation: { requestBody: { required: true, content: {} } } };
  const parameters = (...list: object[]) => ({ operation: { parameters: list } });
  const responses = (list: object) => ({ operation: { responses: list } });

  test.each<[string, Parts, Parts, string[]]>([
    [
      'another name',
      {},
      { operation: { operationId: 'addTask' } },
      [': operationId was createTask, is addTask'],
    ],
    ['signing in', open, {}, [': asks for signing in now']],
    ['a parameter less', {}, parameters(), [' query parameter limit: is gone']],
    [
      'it is in another place',
      {},
      parameters({ ...QUERY, in: 'header' }),
      [' query parameter limit: is gone'],
    ],
    [
      'it is needed',
      {},
      parameters({ ...QUERY, required: true }),
      [' query parameter limit: is required now'],
    ],
    [
      'a new one is needed',
      parameters(),
      parameters({ ...QUERY, required: true }),
      [' query parameter limit: is new and required'],
    ],
    [
      'it takes less',
      {},
      parameters({ ...QUERY, schema: { type: 'integer', maximum: 50 } }),
      [' query parameter limit: maximum was 500, is 50'],
    ],
    ['a body is needed', bodyless, {}, [' body: is required now']],
    ['the body is needed', optional, {}, [' body: is required now']],
    ['no body is taken', {}, bodyless, [' body: is gone']],
    ['another kind of body', {}, emptied, [' body: application/json is gone']],
    ['a status less', responses({ 204: {}, 404: {} }), responses({ 204: {} }), [' 404: is gone']],
    [
      'a header less',
      responses({ 204: { headers: { ETag: {} } } }),
      responses({ 204: {} }),
      [' 204 header ETag: is gone'],
    ],
  ])('%s breaks', (_, before, after, places) => {
    expect(breakingChanges(aDocument(before), aDocument(after))).toEqual(
      places.map((place) => `POST ${PATH}${place}`),
    );
  });

  test('a path or a method less breaks', () => {
    const gone = [`POST ${PATH}: is gone`];
    expect(breakingChanges(aDocument(), { paths: {} })).toEqual(gone);
    expect(breakingChanges(aDocument(), { paths: { [PATH]: {} } })).toEqual(gone);
  });

  test.each<[string, Parts, Parts]>([
    ['a parameter that may be left out', parameters(), {}],
    ['a status more', responses({ 204: {} }), responses({ 204: {}, 404: {} })],
    ['nobody has to sign in', {}, open],
    ['a body that may be left out', bodyless, optional],
  ])('%s is an addition', (_, before, after) => {
    expect(breakingChanges(aDocument(before), aDocument(after))).toEqual([]);
  });
});

describe('of schemas', () => {
  const nullable = (schema: object) => ({ anyOf: [schema, { type: 'null' }] });
  const list = (items: object) => ({ type: 'array', items });
  const oneOf = (...values: string[]) => ({ type: 'string', enum: values });
  const wide = { type: 'string', maxLength: 20 };

  /**
   * Returns how a change affects clients that send the schema and clients that read it. null means not at all.
   */
  test.each<[string, object, object, string | null, string | null]>([
    ['another type', TEXT, { type: 'integer' }, ': was string, is integer', ': was string, is integer'],
    ['whole numbers only', { type: 'number' }, { type: 'integer' }, ': was number, is integer', null],
    ['all numbers', { type: 'integer' }, { type: 'number' }, null, ': was integer, is number'],
    ['any type', TEXT, {}, null, ': was string, is anything'],
    ['one type instead of any', {}, TEXT, ': was anything, is string', null],
    ['null too', TEXT, nullable(TEXT), null, ': may now be null'],
    ['null no more', nullable(TEXT), TEXT, ': no longer takes null', null],
    ['one value more', oneOf('A'), oneOf('A', 'B'), null, null],
    ['one value less', oneOf('A', 'B'), oneOf('A'), ': the value B is gone', ': the value B is gone'],
    ['a list of values', TEXT, { ...TEXT, enum: ['A'] }, ': takes only A now', null],
    ['any value', { ...TEXT, const: 'A' }, TEXT, null, ': may now be any string'],
    ['shorter', wide, TEXT, ': maxLength was 20, is 10', null],
    ['longer', TEXT, wide, null, null],
    ['a lower limit', {}, { minimum: 1 }, ': minimum was none, is 1', null],
    ['a format', TEXT, { ...TEXT, format: 'date' }, ': format was none, is "date"', null],
    ['a format less', { ...TEXT, format: 'date' }, TEXT, null, ': format was "date", is none'],
    [
      'another pattern',
      { ...TEXT, pattern: 'a' },
      { ...TEXT, pattern: 'b' },
      ': pattern was "a", is "b"',
      ': pattern was "a", is "b"',
    ],
    [
      'other elements',
      list(TEXT),
      list({ type: 'integer' }),
      '[]: was string, is integer',
      '[]: was string, is integer',
    ],
    ['a property less', object({ a: TEXT }), object({}), '.a: is gone', '.a: is gone'],
    ['a property more', object({}), object({ a: TEXT }), null, null],
    [
      'one more that is always there',
      object({}),
      object({ a: TEXT }, ['a']),
      '.a: is new and required',
      null,
    ],
    [
      'one that is always there',
      object({ a: TEXT }),
      object({ a: TEXT }, ['a']),
      '.a: is required now',
      null,
    ],
    [
      'one that may be absent',
      object({ a: TEXT }, ['a']),
      object({ a: TEXT }),
      null,
      '.a: may be absent now',
    ],
    [
      'deeper down',
      object({ a: list(object({ b: TEXT })) }),
      object({ a: list(object({})) }),
      '.a[].b: is gone',
      '.a[].b: is gone',
    ],
    [
      'other entries',
      { type: 'object', patternProperties: { x: TEXT } },
      { type: 'object', patternProperties: {} },
      '.*: is gone',
      '.*: is gone',
    ],
    [
      'closed',
      object({}),
      { ...object({}), additionalProperties: false },
      ': takes no further properties now',
      null,
    ],
    [
      'a form more',
      { anyOf: [tagged('A')] },
      { anyOf: [tagged('A'), tagged('B')] },
      null,
      ': may now be object with kind "B"',
    ],
    [
      'a form less',
      { anyOf: [tagged('A'), tagged('B')] },
      { anyOf: [tagged('A')] },
      ': no longer takes object with kind "B"',
      null,
    ],
  ])('%s', (_, before, after, request, answer) => {
    const changes = (side: 'body' | 'answer') =>
      breakingChanges(aDocument({ [side]: before }), aDocument({ [side]: after }));
    expect(changes('body')).toEqual(request === null ? [] : [`POST ${PATH} body${request}`]);
    expect(changes('answer')).toEqual(answer === null ? [] : [`POST ${PATH} 201${answer}`]);
  });

  test('references are followed, also where a schema contains itself', () => {
    const tree = (leaf: Schema) => ({
      schemas: { Tree: object({ leaf, branches: list({ $ref: '#/components/schemas/Tree' }) }) as Schema },
      answer: { $ref: '#/components/schemas/Tree' },
    });
    expect(breakingChanges(aDocument(tree(TEXT)), aDocument(tree({ type: 'integer' })))).toEqual([
      `POST ${PATH} 201.leaf: was string, is integer`,
    ]);
  });
});
