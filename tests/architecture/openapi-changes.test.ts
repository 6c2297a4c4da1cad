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

test('a response that is a reference is compared like the response that it refers to', () => {
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

describe('changes of operations', () => {
  const open = { operation: { security: [] } };
  const bodyless = { operation: { requestBody: undefined } };
  const optional = { operation: { requestBody: { content: {} } } };
  const emptied = { operation: { requestBody: { required: true, content: {} } } };
  const parameters = (...list: object[]) => ({ operation: { parameters: list } });
  const responses = (list: object) => ({ operation: { responses: list } });

  test.each<[string, Parts, Parts, string[]]>([
    [
      'another operation id',
      {},
      { operation: { operationId: 'addTask' } },
      [': operationId was createTask, is addTask'],
    ],
    ['a required sign-in', open, {}, [': asks for signing in now']],
    ['a removed parameter', {}, parameters(), [' query parameter limit: is gone']],
    [
      'a parameter that moves from the query to a header',
      {},
      parameters({ ...QUERY, in: 'header' }),
      [' query parameter limit: is gone'],
    ],
    [
      'an optional parameter that becomes required',
      {},
      parameters({ ...QUERY, required: true }),
      [' query parameter limit: is required now'],
    ],
    [
      'a new required parameter',
      parameters(),
      parameters({ ...QUERY, required: true }),
      [' query parameter limit: is new and required'],
    ],
    [
      'a parameter with a lower maximum',
      {},
      parameters({ ...QUERY, schema: { type: 'integer', maximum: 50 } }),
      [' query parameter limit: maximum was 500, is 50'],
    ],
    ['a new required body', bodyless, {}, [' body: is required now']],
    ['an optional body that becomes required', optional, {}, [' body: is required now']],
    ['a removed body', {}, bodyless, [' body: is gone']],
    ['a removed media type of the body', {}, emptied, [' body: application/json is gone']],
    ['a removed status', responses({ 204: {}, 404: {} }), responses({ 204: {} }), [' 404: is gone']],
    [
      'a removed header',
      responses({ 204: { headers: { ETag: {} } } }),
      responses({ 204: {} }),
      [' 204 header ETag: is gone'],
    ],
  ])('%s is reported as breaking', (_, before, after, places) => {
    expect(breakingChanges(aDocument(before), aDocument(after))).toEqual(
      places.map((place) => `POST ${PATH}${place}`),
    );
  });

  test('a removed path or method is reported as breaking', () => {
    const gone = [`POST ${PATH}: is gone`];
    expect(breakingChanges(aDocument(), { paths: {} })).toEqual(gone);
    expect(breakingChanges(aDocument(), { paths: { [PATH]: {} } })).toEqual(gone);
  });

  test.each<[string, Parts, Parts]>([
    ['a new optional parameter', parameters(), {}],
    ['a new status', responses({ 204: {} }), responses({ 204: {}, 404: {} })],
    ['a sign-in that is no longer required', {}, open],
    ['a new optional body', bodyless, optional],
  ])('%s is not reported', (_, before, after) => {
    expect(breakingChanges(aDocument(before), aDocument(after))).toEqual([]);
  });
});

describe('a change of a schema', () => {
  const nullable = (schema: object) => ({ anyOf: [schema, { type: 'null' }] });
  const list = (items: object) => ({ type: 'array', items });
  const oneOf = (...values: string[]) => ({ type: 'string', enum: values });
  const wide = { type: 'string', maxLength: 20 };

  /**
   * Returns how a change affects clients that send the schema and clients that read it. null means not at all.
   */
  test.each<[string, object, object, string | null, string | null]>([
    ['a different type', TEXT, { type: 'integer' }, ': was string, is integer', ': was string, is integer'],
    ['numbers become integers', { type: 'number' }, { type: 'integer' }, ': was number, is integer', null],
    ['integers become numbers', { type: 'integer' }, { type: 'number' }, null, ': was integer, is number'],
    ['one type becomes any type', TEXT, {}, null, ': was string, is anything'],
    ['any type becomes one type', {}, TEXT, ': was anything, is string', null],
    ['null becomes allowed', TEXT, nullable(TEXT), null, ': may now be null'],
    ['null is no longer allowed', nullable(TEXT), TEXT, ': no longer takes null', null],
    ['a new allowed value', oneOf('A'), oneOf('A', 'B'), null, null],
    [
      'a removed allowed value',
      oneOf('A', 'B'),
      oneOf('A'),
      ': the value B is gone',
      ': the value B is gone',
    ],
    ['a new list of allowed values', TEXT, { ...TEXT, enum: ['A'] }, ': takes only A now', null],
    ['a constant becomes any value', { ...TEXT, const: 'A' }, TEXT, null, ': may now be any string'],
    ['a lower maximum length', wide, TEXT, ': maxLength was 20, is 10', null],
    ['a higher maximum length', TEXT, wide, null, null],
    ['a new minimum', {}, { minimum: 1 }, ': minimum was none, is 1', null],
    ['a new format', TEXT, { ...TEXT, format: 'date' }, ': format was none, is "date"', null],
    ['a removed format', { ...TEXT, format: 'date' }, TEXT, null, ': format was "date", is none'],
    [
      'a different pattern',
      { ...TEXT, pattern: 'a' },
      { ...TEXT, pattern: 'b' },
      ': pattern was "a", is "b"',
      ': pattern was "a", is "b"',
    ],
    [
      'a different type of list elements',
      list(TEXT),
      list({ type: 'integer' }),
      '[]: was string, is integer',
      '[]: was string, is integer',
    ],
    ['a removed property', object({ a: TEXT }), object({}), '.a: is gone', '.a: is gone'],
    ['a new optional property', object({}), object({ a: TEXT }), null, null],
    ['a new required property', object({}), object({ a: TEXT }, ['a']), '.a: is new and required', null],
    [
      'an optional property that becomes required',
      object({ a: TEXT }),
      object({ a: TEXT }, ['a']),
      '.a: is required now',
      null,
    ],
    [
      'a required property that becomes optional',
      object({ a: TEXT }, ['a']),
      object({ a: TEXT }),
      null,
      '.a: may be absent now',
    ],
    [
      'a removed property of a nested object',
      object({ a: list(object({ b: TEXT })) }),
      object({ a: list(object({})) }),
      '.a[].b: is gone',
      '.a[].b: is gone',
    ],
    [
      'removed entries of a map',
      { type: 'object', patternProperties: { x: TEXT } },
      { type: 'object', patternProperties: {} },
      '.*: is gone',
      '.*: is gone',
    ],
    [
      'additional properties are no longer allowed',
      object({}),
      { ...object({}), additionalProperties: false },
      ': takes no further properties now',
      null,
    ],
    [
      'a new alternative',
      { anyOf: [tagged('A')] },
      { anyOf: [tagged('A'), tagged('B')] },
      null,
      ': may now be object with kind "B"',
    ],
    [
      'a removed alternative',
      { anyOf: [tagged('A'), tagged('B')] },
      { anyOf: [tagged('A')] },
      ': no longer takes object with kind "B"',
      null,
    ],
  ])('is reported if it breaks requests or answers: %s', (_, before, after, request, answer) => {
    const changes = (side: 'body' | 'answer') =>
      breakingChanges(aDocument({ [side]: before }), aDocument({ [side]: after }));
    expect(changes('body')).toEqual(request === null ? [] : [`POST ${PATH} body${request}`]);
    expect(changes('answer')).toEqual(answer === null ? [] : [`POST ${PATH} 201${answer}`]);
  });

  test('is also reported in schemas that are referenced with $ref, even if such a schema contains itself', () => {
    const tree = (leaf: Schema) => ({
      schemas: { Tree: object({ leaf, branches: list({ $ref: '#/components/schemas/Tree' }) }) as Schema },
      answer: { $ref: '#/components/schemas/Tree' },
    });
    expect(breakingChanges(aDocument(tree(TEXT)), aDocument(tree({ type: 'integer' })))).toEqual([
      `POST ${PATH} 201.leaf: was string, is integer`,
    ]);
  });
});
