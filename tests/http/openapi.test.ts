import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { openApiDocument } from '../../adapters/http/openapi/document.js';
import type { Route } from '../../adapters/http/route.js';
import { Name } from '../../adapters/validation/text.js';
import { startDemo } from '../support/demo-calendars.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startDemo();
});
afterAll(() => service.close());

describe('the OpenAPI document', () => {
  test('passes the linter', async () => {
    const { text } = await service.api.get('/openapi.json');
    const config = await createConfig({ extends: ['recommended-strict'] });
    const problems = await lintFromString({ source: text, config });
    expect(
      problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`),
    ).toEqual([]);
  });

  describe('each operation of the document', () => {
    type Media = { readonly schema: object; readonly examples?: object };
    type Operation = {
      readonly operationId: string;
      readonly summary: string;
      readonly description: string;
      readonly parameters: readonly { readonly name: string; readonly description?: string }[];
      readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
      readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, Media>> }>>;
    };
    let operations: readonly Operation[];
    beforeAll(async () => {
      const { body } = await service.api.get('/openapi.json');
      operations = Object.values(body.paths as Record<string, Record<string, Operation>>).flatMap((methods) =>
        Object.values(methods),
      );
    });

    test('has a summary without a full stop, and a description that ends with one', () => {
      const wrong = operations.filter(
        ({ summary, description }) => !/^[A-Z].*[^.]$/.test(summary) || !/^[A-Z][^]*\.$/.test(description),
      );
      expect(wrong.map(({ operationId }) => operationId)).toEqual([]);
    });

    test('has a description of every parameter', () => {
      const wrong = operations.flatMap(({ operationId, parameters }) =>
        parameters.flatMap(({ name, description = '' }) =>
          description.endsWith('.') ? [] : [`${operationId} ${name}`],
        ),
      );
      expect(wrong).toEqual([]);
    });

    test('has an example of each body of JSON or text', () => {
      const withoutExample = operations.flatMap(({ operationId, requestBody, responses }) =>
        [requestBody, ...Object.values(responses)].flatMap((part) =>
          Object.entries(part?.content ?? {}).flatMap(([type, { examples }]) =>
            examples === undefined && /^(application\/json|text\/(html|event-stream|calendar))$/.test(type)
              ? [`${operationId} ${type}`]
              : [],
          ),
        ),
      );
      expect(withoutExample).toEqual([]);
    });
  });

  test('cannot be created from two input classes with the same name, because it can describe only one of them', async () => {
    const named = (rule: PropertyDecorator) => {
      class TwiceInput {
        declare name: string;
      }
      rule(TwiceInput.prototype, 'name');
      return TwiceInput;
    };
    const [first, second] = [named(Name({ max: 10 })), named(Name({ max: 20 }))];
    const { body } = await service.api.get('/openapi.json');
    expect(body.components.schemas).not.toHaveProperty('TwiceInput');
    const row = (operationId: 'login' | 'logout', input: typeof first): Route => ({
      ...{
        method: 'post',
        path: `/v1/${operationId}`,
        operationId,
        tag: 'Test',
        summary: 'Test',
        description: 'Test',
      },
      ...{ access: 'none', body: input, responses: [], handle: () => Promise.resolve(undefined) },
    });
    const document = (...rows: Route[]) =>
      openApiDocument(rows, { version: '1', baseUrl: 'http://localhost' });
    expect(() => document(row('login', first), row('logout', first))).not.toThrow();
    expect(() => document(row('login', first), row('logout', second))).toThrow(/named TwiceInput/);
  });

  test('has one operation for each row of the route table, and no others', async () => {
    const { body } = await service.api.get('/openapi.json');
    const documented = Object.entries(body.paths).flatMap(([path, operations]) =>
      Object.keys(operations as object).map((method) => `${method} ${path}`),
    );
    expect(documented.sort()).toEqual(service.routes.map(({ method, path }) => `${method} ${path}`).sort());
    expect(body.openapi).toBe('3.1.0');
  });

  test('shows which fields of CreateTaskInput are required or may be null, and their limits', async () => {
    const { CreateTaskInput } = (await service.api.get('/openapi.json')).body.components.schemas;
    expect(CreateTaskInput.required).toEqual(['title']);
    expect(CreateTaskInput.properties.title).toEqual({ type: 'string', minLength: 1, maxLength: 200 });
    expect(CreateTaskInput.properties.date).toEqual({
      description: expect.any(String),
      anyOf: [{ type: 'string', format: 'date' }, { type: 'null' }],
    });
    expect(CreateTaskInput.properties.priority.enum).toEqual(['URGENT', 'HIGH', 'NORMAL', 'LOW']);
  });

  type Schema = Readonly<Record<string, any>>;

  describe('documents a limit', () => {
    let document: Schema;
    beforeAll(async () => {
      document = (await service.api.get('/openapi.json')).body as Schema;
    });

    const resolve = (schema: Schema): Schema =>
      schema['$ref'] === undefined
        ? schema
        : resolve(document['components'].schemas[schema['$ref'].split('/').at(-1)]);
    const operations = () =>
      Object.values(document['paths'] as Schema).flatMap((ways) =>
        Object.entries(ways as Schema).map(([method, operation]): Schema => ({ method, ...operation })),
      );

    /** Returns the places of texts and lists in the schema that have no limit. */
    function endless(given: Schema, place: string): string[] {
      const schema = resolve(given);
      const types = [schema['type']].flat();
      const branches = [...(schema['anyOf'] ?? []), ...(schema['oneOf'] ?? []), ...(schema['allOf'] ?? [])];
      const isEndless =
        (types.includes('array') && schema['maxItems'] === undefined) ||
        (types.includes('string') &&
          !['maxLength', 'enum', 'const', 'format', 'pattern'].some((bound) => bound in schema));
      return [
        ...(isEndless ? [place] : []),
        ...branches.flatMap((branch) => endless(branch as Schema, place)),
        ...(schema['items'] === undefined ? [] : endless(schema['items'] as Schema, `${place}[]`)),
        ...Object.entries((schema['properties'] ?? {}) as Schema).flatMap(([name, inner]) =>
          endless(inner as Schema, `${place}.${name}`),
        ),
      ];
    }

    /** Places without a limit in the document, with what limits them instead. */
    const BOUNDED_OTHERWISE: readonly RegExp[] = [
      // The parsers of rules and rotations in the domain limit them and have their own tests.
      /\.recurrence\b/,
      // Only known values are accepted.
      /\.(timeZone|locale|keys\[\])$/,
      // They are part of the address, so the limit of request headers applies.
      /^finish(GoogleSignIn|CalendarConnect) \?(code|state|error)$/,
      // The form is read as a stream and cut off at its limit.
      /^addAttachment \.file$/,
    ];

    test('of every text and every list that a client sends, except a few that are limited by other means than the schema', () => {
      const places = operations().flatMap(({ operationId, parameters = [], requestBody }) => [
        ...(parameters as Schema[])
          .filter(({ in: where }) => where === 'query')
          .flatMap(({ name, schema }) => endless(schema as Schema, `${operationId} ?${name}`)),
        ...Object.values((requestBody?.content ?? {}) as Schema).flatMap(({ schema }) =>
          endless(schema as Schema, `${operationId} `),
        ),
      ]);
      expect(places.filter((place) => !BOUNDED_OTHERWISE.some((known) => known.test(place)))).toEqual([]);
    });

    /** Operations whose lists have no pages, with what limits the lists. */
    const WITHOUT_PAGES: Readonly<Record<string, string>> = {
      me: 'a hundred households',
      exportMe: 'all there is, made in pieces',
      getHousehold: 'fifty members, and those who have left',
      getOccurrence: 'limits of one occurrence',
      getSeries: 'limits of one series',
      getTemplate: 'limits of one template',
      listDemoEvents: 'the demo calendars, which are not served in production',
      listAvailableCalendars: 'a Google account’s calendars',
      showBalance: 'fifty members, and those who have left',
      suggestMembers: 'fifty members',
      showStatistics: 'fifty members, 500 categories, and the days of a year',
      listShoppingSections: 'sixty sections',
      listStaples: 'twenty that are due',
      listDisplays: 'ten displays and ten passes',
      listPauses: 'twenty; those that are over go when another is made',
      listDayCalendars: 'ten calendars, of each at most 2,000 entries',
      listShoppingLists: 'ten lists of sixty sections',
      suggestShoppingItems: 'a few suggestions',
      listStarters: 'the service’s own',
    };

    test('of every list in an answer: the list has pages, or this test names the limit of its rows', () => {
      const listing = operations().filter(({ method, responses }) => {
        if (method !== 'get') return false;
        const schema = resolve((responses as Schema)['200']?.content?.['application/json']?.schema ?? {});
        const fields = [schema, ...Object.values((schema['properties'] ?? {}) as Schema)];
        return fields.some((field) => resolve(field as Schema)['type'] === 'array');
      });
      const unpaged = listing.filter(
        ({ parameters = [] }) => !(parameters as Schema[]).some(({ name }) => name === 'limit'),
      );
      expect(unpaged.map(({ operationId }) => operationId).sort()).toEqual(Object.keys(WITHOUT_PAGES).sort());
    });
  });
});

describe('the interactive reference', () => {
  test('is served from local files outside production', async () => {
    const page = await service.api.get('/docs/');
    expect(page.status).toBe(200);
    expect(page.type).toBe('text/html');
    expect(page.text).not.toMatch(/(src|href)="(https?:)?\/\//);
    for (const file of ['swagger-ui-init.js', 'swagger-ui-bundle.js', 'swagger-ui.css'])
      expect((await service.api.get(`/docs/${file}`)).status).toBe(200);
  });

  test('does not exist in production, where the document still exists', async () => {
    const production = await startService({ production: true });
    expect((await production.api.get('/docs/')).status).toBe(404);
    const document = await production.api.get('/openapi.json');
    expect(document.status).toBe(200);
    expect(document.headers['strict-transport-security']).toEqual(expect.any(String));
    await production.close();
  });
});
