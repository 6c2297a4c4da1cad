import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Answer } from './answers.js';
import type { Barriers } from './barriers.js';
import { callOf, type Call } from './call.js';
import type { Fault, FaultPlan, Seen } from './faults.js';
import type { Entry, Journal } from './journal.js';
import { problemsOfAnswer, problemsOfRequest } from './protocol-check.js';

export type Desk = {
  readonly dispatch: (call: Call) => Answer;
  readonly accountOf: (call: Call) => string | null;
  readonly now: () => number;
  readonly faults: FaultPlan;
  readonly barriers: Barriers;
  readonly journal: Journal;
  /** Records a violation of the protocol by either side. */
  readonly report: (problem: string) => void;
};

export async function listen(desk: () => Desk): Promise<{ server: Server; url: string }> {
  const server = createServer((request, response) => {
    serve(desk(), request, response).catch((error: unknown) => {
      desk().report(`the fake itself: ${error instanceof Error ? (error.stack ?? '') : 'unknown'}`);
      request.socket.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

async function serve(desk: Desk, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const call = await callOf(request);
  const account = desk.accountOf(call);
  const { operation } = call;
  const entry: Entry = {
    ...{ at: desk.now(), call, operation, account },
    ...{ status: null, effect: 'none', fault: null },
  };
  desk.journal.begin(entry);
  response.on('close', () => desk.journal.end(entry));
  for (const problem of problemsOfRequest(call)) desk.report(problem);

  const seen = { call, account };
  await desk.barriers.pass(seen, 'before effect');
  const fault = desk.faults.next(seen);
  entry.fault = fault?.kind ?? null;
  const reply = insteadOfWork(fault) ?? (await work(desk, entry, seen, fault));
  if (reply === 'nothing') return;
  if (reply === 'reset') request.socket.destroy();
  else if ('brokenOff' in reply) sendPart(desk, response, reply.brokenOff);
  else send(desk, entry, response, reply);
}

type Reply = Answer | { readonly brokenOff: Answer } | 'reset' | 'nothing';

async function work(desk: Desk, entry: Entry, seen: Seen, fault: Fault | null): Promise<Reply> {
  const answer = desk.dispatch(seen.call);
  entry.effect = answer.effect ?? 'none';
  for (const problem of problemsOfAnswer(seen.call, answer)) desk.report(problem);
  await desk.barriers.pass(seen, 'after effect');
  return afterWork(fault, answer);
}

function insteadOfWork(fault: Fault | null): Reply | null {
  if (fault?.kind === 'hang') return 'nothing';
  if (fault?.kind === 'reset before effect') return 'reset';
  return fault?.kind === 'answer' ? fault.answer : null;
}

function afterWork(fault: Fault | null, answer: Answer): Reply {
  switch (fault?.kind) {
    case 'hang after effect':
      return 'nothing';
    case 'reset after effect':
      return 'reset';
    case 'truncated body':
      return { brokenOff: answer };
    case 'short body':
      return { ...answer, body: halfOf(answer) };
    case 'wrong type':
      return { ...answer, headers: { ...answer.headers, 'content-type': 'text/plain' } };
    case 'answer after effect':
      return fault.answer;
    default:
      return answer;
  }
}

function send(desk: Desk, entry: Entry, response: ServerResponse, { status, body, headers }: Answer): void {
  entry.status = status;
  response.sendDate = false;
  const type = body === undefined ? {} : { 'content-type': 'application/json; charset=UTF-8' };
  response
    .writeHead(status, { date: new Date(desk.now()).toUTCString(), ...type, ...headers })
    .end(textOf(body));
}

/** Announces the whole length, sends half of the body and closes the connection. */
function sendPart(desk: Desk, response: ServerResponse, answer: Answer): void {
  const whole = textOf(answer.body);
  response.sendDate = false;
  response.writeHead(answer.status, {
    date: new Date(desk.now()).toUTCString(),
    'content-type': 'application/json; charset=UTF-8',
    'content-length': Buffer.byteLength(whole) + 1,
  });
  response.write(halfOf(answer), () => response.destroy());
}

const textOf = (body: Answer['body']): string =>
  body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body);

const halfOf = ({ body }: Answer): string => textOf(body).slice(0, Math.ceil(textOf(body).length / 2));
