import { isDeepStrictEqual } from 'node:util';
import {
  FORBIDDEN_REASONS,
  INVALID_STATE_REASONS,
  type ErrorCode,
} from '../../../application/shared/errors.js';
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

/** The OpenAPI 3.1 document of the routes: the same rows from which the router is built. */
export function openApiDocument(
  routes: readonly Route[],
  info: { version: string; baseUrl: string },
): JsonSchema {
  const components = new Map<string, JsonSchema>([
    ['Error', ERROR],
    ['InvalidStateDetails', reasonDetails('INVALID_STATE', INVALID_STATE_REASONS)],
    ['ForbiddenDetails', reasonDetails('FORBIDDEN', FORBIDDEN_REASONS)],
    ...Object.entries(DOMAIN_SCHEMAS),
  ]);
  const paths: Record<string, JsonSchema> = {};
  const failed = new Map<string, JsonSchema>();
  for (const route of routes) {
    const operations = (paths[route.path] ??= {});
    operations[route.method] = operation(route, { components, failed });
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Household planner',
      version: info.version,
      description:
        'Shared tasks with fair, foretellable turns. Every failure is the Error envelope with a stable code.',
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: info.baseUrl }],
    tags: [...new Set(routes.map(({ tag }) => tag))].map((name) => ({ name, description: name })),
    paths,
    components: {
      schemas: inOrder(components),
      responses: inOrder(failed),
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        cookie: { type: 'apiKey', in: 'cookie', name: 'gn_at' },
        display: { type: 'apiKey', in: 'cookie', name: 'gn_dt' },
      },
    },
  };
}

/** What operations share: the schemas of their bodies, and the responses of their errors. */
type Shared = {
  readonly components: Map<string, JsonSchema>;
  readonly failed: Map<string, JsonSchema>;
};

function operation(route: Route, { components, failed }: Shared): JsonSchema {
  const { body, listBody } = route;
  if (body && listBody === undefined) collect(body, components);
  else if (body) collectInner(body, components);
  return {
    operationId: route.operationId,
    tags: [route.tag],
    summary: route.summary,
    ...describeUndo(route),
    security: listSecurity(route),
    parameters: parameters(route),
    ...(body && {
      requestBody: {
        required: !route.bodyOptional,
        content: {
          'application/json': {
            schema: listBody === undefined ? reference(body) : objectSchema(body).properties[listBody],
          },
        },
      },
    }),
    ...(route.upload && { requestBody: FILE_FORM }),
    responses: Object.fromEntries([...successes(route, components), ...failures(route, failed)]),
  };
}

/** What a display may do it may with its cookie; with its token as a bearer's as well. */
function listSecurity(route: Route): JsonSchema[] {
  const { access } = route;
  if (access === 'none') return [];
  const { display = 'never' } = policyOfRoute(route);
  const ofDisplays = display === 'never' ? [] : [{ display: [] }];
  return [{ bearer: [] }, ...(access === 'display' ? [] : [{ cookie: [] }]), ...ofDisplays];
}

function parameters(route: Route): JsonSchema[] {
  const inPath = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: TEXT_PARAMS.has(name as string) ? { type: 'string' } : { type: 'string', format: 'uuid' },
  }));
  const query = route.query ? objectSchema(route.query).properties : {};
  const inQuery = Object.entries(query).map(([name, schema]) => ({
    name,
    in: 'query',
    required: false,
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

const ACT_TOKEN_NAME = 'X-Act-Token';
const ACT_TOKEN: HeaderDescription = {
  name: ACT_TOKEN_NAME,
  description: 'On a display: who was chosen to do it. The answer tells the next one',
};

/**
 * A mutation of a household tells which operation it was, where it changed anything, a repetition that it is one, and on a
 * display who goes on acting.
 */
function withMarks(route: Route, response: ResponseDescription): ResponseDescription {
  const marks = [
    ...(findUndoable(route) === null ? [] : ['Operation-Id']),
    ...(isIdempotent(route) ? ['Idempotent-Replayed'] : []),
    ...(policyOfRoute(route).display === 'act' ? [ACT_TOKEN_NAME] : []),
  ];
  return marks.length === 0 ? response : { ...response, headers: [...(response.headers ?? []), ...marks] };
}

function describeUndo(route: Route): { readonly description?: string } {
  const undoable = findUndoable(route);
  if (undoable === null) return {};
  return { description: undoable === 'yes' ? 'It can be undone.' : `It is never undone. ${undoable.never}.` };
}

/** null of what is no operation of a household. */
function findUndoable(route: Route): 'yes' | { readonly never: string } | null {
  const { undo: undoable } = policyOfRoute(route);
  return undoable === undefined || (typeof undoable === 'object' && 'nothing' in undoable) ? null : undoable;
}

const FILE_FORM = {
  required: true,
  content: {
    'multipart/form-data': {
      schema: {
        type: 'object',
        required: ['file'],
        properties: { file: { type: 'string', contentMediaType: 'application/octet-stream' } },
      },
    },
  },
};

const REQUESTED_WITH = {
  name: 'X-Requested-With',
  in: 'header',
  required: true,
  description: 'Shows that the request comes from one of our own clients',
  // The default spares whoever tries out a request the typing.
  schema: { type: 'string', const: 'app', default: 'app' },
};

/** One answer a status: where the row describes several, it is any of them. */
function successes(route: Route, components: Map<string, JsonSchema>): (readonly [number, JsonSchema])[] {
  const byStatus = Map.groupBy(route.responses, ({ status }) => status);
  return [...byStatus].map(
    ([status, responses]) =>
      [
        status,
        success(
          responses.map((response) => withMarks(route, response)),
          components,
        ),
      ] as const,
  );
}

function success(responses: readonly ResponseDescription[], components: Map<string, JsonSchema>): JsonSchema {
  const schemas = responses.flatMap(({ body }) => (body ? [bodySchema(body, components)] : []));
  const types = responses.flatMap(({ contentType }) => contentType ?? []);
  const headers = new Set(responses.flatMap((response) => response.headers ?? []));
  return {
    description: responses.map(({ description }) => description).join('. '),
    ...(headers.size > 0 && {
      headers: Object.fromEntries([...headers].map((name) => [name, { schema: { type: 'string' } }])),
    }),
    ...(schemas.length > 0 && {
      content: { 'application/json': { schema: schemas.length === 1 ? schemas[0] : { anyOf: schemas } } },
    }),
    ...(types.length > 0 && {
      content: Object.fromEntries(types.map((type) => [type, { schema: { type: 'string' } }])),
    }),
  };
}

function bodySchema(
  body: NonNullable<ResponseDescription['body']>,
  components: Map<string, JsonSchema>,
): JsonSchema {
  const [type, isList] = typeof body === 'function' ? [body, false] : [body[0], true];
  collect(type, components);
  return isList ? { type: 'array', items: reference(type) } : reference(type);
}

/** The schema of a DTO class, and of all that it refers to, each under the name of its class, which is no other's. */
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

/** What is no id, and that of a household, whose absence has a code of its own. */
const OTHERWISE_REFUSED: ReadonlySet<string> = new Set([...TEXT_PARAMS, 'householdId']);

/** The codes that follow from what the row says, and those that it adds, one answer a status. */
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

/** A reference to the response of an error with one of these codes, which many operations share. */
function failure(codes: readonly ErrorCode[], failed: Map<string, JsonSchema>): JsonSchema {
  const name = codes.map(inCamelCase).join('Or');
  failed.set(name, {
    description: codes.join(', '),
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
  });
  return { $ref: `#/components/responses/${name}` };
}

/** `RATE_LIMITED` as `RateLimited`. */
const inCamelCase = (code: string) =>
  code.toLowerCase().replaceAll(/(?:^|_)(\w)/g, (_match, first: string) => first.toUpperCase());

const inOrder = (named: ReadonlyMap<string, JsonSchema>) =>
  Object.fromEntries([...named].sort(([a], [b]) => (a < b ? -1 : 1)));

const ERROR: JsonSchema = {
  type: 'object',
  required: ['error'],
  additionalProperties: false,
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message'],
      additionalProperties: false,
      properties: {
        code: { type: 'string', enum: Object.keys(STATUS_OF) },
        message: { type: 'string', description: 'for developers, never for display' },
        details: {
          description:
            'For VALIDATION_FAILED the invalid fields; for VERSION_CONFLICT the current occurrence or series; for INVALID_STATE an InvalidStateDetails; for FORBIDDEN a ForbiddenDetails.',
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

/** Returns the schema of the `details` of an error that names its reason. */
function reasonDetails(code: ErrorCode, reasons: readonly string[]): JsonSchema {
  return {
    type: 'object',
    description: `The \`details\` of the error ${code}. Clients explain \`reason\` in their own words.`,
    required: ['reason'],
    properties: { reason: { type: 'string', enum: [...reasons] } },
  };
}
