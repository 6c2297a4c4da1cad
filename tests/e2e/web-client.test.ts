import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { builtService, type BuiltService } from '../support/built-service.js';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database.js';
import { ROOT } from '../support/dockerfile.js';
import type { Program } from '../support/program.js';
import { sampled } from '../support/tier.js';

let built: BuiltService<TestDatabase>;
let program: Program;
beforeAll(async () => {
  built = await builtService(createTestDatabase);
  program = await built.start();
}, 120_000);
afterAll(() => built.remove());

const page = (url: string) => fetch(url, { headers: { accept: 'text/html' } });
const announced = (lines: readonly string[]) =>
  JSON.parse(lines.find((line) => line.includes('listening on'))!) as Record<string, unknown>;

test('the built service serves the built web client and logs its address', async () => {
  const { url, lines } = program;
  expect(announced(lines)['web']).toBe(url.replace('127.0.0.1', 'localhost'));
  const response = await page(`${url}/`);
  expect(response.status).toBe(200);
  const files = [...(await response.text()).matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, file]) => file!);
  expect(files.some((file) => file.endsWith('.js'))).toBe(true);
  for (const file of [...files, '/licences.txt']) expect((await fetch(url + file)).status).toBe(200);
  const meta = (await (await fetch(`${url}/v1/meta`)).json()) as { webBuild: string };
  expect(meta.webBuild).toMatch(/^[0-9a-f]{12}$/);
  const worker = await fetch(`${url}/sw.js`);
  if (worker.ok) expect(await worker.text()).toContain(meta.webBuild);
}, 180_000);

test('unknown API paths and missing files get 404 instead of the page of the web client', async () => {
  const { url } = program;
  const seen = async (path: string, method = 'GET') => {
    const response = await fetch(url + path, {
      method,
      headers: { accept: '*/*', 'x-requested-with': 'app' },
    });
    const type = response.headers.get('content-type')?.split(';')[0];
    return [response.status, type, (await response.text()).includes('<html')];
  };
  expect(await seen('/v1/nope')).toEqual([404, 'application/json', false]);
  expect(await seen('/nope')).toEqual([404, 'application/json', false]);
  expect(await seen('/today', 'POST')).toEqual([404, 'application/json', false]);
  expect(await seen('/assets/gone.js')).toEqual([404, 'text/plain', false]);
}, 180_000);

const WITHOUT_CLIENT = [
  { ROLE: 'worker' },
  { WEB_CLIENT: 'off' },
  { WEB_BASE_URL: 'https://planner.example' },
];
test.each(sampled(WITHOUT_CLIENT, 3))(
  'the service serves no web client with %j',
  async (variables) => {
    const { url, lines } = await built.start({ ...variables });
    const response = await page(`${url}/`);
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    expect(announced(lines)).not.toHaveProperty('web');
  },
  180_000,
);

test('the built web client contains the licences of its packages, including fonts and icons', async () => {
  const text = await readFile(path.join(ROOT, 'dist/web/licences.txt'), 'utf8');
  for (const name of ['preact', 'lucide', '@fontsource-variable/figtree', '@fontsource-variable/fraunces'])
    expect(text).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+ \\(`, 'm'));
  expect(text).toContain('SIL OPEN FONT LICENSE');
});
