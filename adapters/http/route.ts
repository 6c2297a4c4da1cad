import type { Readable } from 'node:stream';
import type { CookieOptions, Request, Response } from 'express';
import type { DisplayCaller } from '../../application/displays/authenticate-display.js';
import type { Caller, MemberCaller } from '../../application/shared/caller.js';
import {
  isOfHousehold,
  OPERATION_POLICIES,
  policyOf,
  type AccountOperation,
  type AnyOperation,
  type OpenOperation,
  type OperationName,
  type OperationPolicy,
  type WritingOperation,
} from '../../application/policy/operations.js';
import type { ErrorCode } from '../../application/shared/errors.js';
import type {
  AwayPeriodId,
  CalendarConnectionId,
  CategoryId,
  DayCalendarId,
  DisplayId,
  PauseId,
  FeedId,
  ChecklistItemId,
  HouseholdId,
  InvitationId,
  MemberId,
  OccurrenceId,
  SeriesId,
  SessionId,
  OperationId,
} from '../../domain/shared/ids.js';
import type { DeviceId } from '../../domain/notifications/device.js';
import type { NotificationId } from '../../domain/notifications/notification.js';
import type { ShoppingItemId } from '../../domain/shopping/item.js';
import type { ShoppingListId } from '../../domain/shopping/list.js';
import type { ListedOperation } from '../../domain/operations/operation.js';
import type { TemplateId } from '../../domain/templates/template.js';
import type { AttachmentId } from '../../domain/attachments/attachment.js';
import type { SwapId } from '../../domain/series/swap.js';
import type { RequestSlots } from './request-limiters.js';
import type { InputClass, OutputClass } from '../validation/compose.js';

/** The types of path parameters. All are UUIDs, except those in TEXT_PARAMS. */
export type PathIds = {
  feedId: FeedId;
  deviceId: DeviceId;
  attachmentId: AttachmentId;
  shoppingItemId: ShoppingItemId;
  shoppingListId: ShoppingListId;
  templateId: TemplateId;
  notificationId: NotificationId;
  householdId: HouseholdId;
  operationId: OperationId;
  occurrenceId: OccurrenceId;
  itemId: ChecklistItemId;
  awayPeriodId: AwayPeriodId;
  dayCalendarId: DayCalendarId;
  displayId: DisplayId;
  pauseId: PauseId;
  categoryId: CategoryId;
  memberId: MemberId;
  invitationId: InvitationId;
  seriesId: SeriesId;
  swapId: SwapId;
  sessionId: SessionId;
  connectionId: CalendarConnectionId;
};

/** Path parameters that are not UUIDs. */
export const TEXT_PARAMS: ReadonlySet<string> = new Set(['token', 'calendarId', 'eventId']);

/** If the row with one of these ids does not exist, the error is TASK_NOT_FOUND. For other ids it is NOT_FOUND. */
export const TASK_IDS: ReadonlySet<string> = new Set<keyof PathIds>(['occurrenceId', 'seriesId']);

export type ParamsOf<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? { readonly [N in Name]: N extends keyof PathIds ? PathIds[N] : string } & ParamsOf<Rest>
  : unknown;

/**
 * The callers that a route accepts. `none` needs no session, `session` needs one, `member` needs a member or a
 * display of the household, and `display` is only for displays.
 */
type Access = 'none' | 'session' | 'member' | 'display';

/** Returns which callers the policy of the operation admits. */
function accessOf(operation: AnyOperation): Access {
  if (isOfHousehold(operation)) return 'member';
  return OPERATION_POLICIES[operation].who === 'anybody' ? 'none' : 'session';
}

/** The caller of an operation. `OnDisplay` is `display` if only displays may use the route. */
type CallerOf<Operation extends AnyOperation, OnDisplay> = Operation extends OpenOperation
  ? null
  : Operation extends AccountOperation
    ? Caller
    : OnDisplay extends 'display'
      ? DisplayCaller
      : MemberCaller;
type AnyCaller = MemberCaller | DisplayCaller | Caller | null;

export type CookieChange = {
  readonly name: string;
  readonly value: string | null;
  readonly options: CookieOptions;
};

/**
 * Content that is not JSON. `type` is its media type. Streams are read, and pieces are created, only as fast as the
 * client reads them. The request counts towards the limits of concurrent requests while a piece is created, but not
 * while the client reads it.
 */
export type Content = {
  readonly type: string;
  readonly data: string | Buffer | Readable | AsyncGenerator<string | Buffer>;
};

/**
 * The answer of a handler. `body` is sent as JSON, `content` unchanged. Without either and without `stream`, the
 * answer has no body.
 */
export type RouteResponse<Body = unknown> = {
  /** The HTTP status. If it is missing, the status of the first response in the route is used. */
  readonly status?: number;
  readonly body?: Body;
  readonly content?: Content;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cookies?: readonly CookieChange[];
  /** Sends the headers and the body itself. It may throw an ApplicationError as long as it has sent nothing. */
  readonly stream?: (response: Response) => unknown;
};

/** Redirects the browser to `location`. */
export function redirect(location: string, cookies: readonly CookieChange[] = []): RouteResponse<never> {
  return { status: 302, headers: { Location: location }, cookies };
}

type RouteRequest<Path extends string, RouteCaller, Body, Query> = {
  readonly caller: RouteCaller;
  readonly params: ParamsOf<Path>;
  readonly query: Query;
  readonly body: Body;
  /** The request of Express, for headers and cookies. Its body has already been read, except for an upload. */
  readonly http: Request;
  /**
   * The places that the request holds in the limits of concurrent requests. The handler gives them up while it waits
   * for its client, for example during an upload.
   */
  readonly slots: RequestSlots;
};

export type ResponseDescription = {
  readonly status: number;
  readonly description: string;
  /** The class of the JSON body, or a list with that class as its element. */
  readonly body?: OutputClass | readonly [OutputClass];
  /** The media types of an answer that is not JSON. */
  readonly contentType?: string | readonly string[];
  readonly headers?: readonly string[];
};

/** One operation of the service. The router and the OpenAPI document are built from a table of these objects. */
export type Route = {
  readonly method: 'get' | 'post' | 'patch' | 'put' | 'delete';
  /** The path in the notation of OpenAPI, such as `/v1/households/{householdId}`. */
  readonly path: string;
  /** The name of a row in application/policy/operations.ts. */
  readonly operationId: AnyOperation;
  readonly tag: string;
  /** A short phrase in the imperative. */
  readonly summary: string;
  /**
   * The description in full sentences and Markdown. It is one paragraph, or a list of paragraphs and list items,
   * which begin with "- ".
   */
  readonly description: string | readonly string[];
  /** The callers that the route accepts. They follow from the policy of the operation, except `display`. */
  readonly access: Access;
  readonly body?: InputClass;
  /** True if the client may leave out the body. A missing body counts as `{}`. */
  readonly bodyOptional?: boolean;
  /**
   * Set if the body is a list: the name of the field of `body` in which the handler finds the list. It is the only
   * field.
   */
  readonly listBody?: string;
  readonly query?: InputClass;
  readonly headers?: readonly HeaderDescription[];
  readonly responses: readonly ResponseDescription[];
  /** Error codes in addition to those that follow from the access, input and method of the route. */
  readonly errors?: readonly ErrorCode[];
  /** The stricter rate limit for this route: that of sign-in routes, or that of error reports. */
  readonly limited?: 'auth' | 'reports';
  /** True if the body is a multipart form with one file. The handler reads it as a stream. */
  readonly upload?: boolean;
  /** True if the answer is a live stream. A live stream does not count towards the limits of concurrent requests. */
  readonly endless?: boolean;
  /** The largest allowed body in bytes, if it is less than the default. */
  readonly bodyBytes?: number;
  /**
   * How many open occurrences a request may touch. It is set for requests that may change most of a household, or
   * preview such a change. These requests run one at a time per process and are admitted by their cost. 0 or
   * missing means that the request changes little.
   */
  readonly bulkCost?: (request: RouteRequest<string, AnyCaller, object, object>) => number | Promise<number>;
  /**
   * Returns the answer to a repetition with the same Idempotency-Key. It is set for mutations with the policy
   * `replay: 'current'`, and for those with `original`, whose first answer may be lost if the process dies.
   */
  readonly onReplay?: OnReplay;
  readonly handle: (
    request: RouteRequest<string, AnyCaller, object, object>,
  ) => Promise<RouteResponse | undefined> | RouteResponse;
};

/** Returns the answer to a repetition: the current state of what the operation changed. */
type OnReplay = (
  request: RepeatedRequest<string, AnyCaller, object, object>,
) => Promise<RouteResponse | undefined> | RouteResponse;

/** A request that repeats an earlier one. `operation` is the operation that the first request performed. */
type RepeatedRequest<Path extends string, RouteCaller, Body, Query> = RouteRequest<
  Path,
  RouteCaller,
  Body,
  Query
> & { readonly operation: ListedOperation };

/**
 * Returns the operation of a household that the route performs, or null if the route does not belong to a
 * household.
 */
export function operationOf({ operationId }: Pick<Route, 'operationId'>): OperationName | null {
  return isOfHousehold(operationId) ? operationId : null;
}

/** Returns the policy of the route. A route outside of households has none. */
export function policyOfRoute(route: Pick<Route, 'operationId'>): Partial<OperationPolicy> {
  const operation = operationOf(route);
  return operation === null ? {} : policyOf(operation);
}

/**
 * Returns true if a repetition with the same Idempotency-Key is recognised by the operation of the first
 * request.
 */
export function isIdempotent(route: Pick<Route, 'operationId'>): boolean {
  const { replay } = policyOfRoute(route);
  return replay === 'current' || replay === 'empty';
}

export type HeaderDescription = {
  readonly name: string;
  readonly description: string;
  readonly format?: string;
};

/** The type of the JSON body that a response of the route describes. */
type DescribedBody<Described extends ResponseDescription> = Described extends {
  readonly body: readonly [OutputClass<infer Element>];
}
  ? readonly Element[]
  : Described extends { readonly body: OutputClass<infer Body> }
    ? Body
    : never;

/** The answer that a handler must return. The handler may return nothing if the route describes no body. */
type Answer<Body> =
  | Promise<RouteResponse<Body>>
  | RouteResponse<Body>
  | ([Body] extends [never] ? Promise<void> : never);

/** Adds an OpenAPI tag to each of the routes. */
export function tagged(tag: string, rows: readonly Omit<Route, 'tag'>[]): Route[] {
  return rows.map((row) => ({ ...row, tag }));
}

/** The methods of routes that perform the operation. An operation that does not write has the method GET. */
type MethodOf<Operation extends AnyOperation> = Operation extends WritingOperation ? Route['method'] : 'get';

/** The fields of a row from which the types of its handler follow. */
type TypedFields<
  Path extends string,
  Operation extends AnyOperation,
  OnDisplay,
  Body extends object,
  Query extends object,
  Responses extends readonly ResponseDescription[],
  RouteCaller = CallerOf<Operation, OnDisplay>,
> = {
  readonly path: Path;
  readonly operationId: Operation;
  readonly method: MethodOf<Operation>;
  /** `display` if only displays may use the route. Other routes do not name their callers. */
  readonly access?: OnDisplay & (Operation extends OperationName ? 'display' : never);
  readonly body?: InputClass<Body>;
  readonly query?: InputClass<Query>;
  readonly responses: Responses;
  readonly onReplay?: (
    request: RepeatedRequest<Path, RouteCaller, Body, Query>,
  ) => Answer<DescribedBody<NoInfer<Responses>[number]>>;
  readonly bulkCost?: (request: RouteRequest<Path, RouteCaller, Body, Query>) => number | Promise<number>;
  readonly handle: (
    request: RouteRequest<Path, RouteCaller, Body, Query>,
  ) => Answer<DescribedBody<Responses[number]>>;
};

/**
 * Returns the route. The types of its handler are inferred from its other fields: path, operation, body, query and
 * responses.
 */
export function route<
  Path extends string,
  Operation extends AnyOperation,
  OnDisplay extends 'display' | null = null,
  Body extends object = object,
  Query extends object = object,
  const Responses extends readonly ResponseDescription[] = readonly ResponseDescription[],
>(
  row: Omit<Route, 'tag' | keyof TypedFields<Path, Operation, OnDisplay, Body, Query, Responses>> &
    TypedFields<Path, Operation, OnDisplay, Body, Query, Responses>,
): Omit<Route, 'tag'> {
  return { access: accessOf(row.operationId), ...row } as unknown as Omit<Route, 'tag'>;
}
