import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { startDemo } from '../support/demo-calendars.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startDemo();
});
afterAll(() => service.close());

test('a linter finds nothing wrong with the document', async () => {
  const { text } = await service.api.get('/openapi.json');
  const config = await createConfig({ extends: ['recommended-strict'], rules: RULES });
  const problems = (await lintFromString({ source: text, config })).filter(
    ({ ruleId, location }) => ruleId !== 'operation-2xx-response' || !isRedirect(location[0]?.pointer),
  );
  expect(
    problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`),
  ).toEqual([]);
});

/** Where a browser is sent on: there is no other success. */
const isRedirect = (pointer = '') => /google~1(start|connect|callback)\/get/.test(pointer);

/** Off: a development document names localhost. */
const RULES = { 'no-server-example.com': 'off' } as const;

test('each row of the route table is one operation of the document, and the reverse', async () => {
  const { body } = await service.api.get('/openapi.json');
  const documented = Object.entries(body.paths).flatMap(([path, operations]) =>
    Object.keys(operations as object).map((method) => `${method} ${path}`),
  );
  expect(documented.sort()).toEqual(service.routes.map(({ method, path }) => `${method} ${path}`).sort());
  expect(body.openapi).toBe('3.1.0');
});

test('CreateTaskInput says what is required, what may be null and what the limits are', async () => {
  const { CreateTaskInput } = (await service.api.get('/openapi.json')).body.components.schemas;
  expect(CreateTaskInput.required).toEqual(['title']);
  expect(CreateTaskInput.properties.title).toEqual({ type: 'string', minLength: 1, maxLength: 200 });
  expect(CreateTaskInput.properties.date).toEqual({
    anyOf: [{ type: 'string', format: 'date' }, { type: 'null' }],
  });
  expect(CreateTaskInput.properties.priority.enum).toEqual(['URGENT', 'HIGH', 'NORMAL', 'LOW']);
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

  test('does not exist in production, the document does', async () => {
    const production = await startService({ production: true });
    expect((await production.api.get('/docs/')).status).toBe(404);
    const document = await production.api.get('/openapi.json');
    expect(document.status).toBe(200);
    expect(document.headers['strict-transport-security']).toEqual(expect.any(String));
    await production.close();
  });
});
