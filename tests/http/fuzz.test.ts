import { Agent, request as httpRequest } from 'node:http';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { fc } from '../support/property.js';
import { listen, type RunningServer } from '../../adapters/http/server.js';
import type { Api } from '../support/api.js';
import { furnish, type FurnishedHousehold } from '../support/furnished-household.js';
import { fuzzedRequests, operationsOf, type FuzzedRequest } from '../support/fuzz/requests.js';
import { OpenApiChecker } from '../support/openapi-checker.js';
import { startDemo } from '../support/demo-calendars.js';
import type { TestService } from '../support/service.js';

/** FUZZ_REQUESTS sends more. */
const REQUESTS = Number(process.env['FUZZ_REQUESTS'] ?? 1_000);
/** The number of requests limits the work. This timeout only ends a run that hangs. */
const TIMEOUT_MS = REQUESTS * 300;
/** Operations that remove what other requests need. Other accounts send them. */
const ENDINGS =
  /^(logout|logoutAll|changePassword|revokeSession|deleteMe|deleteAccount|deleteHousehold|removeMember|updateMember)$/;

let service: TestService;
let server: RunningServer;
let document: object;
let checker: OpenApiChecker;
let member: Api;
let expendable: Api[];
let ids: FurnishedHousehold['ids'];
const agent = new Agent({ keepAlive: true, maxSockets: 8 });

beforeAll(async () => {
  service = await startDemo();
  server = await listen(service.api.app, { host: '127.0.0.1', port: 0 });
  document = (await service.api.get('/openapi.json')).body as object;
  checker = new OpenApiChecker(document);
  expendable = [];
  for (let i = 0; i < 10; i++) expendable.push((await service.api.register()).api);
  member = (await service.api.register()).api;
  ({ ids } = await furnish(service, member));
});
afterAll(async () => {
  agent.destroy();
  await server.close();
  await service.close();
});

type Answer = { status: number; type: string; text: string; requestId: string | undefined };

function send(
  { method, target, headers, body, as, operationId }: FuzzedRequest,
  turn: number,
): Promise<Answer> {
  const expendables = expendable[turn % expendable.length]?.token ?? null;
  const sender = ENDINGS.test(operationId) ? expendables : member.token;
  const token = { member: sender, stranger: expendables, nobody: null, nonsense: 'x.y.z' }[as];
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      {
        agent,
        method,
        port: server.port,
        host: '127.0.0.1',
        // The path is sent unchanged. The URL class would normalise it.
        path: target,
        headers: {
          'x-client': 'mobile',
          ...headers,
          ...(token !== null && { authorization: `Bearer ${token}` }),
          ...(body !== null && { 'content-length': Buffer.byteLength(body) }),
        },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            type: response.headers['content-type'] ?? '',
            text: Buffer.concat(chunks).toString(),
            requestId: response.headers['x-request-id'] as string | undefined,
          }),
        );
      },
    );
    request.on('error', reject);
    request.end(body ?? undefined);
  });
}

function verify({ method, target }: FuzzedRequest, answer: Answer): void {
  const { status, type, text, requestId } = answer;
  if (status >= 500) throw new Error(`${status}: ${text}`);
  if (requestId === undefined) throw new Error('no X-Request-Id');
  const json = type.startsWith('application/json');
  const body: unknown = text === '' ? undefined : json ? JSON.parse(text) : text;
  if (status >= 400) {
    const { error, ...rest } = Object(body) as { error?: { code?: unknown; message?: unknown } };
    if (typeof error?.code !== 'string' || typeof error.message !== 'string' || Object.keys(rest).length > 0)
      throw new Error(`not the envelope: ${text}`);
  }
  checker.check(method, target, { status, type, body });
}

test(
  'random requests to all operations are answered without a 5xx, an undocumented status, or an error body without the envelope',
  async () => {
    const seen = new Map<string, Set<number>>();
    let turn = 0;
    await fc.assert(
      fc.asyncProperty(fuzzedRequests(document, ids), async (fuzzed) => {
        const answer = await send(fuzzed, turn++);
        verify(fuzzed, answer);
        seen.set(fuzzed.operationId, (seen.get(fuzzed.operationId) ?? new Set()).add(answer.status));
      }),
      {
        numRuns: REQUESTS,
        endOnFailure: true,
      },
    );
    expect(turn).toBe(REQUESTS);
    const operations = operationsOf(document).map(({ operationId }) => operationId);
    expect([...seen.keys()].sort()).toEqual(operations.sort());
    // Many requests must succeed. If all were refused at once, the test would prove nothing.
    const succeeded = operations.filter((id) => [...(seen.get(id) ?? [])].some((status) => status < 300));
    expect(succeeded.length).toBeGreaterThan(operations.length / (REQUESTS < 2_000 ? 3 : 2));
    expect(service.logger.events('error')).toEqual([]);
  },
  TIMEOUT_MS,
);
