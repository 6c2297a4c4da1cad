import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Problem } from '../../domain/shared/problem.js';
import { furnish } from '../support/furnished-household.js';
import { startService, type TestService } from '../support/service.js';

const CORPUS = path.join(import.meta.dirname, 'body-corpus.json');

/**
 * A request body and its recorded answer. `raw` is a body that is no JSON, or JSON that an object cannot express. A text
 * like `{memberId}` in a body stands for an id of the household.
 *
 * The corpus is the record of how bodies are read. To add a body, add its request to the file and run the test once with
 * BODY_CORPUS=record, which writes all answers. Then check that no other answer has changed.
 */
type Recorded = {
  readonly operation: string;
  readonly body?: unknown;
  readonly raw?: string;
  readonly status?: number;
  readonly code?: string;
  /** The field and the rule of each problem. The texts of problems may change. */
  readonly problems?: readonly string[];
};

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

test('the service answers each recorded request body with the recorded status, error code and problems', async () => {
  const recorded = JSON.parse(await readFile(CORPUS, 'utf8')) as readonly Recorded[];
  const { api } = await service.api.register();
  const { ids } = await furnish(service, api);
  const fill = (text: string) => text.replaceAll(/\{(\w+)\}/g, (all, name: string) => ids[name] ?? all);
  const routes = new Map(service.routes.map((route) => [String(route.operationId), route]));
  const seen: Recorded[] = [];
  for (const { operation, body, raw } of recorded) {
    const { method, path: address } = routes.get(operation)!;
    const answer = await api.call(method.toUpperCase(), fill(address), {
      headers: { 'content-type': 'application/json' },
      body: raw ?? fill(JSON.stringify(body)),
    });
    const { code, details } = (answer.body as { error?: { code: string; details?: unknown } }).error ?? {};
    const problems = Array.isArray(details)
      ? (details as Problem[]).map(({ field, rule }) => `${field}: ${rule}`)
      : undefined;
    seen.push({
      ...{ operation, ...(raw === undefined ? { body } : { raw }), status: answer.status },
      ...(code !== undefined && { code }),
      ...(problems !== undefined && { problems }),
    });
  }
  if (process.env['BODY_CORPUS'] === 'record')
    await writeFile(CORPUS, `[\n${seen.map((row) => JSON.stringify(row)).join(',\n')}\n]\n`);
  else expect(seen).toEqual(recorded);
});
