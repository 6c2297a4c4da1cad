import express, { type Request, type RequestHandler, type Response } from 'express';
import { ApplicationError, householdNotFound } from '../../application/shared/errors.js';
import { VersionConflict } from '../../application/series/version-conflict.js';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Caller, MemberCaller } from '../../application/shared/caller.js';
import type { Clock } from '../../application/shared/ports.js';
import type { UseCases } from '../../application/composition/use-cases.js';
import { isUuid, type HouseholdId } from '../../domain/shared/ids.js';
import { type RequestLimiters, RequestSlots } from './request-limiters.js';
import { readAccessToken, readActToken, readDisplayToken } from './credentials.js';
import { forDisplay } from './displays/for-display.js';
import { sendError } from './errors/error-handler.js';
import {
  readInputInTurns,
  readListInputInTurns,
  readQuery,
  parseJson,
  placeOfDryRun,
  requireDryRunInPlace,
} from './input.js';
import { requestFacts } from './middleware/access-log.js';
import { holdsSecret } from './schema/output.js';
import { sendJson } from './send-json.js';
import { presentSeries } from './series/present.js';
import { presentOccurrence } from './tasks/present.js';
import { readIdempotencyKey } from './idempotency-key.js';
import { operationOf, TASK_IDS, TEXT_PARAMS, type Content, type Route, type RouteResponse } from './route.js';

export type DispatchDependencies = {
  readonly useCases: Pick<
    UseCases,
    | 'identify'
    | 'authenticate'
    | 'authenticateMember'
    | 'authenticateDisplay'
    | 'withOperation'
    | 'withDiskCheck'
  >;
  readonly admission: RequestLimiters;
  readonly clock: Clock;
};

const BODY_BYTES = 262_144;

/**
 * Reads the body as bytes regardless of its media type. It is parsed only after the caller is authenticated.
 */
export const readBody = ({ bodyBytes = BODY_BYTES }: Route): RequestHandler =>
  express.raw({ type: () => true, limit: bodyBytes });

/**
 * Handles a request whose body has been read. The checks run in this order, which decides the error that is
 * reported: CSRF, session, membership, input, use case.
 */
export function dispatch(route: Route, dependencies: DispatchDependencies): RequestHandler {
  return async (request, response) => {
    const facts = requestFacts(response);
    facts.route = route.path;
    if (route.method !== 'get') requireOwnClient(request);
    const slots = new RequestSlots();
    let caller: Caller | MemberCaller | null = null;
    try {
      caller = await authenticateCaller(route, request, slots, dependencies);
      // Waiting for a slot in the limits of concurrent requests may take seconds. The client may have disconnected by
      // now.
      if (isDisconnected(response)) return;
      if (caller !== null && !isDisplay(caller)) facts.userId = caller.userId;
      const input = {
        caller,
        params: pathIds(request),
        query: route.query ? readQuery(route.query, request.query) : {},
        body: await readRouteBody(route, request),
        http: request,
        slots,
      };
      await admitBulk(route, input, dependencies.admission);
      if (isDisconnected(response)) return;
      const answer = hideFromDisplay(caller, await answerFor(route, input, response, dependencies));
      // A slow client must not hold a slot while it reads the answer.
      slots.pause();
      await send(response, route, answer, slots);
    } catch (error) {
      if (!(error instanceof VersionConflict)) throw error;
      sendVersionConflict(response, error, caller as MemberCaller, dependencies.clock);
    } finally {
      slots.end();
    }
  };
}

/** Returns true if the client has disconnected. */
const isDisconnected = (response: Response): boolean => response.closed;

function hideFromDisplay(caller: Caller | MemberCaller | null, answer: Answered): Answered {
  if (caller === null || !isDisplay(caller) || answer?.body === undefined) return answer;
  return { ...answer, body: forDisplay(answer.body) as object };
}

/**
 * Lets a request that may change most of a household wait in the bulk queue. The queue admits the request by its
 * cost, which `bulkCost` of the route returns before the handler starts.
 */
async function admitBulk(route: Route, input: Input, admission: RequestLimiters): Promise<void> {
  const caller: Caller | MemberCaller | null = input.caller;
  if (caller === null || route.bulkCost === undefined) return;
  const cost = await route.bulkCost(input);
  if (cost > 0) await admission.admitBulk(input.slots, caller.userId, cost);
}

type Input = Parameters<Route['handle']>[0];
type Answered = RouteResponse | undefined;

/**
 * Runs the handler. If the request may change a household, the handler runs as an operation of the caller, and the
 * answer has the id of the operation. If a request repeats an earlier one with the same Idempotency-Key, nothing is
 * written, and the answer has the id of the first operation. The policy of the route says whether it is the first
 * answer or shows the current state.
 */
async function answerFor(
  route: Route,
  input: Input,
  response: Response,
  { useCases }: DispatchDependencies,
): Promise<Answered> {
  const caller: Caller | MemberCaller | null = input.caller;
  const work = () => useCases.withDiskCheck(route.operationId, () => route.handle(input));
  if (route.method === 'get' || caller === null || !('household' in caller)) return work();
  const key = readIdempotencyKey(input.http, caller, route, input);
  const outcome = await useCases.withOperation<Answered>(caller, key, work);
  if (outcome.operationId !== null) response.setHeader('Operation-Id', outcome.operationId);
  if (outcome.replayed) response.setHeader('Idempotent-Replayed', 'true');
  return 'result' in outcome ? outcome.result : route.onReplay?.({ ...input, operation: outcome.operation });
}

async function authenticateCaller(
  route: Route,
  request: Request,
  slots: RequestSlots,
  { useCases, admission }: DispatchDependencies,
): Promise<Caller | MemberCaller | null> {
  if (route.access === 'none') return null;
  const displayToken = readDisplayToken(request);
  if (displayToken !== null) {
    const act = readActToken(request);
    const display = await useCases.authenticateDisplay(displayToken, act, operationOf(route));
    if (display.nextActToken !== undefined) request.res?.setHeader('X-Act-Token', display.nextActToken);
    if (route.access === 'member' && display.household.id !== readHouseholdId(request))
      throw householdNotFound();
    return admitMember(route, display, slots, admission);
  }
  if (route.access === 'display') throw notADisplay();
  const token = readAccessToken(request);
  const userId = route.endless ? null : useCases.identify(token);
  if (userId !== null) await admission.admitUser(slots, userId);
  const operation = operationOf(route);
  if (operation === null) return useCases.authenticate(token);
  const caller = await useCases.authenticateMember(token, readHouseholdId(request), operation);
  return admitMember(route, caller, slots, admission);
}

async function admitMember(
  route: Route,
  caller: MemberCaller,
  slots: RequestSlots,
  admission: RequestLimiters,
): Promise<MemberCaller> {
  if (!route.endless) await admission.admitMember(slots, caller.household.id);
  return caller;
}

/** Returns null if the path contains no valid id. */
function readHouseholdId(request: Request): HouseholdId | null {
  const id = String(request.params['householdId']).toLowerCase();
  return isUuid(id) ? (id as HouseholdId) : null;
}

const isDisplay = (caller: Caller | MemberCaller) => 'display' in caller;

const notADisplay = () =>
  new ApplicationError(
    'UNAUTHENTICATED',
    'Only displays may use this operation. Send the token of a display',
  );

function pathIds(request: Request): Record<string, string> {
  return Object.fromEntries(
    Object.entries(request.params).map(([name, value]) => {
      if (TEXT_PARAMS.has(name)) return [name, String(value)];
      const id = String(value).toLowerCase();
      // An id that is not a UUID gets the same answer as an unknown id.
      if (!isUuid(id))
        throw new ApplicationError(TASK_IDS.has(name) ? 'TASK_NOT_FOUND' : 'NOT_FOUND', 'No such resource');
      return [name, id];
    }),
  );
}

async function readRouteBody(route: Route, request: Request): Promise<object> {
  const { body: type, listBody } = route;
  const given =
    type === undefined && placeOfDryRun(route) === null ? undefined : readJsonBody(route, request);
  requireDryRunInPlace(route, { query: request.query, body: given });
  if (type === undefined) return {};
  return listBody === undefined ? readInputInTurns(type, given) : readListInputInTurns(type, listBody, given);
}

function readJsonBody(route: Route, request: Request): unknown {
  const raw: unknown = request.body;
  const body = Buffer.isBuffer(raw) ? raw : Buffer.alloc(0);
  if (body.length === 0) return route.bodyOptional ? {} : undefined;
  if (!request.is('application/json'))
    throw new ApplicationError('UNSUPPORTED_MEDIA_TYPE', 'Send the body as application/json');
  return parseJson(body, route.body);
}

async function send(
  response: Response,
  { responses }: Route,
  answer: RouteResponse = {},
  slots: RequestSlots,
): Promise<void> {
  const { status = responses[0]?.status ?? 200, body, content, headers = {}, cookies = [], stream } = answer;
  if (stream !== undefined) {
    await stream(response);
    requestFacts(response).streams = true;
    return;
  }
  for (const { name, value, options } of cookies) {
    if (value === null) response.clearCookie(name, options);
    else response.cookie(name, value, options);
  }
  response.status(status).set(headers);
  if (content !== undefined) await sendContent(response, content, slots);
  else if (body === undefined) response.end();
  else
    await sendJson(response, body, { isSecret: responses.some((one) => one.body && holdsSecret(one.body)) });
}

/** Sends the content. If the client disconnects, the stream ends without an error. */
async function sendContent(response: Response, { type, data }: Content, slots: RequestSlots): Promise<void> {
  response.setHeader('Content-Type', type);
  if (response.req.method === 'HEAD') {
    if (data instanceof Readable) data.destroy();
    response.end();
  } else if (typeof data === 'string' || Buffer.isBuffer(data)) {
    response.end(data);
  } else {
    await pipeline(data instanceof Readable ? data : slots.each(data), response).catch((error: unknown) => {
      if (!response.destroyed) response.destroy();
      if (!isPrematureClose(error)) throw error;
    });
  }
}

const isPrematureClose = (error: unknown) =>
  (error as { code?: unknown }).code === 'ERR_STREAM_PREMATURE_CLOSE';

/**
 * Sends VERSION_CONFLICT with the present state: 409 for an outdated version in the body, 412 for an outdated
 * If-Match.
 */
function sendVersionConflict(
  response: Response,
  conflict: VersionConflict,
  caller: MemberCaller,
  clock: Clock,
): void {
  const { current: now } = conflict;
  const current =
    'series' in now ? presentSeries(now, caller) : presentOccurrence(now, caller.household, clock.now());
  const shown = isDisplay(caller) ? forDisplay(current) : current;
  const refusal = new ApplicationError('VERSION_CONFLICT', conflict.message, { current: shown });
  sendError(response, refusal, conflict.failedPrecondition ? 412 : 409);
}

/**
 * Protects mutations against CSRF: other sites cannot send `X-Requested-With: app` without CORS, and browsers
 * mark cross-site requests with Sec-Fetch-Site.
 */
function requireOwnClient(request: Request): void {
  if (request.headers['x-requested-with'] !== 'app')
    throw new ApplicationError('CSRF_REJECTED', 'Send the header X-Requested-With: app');
  if (request.headers['sec-fetch-site'] === 'cross-site')
    throw new ApplicationError('CSRF_REJECTED', 'Requests from other sites are not allowed');
}
