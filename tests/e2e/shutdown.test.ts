import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Agent, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import express from 'express';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { listen } from '../../adapters/http/server.js';
import { builtService, type BuiltService } from '../support/built-service.js';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database.js';
import { PatientClients } from '../support/patient-clients.js';
import { newHome, send, type Program } from '../support/program.js';
import { until, within } from '../support/until.js';

const LOOK_MS = 10;

let service: BuiltService<TestDatabase>;
let clients: PatientClients | undefined;
/** Keeps running after the first test. */
let other: Program | undefined;
beforeAll(async () => {
  service = await builtService(createTestDatabase);
}, 120_000);
afterAll(async () => {
  await clients?.stop({ giveUp: true });
  await service.remove();
});

const secrets = {
  JWT_SECRETS: `a:${randomBytes(32).toString('hex')}`,
  ENCRYPTION_KEYS: `v1:${randomBytes(32).toString('base64')}`,
};
const start = () =>
  service.start({
    NODE_ENV: 'production',
    BASE_URL: 'https://planner.example.org',
    HOST: '127.0.0.1',
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'planner@example.org',
    GOOGLE_CALENDAR_CLIENT_ID: 'nobody',
    GOOGLE_CALENDAR_CLIENT_SECRET: 'nobody',
    ...secrets,
  });

/**
 * Sends clients to the process that reports ready, like a load balancer, and returns the answers of the ending
 * one in order.
 */
async function balance(doomed: Program, other: Program, ready: string[]): Promise<number[]> {
  const said: number[] = [];
  for (let goesOn = true; goesOn;) {
    await delay(LOOK_MS);
    const { status } = await send(`${doomed.url}/health/ready`).catch(() => ({ status: 0 }));
    if (said.at(-1) !== status) said.push(status);
    ready.splice(0, ready.length, ...(status === 200 ? [doomed.url, other.url] : [other.url]));
    goesOn = status !== 0;
  }
  return said;
}

test('a process under load reports not ready after SIGTERM, answers all requests, and exits within 10 s', async () => {
  const [one, two] = [await start(), await start()];
  other = two;
  const { token, home } = await newHome(one.url);
  const ready = [one.url, two.url];
  const balancing = balance(one, two, ready);
  const load = new PatientClients({ urls: ready, home, token });
  clients = load.start(12);
  const before = 50;
  await until(() => load.tries.length >= before, 'the clients were answered');

  one.kill('SIGTERM');
  expect(await within(one.ended, 'the process has ended')).toBe(0);
  expect(await balancing).toEqual([200, 503, 0]);
  const atEnd = load.tries.length;
  await until(() => load.tries.length > atEnd + before, 'the clients were answered by the other process');
  await load.stop();
  expect(load.tries.filter(({ status }) => status !== 200 && status !== 201)).toEqual([]);
}, 180_000);

test('a process answers requests sent over keep-alive connections before SIGTERM, then accepts no connection', async () => {
  const one = other ?? (await start());
  other = undefined;
  const { token, home } = await newHome(one.url);
  const agents = Array.from({ length: 24 }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
  const list = (agent: Agent) => get(agent, `${one.url}${home}/occurrences?limit=20`, token);
  for (const { answer } of agents.map(list)) expect((await answer).statusCode).toBe(200);

  const asked = agents.map(list);
  await within(Promise.all(asked.map(({ sent }) => sent)), 'all requests are sent');
  one.kill('SIGTERM');
  const answers = await within(Promise.all(asked.map(({ answer }) => answer)), 'all requests are answered');
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(agents.map(() => 200));
  expect(await within(one.ended, 'the process has ended')).toBe(0);
  for (const agent of agents) agent.destroy();
  await expect(send(`${one.url}/health/live`)).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } });
}, 180_000);

test('a closing server answers the next request of an open connection with Connection: close, and ends once all connections are closed', async () => {
  const held = Promise.withResolvers<ServerResponse>();
  const app = express();
  app.get('/held', (_request, response) => held.resolve(response));
  app.get('/next', (_request, response) => void response.send('next'));
  const server = await listen(app, { host: '127.0.0.1', port: 0 });
  const silent = await connectTo(server.port);
  const socket = await connectTo(server.port);
  let text = '';
  socket.on('data', (part: Buffer) => (text += part.toString()));
  const [socketClosed, silentClosed] = [once(socket, 'close'), once(silent, 'close')];
  socket.write('GET /held HTTP/1.1\r\nHost: here\r\n\r\n');
  const first = await within(held.promise, 'the first request has come');

  const { port } = server;
  const closed = server.close();
  await until(
    () =>
      connectTo(port).then(
        (late) => (late.destroy(), false),
        () => true,
      ),
    'the server lets nobody in',
  );
  // The connection is in use as long as the first request has no answer, so the second cannot come too late.
  socket.write('GET /next HTTP/1.1\r\nHost: here\r\n\r\n');
  first.end('first');
  await within(socketClosed, 'the connection is closed after its last answer');
  await within(silentClosed, 'the connection without a request is closed');
  await within(closed, 'the server has ended');
  const answers = text.split('HTTP/1.1 ').slice(1);
  expect(answers.map((answer) => answer.slice(0, 3))).toEqual(['200', '200']);
  expect(answers.map((answer) => answer.includes('Connection: close'))).toEqual([false, true]);
  expect(answers[1]).toMatch(/next$/);
}, 60_000);

/** Sends a request. `sent` resolves when the kernel has all of it, `answer` when the response was read. */
function get(agent: Agent, url: string, token: string) {
  const headers = { authorization: `Bearer ${token}`, 'x-client': 'mobile', 'x-requested-with': 'app' };
  const call = request(url, { agent, headers });
  const sent = once(call, 'finish');
  const answer = once(call, 'response').then(async ([response]: IncomingMessage[]) => {
    if (response === undefined) throw new Error('There is no answer');
    await response.resume().toArray();
    return response;
  });
  call.end();
  return { sent, answer };
}

async function connectTo(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  return socket;
}
