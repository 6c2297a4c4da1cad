import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import openapiTypes, { astToString } from 'openapi-typescript';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** The API as the client sees it; committed, so that a change of it shows in a review. */
export const SCHEMA_FILE = path.join(ROOT, 'web/src/api/schema.d.ts');
const DOCUMENT = path.join(ROOT, 'tests/http/openapi.snapshot.json');

/** The types of the committed OpenAPI document. */
export async function writeSchema(): Promise<string> {
  const document = JSON.parse(await readFile(DOCUMENT, 'utf8')) as Parameters<typeof openapiTypes>[0];
  return `// Made of the OpenAPI document by \`npm run openapi:accept\`.\n${astToString(await openapiTypes(document))}`;
}

/** Brings the client's types to the committed document. */
export async function updateSchema(): Promise<void> {
  await writeFile(SCHEMA_FILE, await writeSchema());
}
