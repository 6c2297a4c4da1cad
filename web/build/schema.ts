import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../..');

const SCHEMA_FILE = path.join(ROOT, 'web/src/api/schema.d.ts');
const DOCUMENT = path.join(ROOT, 'tests/http/openapi.snapshot.json');

/**
 * Writes the client's types of the API from the accepted OpenAPI document. The first line contains the hash
 * of the document, so that nothing happens if the types are up to date.
 */
export async function generateSchema(): Promise<void> {
  const document = await readFile(DOCUMENT, 'utf8');
  const hash = createHash('sha256').update(document).digest('hex');
  const header = `// Made of tests/http/openapi.snapshot.json (${hash}) by \`npm run generate\`.\n`;
  if (existsSync(SCHEMA_FILE) && (await readFile(SCHEMA_FILE, 'utf8')).startsWith(header)) return;
  const { default: openapiTypes, astToString } = await import('openapi-typescript');
  const types = astToString(await openapiTypes(JSON.parse(document) as Parameters<typeof openapiTypes>[0]));
  await writeFile(SCHEMA_FILE, header + types);
}
