import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { breakingChanges } from '../support/openapi/breaking-changes.js';
import { COMPARED_KEYWORDS, NOTES, type Document } from '../support/openapi/document.js';
import { startService, type TestService } from '../support/service.js';
import { generateSchema } from '../../web/build/schema.js';

const SNAPSHOT = path.join(import.meta.dirname, 'openapi.snapshot.json');

/**
 * The snapshot contains what installed clients rely on. `npm run openapi:accept` adds additions to it. It
 * rejects changes that break clients unless OPENAPI_ACCEPT is `breaking`.
 */
const accepted = process.env['OPENAPI_ACCEPT'];

let service: TestService;
let document: Document;
beforeAll(async () => {
  service = await startService();
  document = (await service.api.get('/openapi.json')).body as Document;
});
afterAll(() => service.close());

const snapshot = async () => JSON.parse(await readFile(SNAPSHOT, 'utf8')) as Document;

test('the OpenAPI document breaks no client that relies on the snapshot', async () => {
  const broken = accepted === 'breaking' ? [] : breakingChanges(await snapshot(), document);
  expect(broken).toEqual([]);
  if (accepted === undefined) return;
  await writeFile(SNAPSHOT, `${JSON.stringify(document, null, 2)}\n`);
  await generateSchema();
});

test('the OpenAPI document equals the snapshot, which `npm run openapi:accept` writes', async () => {
  expect(document).toEqual(await snapshot());
});

test('the OpenAPI document uses only schema keywords that the comparison knows', () => {
  const known = new Set<string>([...COMPARED_KEYWORDS, ...NOTES]);
  expect([...keywordsOf(document)].filter((keyword) => !known.has(keyword))).toEqual([]);
});

/** Returns all keywords of all schemas in the document. */
function keywordsOf(part: unknown, found = new Set<string>()): Set<string> {
  if (typeof part !== 'object' || part === null) return found;
  for (const [key, value] of Object.entries(part)) {
    const schemas =
      key === 'schemas' ? Object.values(value as object) : key === 'schema' ? [value as unknown] : [];
    for (const schema of schemas) ofSchema(schema, found);
    keywordsOf(value, found);
  }
  return found;
}

function ofSchema(schema: unknown, found: Set<string>): void {
  if (typeof schema !== 'object' || schema === null) return;
  for (const [keyword, value] of Object.entries(schema)) {
    found.add(keyword);
    if (keyword === 'properties' || keyword === 'patternProperties')
      for (const property of Object.values(value as object)) ofSchema(property, found);
    else if (keyword === 'anyOf' || keyword === 'oneOf')
      for (const form of value as unknown[]) ofSchema(form, found);
    else if (['items', 'additionalProperties', 'not'].includes(keyword)) ofSchema(value, found);
  }
}
