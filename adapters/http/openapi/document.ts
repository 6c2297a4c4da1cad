import { isDeepStrictEqual } from 'node:util';
import { ATTACHMENT_TYPES } from '../../../domain/attachments/content-type.js';
import {
  FORBIDDEN_REASONS,
  INVALID_STATE_REASONS,
  type ErrorCode,
} from '../../../application/shared/errors.js';
import { COMMAND_SCHEMAS } from '../commands/schema.js';
import { DOMAIN_SCHEMAS } from '../series/recurrence-schema.js';
import { STATUS_OF } from '../errors/statuses.js';
import { REPEATABLE } from '../idempotency-key.js';
import {
  isIdempotent,
  policyOfRoute,
  TASK_IDS,
  TEXT_PARAMS,
  type HeaderDescription,
  type ResponseDescription,
  type Route,
} from '../route.js';
import { listProperties, type JsonSchema, type OutputClass } from '../../validation/compose.js';
import { objectSchema, reference } from '../schema/output.js';
import { exampleOf } from './answer-examples.js';
import { ERROR_MEANINGS } from './error-codes.js';
import { PARAMETER_MEANINGS } from './parameters.js';
import { FORBIDDEN_MEANINGS, INVALID_STATE_MEANINGS } from './reasons.js';
import { REQUEST_EXAMPLES } from './request-examples.js';

/** Returns the OpenAPI 3.1 document of the routes. It is made from the same rows as the router. */
export function openApiDocument(
  routes: readonly Route[],
  info: { version: string; baseUrl: string },
): JsonSchema {
  const schemas = new Map<string, JsonSchema>([
    ['Error', ERROR],
    ['InvalidStateDetails', reasonDetails('INVALID_STATE', INVALID_STATE_REASONS, INVALID_STATE_MEANINGS)],
    ['ForbiddenDetails', reasonDetails('FORBIDDEN', FORBIDDEN_REASONS, FORBIDDEN_MEANINGS)],
    ...Object.entries(DOMAIN_SCHEMAS),
    ...Object.entries(COMMAND_SCHEMAS),
  ]);
  const shared: Shared = { schemas, examples: new Map(), failed: new Map() };
  const paths: Record<string, JsonSchema> = {};
  for (const route of routes) {
    const operations = (paths[route.path] ??= {});
    operations[route.method] = operation(route, shared);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Household planner',
      version: info.version,
      description: DESCRIPTION,
      contact: { name: 'The operator of this service', url: info.baseUrl },
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: '/', description: 'The service that sends this document.' }],
    tags: [...new Set(routes.map(({ tag }) => tag))].map((name) => ({
      name,
      description: TAGS[name] ?? name,
    })),
    paths,
    components: {
      schemas: inOrder(schemas),
      examples: inOrder(shared.examples),
      responses: inOrder(shared.failed),
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'The access token of an app, or the token of a display.',
        },
        cookie: {
          type: 'apiKey',
          in: 'cookie',
          name: 'gn_at',
          description: 'The access token of a browser.',
        },
        display: { type: 'apiKey', in: 'cookie', name: 'gn_dt', description: 'The token of a display.' },
      },
    },
  };
}

const DESCRIPTION = [
  'The API of the household planner: shared tasks with fair turns, a shopping list, and live updates.',
  'Every request except GET needs the header `X-Requested-With: app`. Ids that are unknown, ' +
    'malformed, or belong to somebody else all give the same 404. Text is counted in code ' +
    'points.',
  'Instants (`date-time`) are ISO 8601 in UTC. Dates and times of tasks are calendar dates and wall-clock times in the ' +
    'time zone of the household. A field that is missing in an edit keeps its value.',
  'Every failure has a body of the schema `Error` with a stable `code`. Clients show a sentence of their own for each ' +
    'code.',
  'Only adults of a household may use an operation unless its description says otherwise. Displays may use only the ' +
    'operations that say so. Operations of a household can be undone unless their description says why not.',
].join('\n\n');

const TAGS: Readonly<Record<string, string>> = {
  Account: 'Register, sign in and out, and edit the account.',
  App: 'The Android app.',
  Attachments: 'Files of tasks.',
  Balance: 'The work of each member, compared with the expected share.',
  Calendar: 'Synchronise a household to Google Calendar.',
  'Calendar demo': 'A stand-in for Google Calendar, on services without one.',
  Categories: 'Categories of tasks.',
  Changes: 'Keep a copy of a household, and send changes that were made offline.',
  Checklist: 'Checklists of tasks.',
  Days: 'Day calendars such as holidays, pauses, and shifting the schedule.',
  Displays: 'Tablets on the wall, and guest passes.',
  Feeds: 'Secret calendar addresses for other programs.',
  Health: 'Checks for monitors and load balancers.',
  History: 'Activity, statistics, and undo.',
  Households: 'Households and their members.',
  Invitations: 'Invite others to a household.',
  'Live stream': 'Server-sent events when something changes.',
  Meta: 'The features and limits of this service.',
  Monitoring: 'Errors of clients.',
  Notifications: 'Notifications, their settings, and push devices.',
  Occurrences: 'Single dates of tasks.',
  Search: 'Find tasks, members, items, categories and templates.',
  Series: 'Repeating tasks.',
  Shopping: 'Shopping lists.',
  Swaps: 'Exchange turns.',
  Tasks: 'Create tasks.',
  Templates: 'Several tasks that are created together.',
};

/**
 * The components that operations share: schemas and examples of their bodies, and the responses of their
 * errors.
 */
type Shared = {
  readonly schemas: Map<string, JsonSchema>;
  readonly examples: Map<string, JsonSchema>;
  readonly failed: Map<string, JsonSchema>;
};

function operation(route: Route, shared: Shared): JsonSchema {
  return {
    operationId: route.operationId,
    tags: [route.tag],
    summary: route.summary,
    description: describe(route),
    security: listSecurity(route),
    parameters: parameters(route),
    ...requestBody(route, shared),
    responses: responses(route, shared),
  };
}

function requestBody(route: Route, { schemas, examples }: Shared): JsonSchema {
  const { body, listBody, upload } = route;
  if (upload) return { requestBody: FILE_FORM };
  if (body === undefined) return {};
  const isList = listBody !== undefined;
  const element = isList ? listProperties(body.prototype as object).get(listBody)?.type : body;
  if (isList) collectInner(body, schemas);
  else collect(body, schemas);
  const name = element?.name ?? '';
  const example = REQUEST_EXAMPLES[name];
  return {
    requestBody: {
      required: !route.bodyOptional,
      content: {
        'application/json': {
          schema: isList ? objectSchema(body).properties[listBody] : reference(body),
          ...(example !== undefined && {
            examples: referToExample(isList ? `${name}List` : name, isList ? [example] : example, examples),
          }),
        },
      },
    },
  };
}

/** Adds an example to the components and returns the `examples` of a media type that refers to it. */
function referToExample(name: string, value: unknown, examples: Map<string, JsonSchema>): JsonSchema {
  examples.set(name, { value });
  return { [name]: { $ref: `#/components/examples/${name}` } };
}

/**
 * Returns the description of the route, with sentences that follow from its policy: who may use it, and whether it
 * can be undone.
 */
function describe(route: Route): string {
  const blocks = typeof route.description === 'string' ? [route.description] : route.description;
  const isItem = (block: string | undefined) => block?.startsWith('- ') === true;
  const text = blocks.map((block, at) => {
    const isNextItem = isItem(block) && isItem(blocks[at + 1]);
    return at === blocks.length - 1 ? block : `${block}${isNextItem ? '\n' : '\n\n'}`;
  });
  const consequences = [...describeRights(route), ...describeUndo(route)].join(' ');
  return text.join('') + (consequences === '' ? '' : `\n\n${consequences}`);
}

function describeRights(route: Route): string[] {
  const { who, display } = policyOfRoute(route);
  if (route.access === 'display') return ['Only displays may use it.'];
  return [
    ...(who === 'everybody' ? ['Every member may use it.'] : []),
    ...(who === 'own' ? ['Children and guests may use it with the restrictions above.'] : []),
    ...(who === 'onDisplay' ? ['Children and guests may use it only on a display.'] : []),
    ...(who === 'owner' ? ['Only owners may use it.'] : []),
    ...(who === 'adult' ? ['Children and guests may not use it.'] : []),
    ...(display === 'read' ? ['Displays may use it.'] : []),
    ...(display === 'act' ? ['Displays may use it after a member was chosen (`X-Act-Token`).'] : []),
  ];
}

/**
 * Returns the ways in which a client can authenticate. Displays send a cookie, or their token as a bearer token.
 */
function listSecurity(route: Route): JsonSchema[] {
  const { access } = route;
  if (access === 'none') return [];
  const { display = 'never' } = policyOfRoute(route);
  const forDisplays = display === 'never' ? [] : [{ display: [] }];
  return [{ bearer: [] }, ...(access === 'display' ? [] : [{ cookie: [] }]), ...forDisplays];
}

function parameters(route: Route): JsonSchema[] {
  const inPath = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    description: meaningOf(route, name),
    schema: TEXT_PARAMS.has(name) ? { type: 'string' } : { type: 'string', format: 'uuid' },
  }));
  const query = route.query ? objectSchema(route.query).properties : {};
  const inQuery = Object.entries(query).map(([name, schema]) => ({
    name,
    in: 'query',
    required: false,
    description: (schema['description'] as string | undefined) ?? meaningOf(route, name),
    schema,
  }));
  const acts = policyOfRoute(route).display === 'act';
  const headers: readonly HeaderDescription[] = [
    ...(route.headers ?? []),
    ...(isIdempotent(route) ? [REPEATABLE] : []),
    ...(acts ? [ACT_TOKEN] : []),
  ];
  const inHeader = headers.map(({ name, description, format }) => ({
    name,
    in: 'header',
    required: false,
    description,
    schema: { type: 'string', ...(format && { format }) },
  }));
  return [...inPath, ...inQuery, ...(route.method === 'get' ? [] : [REQUESTED_WITH]), ...inHeader];
}

function meaningOf({ operationId }: Route, name: string): string {
  const meaning = PARAMETER_MEANINGS[`${operationId}.${name}`] ?? PARAMETER_MEANINGS[name];
  if (meaning === undefined) throw new Error(`${operationId}: ${name} has no meaning in parameters.ts`);
  return meaning;
}

const ACT_TOKEN_NAME = 'X-Act-Token';
const ACT_TOKEN: HeaderDescription = {
  name: ACT_TOKEN_NAME,
  description:
    'On a display: the token of the chosen member. If it is valid, the answer contains the ' +
    'next token in the same header.',
};

/**
 * Adds the response headers that follow from the policy of the route: `Operation-Id`, whether the answer is a
 * replay, and the next act token.
 */
function withPolicyHeaders(route: Route, response: ResponseDescription): ResponseDescription {
  const headers = [
    ...(findUndoable(route) === null ? [] : ['Operation-Id']),
    ...(isIdempotent(route) ? ['Idempotent-Replayed'] : []),
    ...(policyOfRoute(route).display === 'act' ? [ACT_TOKEN_NAME] : []),
  ];
  return headers.length === 0
    ? response
    : { ...response, headers: [...(response.headers ?? []), ...headers] };
}

function describeUndo(route: Route): string[] {
  const undoable = findUndoable(route);
  if (undoable === null) return [];
  return [undoable === 'yes' ? 'It can be undone.' : `It cannot be undone. ${undoable.never}.`];
}

/**
 * Returns `yes`, or the reason why the operation can never be undone. Returns null if there is nothing to undo,
 * because the route is not an operation of a household or changes nothing.
 */
function findUndoable(route: Route): 'yes' | { readonly never: string } | null {
  const { undo: undoable } = policyOfRoute(route);
  return undoable === undefined || (typeof undoable === 'object' && 'nothing' in undoable) ? null : undoable;
}

const HEADERS: Readonly<Record<string, string>> = {
  'Cache-Control': 'Says whether the answer may be stored, and for how long.',
  ETag: 'The version of the content, for `If-None-Match` and `If-Match`.',
  'Idempotent-Replayed': '`true` if the request was repeated with its `Idempotency-Key`.',
  Link: 'The address of the next page, with `rel="next"`. It is missing on the last page.',
  Location: 'The address of the new row, or the address to which the browser goes.',
  'Operation-Id': 'The id of the operation, for undo. It is missing if nothing changed.',
  'Set-Cookie': 'Cookies for the browser.',
  [ACT_TOKEN_NAME]: 'The next token of the chosen member.',
};

const FILE_FORM = {
  required: true,
  content: {
    'multipart/form-data': {
      schema: {
        type: 'object',
        required: ['file'],
        properties: {
          file: { type: 'string', format: 'binary', description: 'The file with its name.' },
        },
      },
      encoding: { file: { contentType: ATTACHMENT_TYPES.join(', ') } },
    },
  },
};

const REQUESTED_WITH = {
  name: 'X-Requested-With',
  in: 'header',
  required: true,
  description: 'Required for every request except GET. It protects against requests from other sites (CSRF).',
  // The interactive reference fills in this default.
  schema: { type: 'string', const: 'app', default: 'app' },
};

/** Returns one response per status. If the route describes several responses with the same status, they become one. */
function successes(route: Route, shared: Shared): (readonly [number, JsonSchema])[] {
  const byStatus = Map.groupBy(route.responses, ({ status }) => status);
  return [...byStatus].map(([status, described]) => [
    status,
    success(
      described.map((response) => withPolicyHeaders(route, response)),
      shared,
    ),
  ]);
}

function success(described: readonly ResponseDescription[], shared: Shared): JsonSchema {
  const bodies = described.flatMap(({ body }) => (body ? [describeBody(body, shared)] : []));
  const types = described.flatMap(({ contentType }) => contentType ?? []);
  const headers = new Set(described.flatMap((response) => response.headers ?? []));
  return {
    description: described.map(({ description }) => description).join(' '),
    ...(headers.size > 0 && {
      headers: Object.fromEntries(
        [...headers].map((name) => [
          name,
          { description: HEADERS[name] ?? name, schema: { type: 'string' } },
        ]),
      ),
    }),
    ...(bodies.length > 0 && {
      content: {
        'application/json': {
          schema: bodies.length === 1 ? bodies[0]?.schema : { anyOf: bodies.map(({ schema }) => schema) },
          examples: Object.assign({}, ...bodies.map(({ examples }) => examples)) as JsonSchema,
        },
      },
    }),
    ...(types.length > 0 && { content: Object.fromEntries(types.map((type) => [type, contentOf(type)])) }),
  };
}

/** Describes content that is not JSON: text with an example, or bytes. */
function contentOf(type: string): JsonSchema {
  if (!type.startsWith('text/')) return { schema: { type: 'string', format: 'binary' } };
  const example = TEXT_EXAMPLES[type] ?? 'Fix the tap';
  return { schema: { type: 'string' }, examples: { text: { value: example } } };
}

const TEXT_EXAMPLES: Readonly<Record<string, string>> = {
  'text/calendar': 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n',
  'text/event-stream': 'id: AUSj8wEBAAAAAAAAAAE\ndata: {"topic":"tasks"}\n\n',
  'text/html': '<!doctype html><title>Connect your calendar?</title>',
};

function describeBody(
  body: NonNullable<ResponseDescription['body']>,
  { schemas, examples }: Shared,
): { readonly schema: JsonSchema; readonly examples: JsonSchema } {
  const [type, isList] = typeof body === 'function' ? [body, false] : [body[0], true];
  collect(type, schemas);
  const one = reference(type);
  const value = exampleOf(one, schemas);
  return {
    schema: isList ? { type: 'array', items: one } : one,
    examples: referToExample(isList ? `${type.name}List` : type.name, isList ? [value] : value, examples),
  };
}

/** Adds the schema of a DTO class and of the classes to which it refers, each under the name of its class. */
function collect(type: OutputClass, components: Map<string, JsonSchema>): void {
  const [schema, known] = [objectSchema(type), components.get(type.name)];
  if (known !== undefined) {
    if (isDeepStrictEqual(schema, known)) return;
    throw new Error(`Two classes of the API are named ${type.name}`);
  }
  components.set(type.name, schema);
  collectInner(type, components);
}

function collectInner(outer: OutputClass, components: Map<string, JsonSchema>): void {
  for (const { type, inline = false, alternatives = [] } of listProperties(
    outer.prototype as object,
  ).values()) {
    for (const one of alternatives) collectInner(one, components);
    if (type === undefined) continue;
    if (inline) collectInner(type, components);
    else collect(type, components);
  }
}

/**
 * Path parameters whose unknown values do not cause the usual errors NOT_FOUND and TASK_NOT_FOUND. Routes with these
 * parameters report other errors.
 */
const OTHERWISE_REFUSED: ReadonlySet<string> = new Set([...TEXT_PARAMS, 'householdId']);

/**
 * Returns one response per error status. The error codes follow from the access, input and method of the route,
 * and the route can list more.
 */
function failures(route: Route, failed: Map<string, JsonSchema>): (readonly [number, JsonSchema])[] {
  const codes = new Set<ErrorCode>([
    'RATE_LIMITED',
    'INTERNAL_ERROR',
    'UNAVAILABLE',
    'VALIDATION_FAILED',
    ...(route.errors ?? []),
  ]);
  if (route.access !== 'none')
    for (const code of ['UNAUTHENTICATED', 'SESSION_EXPIRED', 'ACCOUNT_DISABLED'] as const) codes.add(code);
  const { who = 'everybody', display = 'never' } = policyOfRoute(route);
  if (route.access !== 'none' && display !== 'read') codes.add('FORBIDDEN');
  if (isIdempotent(route))
    for (const code of ['IDEMPOTENCY_IN_PROGRESS', 'IDEMPOTENCY_KEY_REUSED'] as const) codes.add(code);
  if (route.access === 'member') {
    codes.add('HOUSEHOLD_NOT_FOUND');
    if (who !== 'everybody') codes.add('FORBIDDEN');
  }
  for (const [, name = ''] of route.path.matchAll(/\{(\w+)\}/g))
    if (!OTHERWISE_REFUSED.has(name)) codes.add(TASK_IDS.has(name) ? 'TASK_NOT_FOUND' : 'NOT_FOUND');
  if (route.method !== 'get')
    for (const code of ['CSRF_REJECTED', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] as const)
      codes.add(code);

  const byStatus = new Map<number, ErrorCode[]>();
  const put = (status: number, code: ErrorCode) =>
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  for (const code of codes) put(STATUS_OF[code], code);
  if (codes.has('VERSION_CONFLICT')) put(412, 'VERSION_CONFLICT');
  return [...byStatus]
    .sort(([a], [b]) => a - b)
    .map(([status, list]) => [status, failure(list, failed)] as const);
}

/**
 * Returns the responses by status. An operation that only redirects has no 2xx status, which linters and generators
 * require, so it refers to the error envelope as its default.
 */
function responses(route: Route, shared: Shared): JsonSchema {
  const all = Object.fromEntries([...successes(route, shared), ...failures(route, shared.failed)]);
  const isOnlyRedirect = route.responses.every(({ status }) => status >= 300 && status < 400);
  return isOnlyRedirect ? { ...all, default: failure(['INTERNAL_ERROR'], shared.failed) } : all;
}

/** Returns a reference to the response of an error with one of these codes. Many operations share it. */
function failure(codes: readonly ErrorCode[], failed: Map<string, JsonSchema>): JsonSchema {
  const name = codes.map(inCamelCase).join('Or');
  failed.set(name, {
    description: codes.map((code) => `\`${code}\`: ${ERROR_MEANINGS[code]}`).join('\n\n'),
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/Error' },
        examples: Object.fromEntries(codes.map((code) => [code, { value: errorExample(code) }])),
      },
    },
  });
  return { $ref: `#/components/responses/${name}` };
}

function errorExample(code: ErrorCode): JsonSchema {
  const reasons = { INVALID_STATE: 'WRONG_STATUS', FORBIDDEN: 'GROWN_UPS_ONLY' } as const;
  const details = code in reasons ? { details: { reason: reasons[code as keyof typeof reasons] } } : {};
  return { error: { code, message: ERROR_MEANINGS[code].replaceAll('`', ''), ...details } };
}

/** Turns `RATE_LIMITED` into `RateLimited`. */
const inCamelCase = (code: string) =>
  code.toLowerCase().replaceAll(/(?:^|_)(\w)/g, (_match, first: string) => first.toUpperCase());

const inOrder = (named: ReadonlyMap<string, JsonSchema>) =>
  Object.fromEntries([...named].sort(([a], [b]) => (a < b ? -1 : 1)));

const ERROR: JsonSchema = {
  type: 'object',
  description: 'The body of every failure.',
  required: ['error'],
  additionalProperties: false,
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message'],
      additionalProperties: false,
      properties: {
        code: {
          type: 'string',
          enum: Object.keys(STATUS_OF),
          description: 'A stable code. The responses of the operations explain the codes.',
        },
        message: {
          type: 'string',
          description: 'A sentence for developers. Clients show a sentence of their own for each code.',
        },
        details: {
          description:
            'For VALIDATION_FAILED the invalid fields; for VERSION_CONFLICT an object whose `current` ' +
            'is the present occurrence or series; for INVALID_STATE an InvalidStateDetails; for ' +
            'FORBIDDEN a ForbiddenDetails.',
          anyOf: [
            { $ref: '#/components/schemas/InvalidStateDetails' },
            { $ref: '#/components/schemas/ForbiddenDetails' },
            { type: 'object' },
            { type: 'array', items: {} },
          ],
        },
      },
    },
  },
};

/** Returns the schema of the `details` of an error that can have one of these reasons. */
function reasonDetails<Reason extends string>(
  code: ErrorCode,
  reasons: readonly Reason[],
  meanings: Readonly<Record<Reason, string>>,
): JsonSchema {
  return {
    type: 'object',
    description: `The \`details\` of the error ${code}. Clients explain \`reason\` in their own words.`,
    required: ['reason'],
    properties: {
      reason: {
        type: 'string',
        enum: [...reasons],
        description: reasons.map((reason) => `- \`${reason}\`: ${meanings[reason]}`).join('\n'),
      },
    },
  };
}
