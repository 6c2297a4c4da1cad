import type { Readable } from 'node:stream';
import type { CookieOptions, Request, Response } from 'express';
import type { DisplayCaller } from '../../application/displays/authenticate-display.js';
import type { Caller, MemberCaller } from '../../application/shared/caller.js';
import {
  isOperationName,
  policyOf,
  type OperationName,
  type OperationPolicy,
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
import type { Turn } from './admission/admission.js';
import type { InputClass, OutputClass } from '../validation/compose.js';

/** What each path parameter names; all are UUIDs, but for those of TEXT_PARAMS. */
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

/** Path parameters that are no ids. */
export const TEXT_PARAMS: ReadonlySet<string> = new Set(['token', 'calendarId', 'eventId']);

/** What is not there of these is TASK_NOT_FOUND; of others NOT_FOUND. */
export const TASK_IDS: ReadonlySet<string> = new Set<keyof PathIds>(['occurrenceId', 'seriesId']);

export type ParamsOf<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? { readonly [N in Name]: N extends keyof PathIds ? PathIds[N] : string } & ParamsOf<Rest>
  : unknown;

/** `display`: of a display alone, which no member is. */
export type Access = 'none' | 'session' | 'member' | 'display';
type CallerOf<A extends Access> = A extends 'member'
  ? MemberCaller
  : A extends 'display'
    ? DisplayCaller
    : A extends 'session'
      ? Caller
      : null;

export type CookieChange = {
  readonly name: string;
  readonly value: string | null;
  readonly options: CookieOptions;
};

/**
 * What is not JSON: `type` is its media type. A stream is read, and pieces are made, as fast as the client takes them and no
 * faster; making a piece takes a place among the requests at work.
 */
export type Content = {
  readonly type: string;
  readonly data: string | Buffer | Readable | AsyncGenerator<string | Buffer>;
};

/** What a handler answers: `body` is sent as JSON, `content` as it is, and without either the answer is empty. */
export type RouteResponse<Body = unknown> = {
  /** Absent: that of the first response in the row. */
  readonly status?: number;
  readonly body?: Body;
  readonly content?: Content;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cookies?: readonly CookieChange[];
  /** Sends an answer of its own, head included, instead; until then it may still refuse. */
  readonly stream?: (response: Response) => unknown;
};

/** Sends the browser somewhere else. */
export function redirect(location: string, cookies: readonly CookieChange[] = []): RouteResponse<never> {
  return { status: 302, headers: { Location: location }, cookies };
}

export type RouteRequest<Path extends string, A extends Access, Body, Query> = {
  readonly caller: CallerOf<A>;
  readonly params: ParamsOf<Path>;
  readonly query: Query;
  readonly body: Body;
  /** For headers and cookies; the body has been read. */
  readonly http: Request;
  /** Among the requests at work: to be paused while the handler waits for its client. */
  readonly turn: Turn;
};

export type ResponseDescription = {
  readonly status: number;
  readonly description: string;
  /** What the JSON is: one of them, or a list. */
  readonly body?: OutputClass | readonly [OutputClass];
  /** The media types of an answer that is not JSON. */
  readonly contentType?: string | readonly string[];
  readonly headers?: readonly string[];
};

/**
 * One operation of the service. The router and the OpenAPI document are both made from these rows, so they
 * cannot disagree.
 */
export type Route = {
  readonly method: 'get' | 'post' | 'patch' | 'put' | 'delete';
  /** In OpenAPI's notation: `/v1/households/{householdId}`. */
  readonly path: string;
  readonly operationId: string;
  readonly tag: string;
  /** A short imperative phrase. */
  readonly summary: string;
  /** Full sentences in Markdown: one paragraph, or several paragraphs and list items (which begin with "- "). */
  readonly description: string | readonly string[];
  readonly access: Access;
  readonly body?: InputClass;
  /** The body may be left out, which counts as `{}`. */
  readonly bodyOptional?: boolean;
  /** The body is a list, which the handler finds in this field of `body`, its only one. */
  readonly listBody?: string;
  readonly query?: InputClass;
  readonly headers?: readonly HeaderDescription[];
  readonly responses: readonly ResponseDescription[];
  /** Codes beyond those that follow from access, input and method. */
  readonly errors?: readonly ErrorCode[];
  /** Counted against a stricter limit: that of sign-in routes, or that of reports. */
  readonly limited?: 'auth' | 'reports';
  /** The body is a multipart form with one file, which the handler reads as it comes. */
  readonly upload?: boolean;
  /** The answer has no end of its own, and is not counted among the requests at work. */
  readonly endless?: boolean;
  /** The largest body it takes, where that is less than usual. */
  readonly bodyBytes?: number;
  /**
   * Of a request that may change, or try to change, most of a household: how many open occurrences it may touch. Such
   * requests run one at a time in this process and are admitted by their cost. 0 or absent: it changes little.
   */
  readonly bulkCost?: (request: RouteRequest<string, Access, object, object>) => number | Promise<number>;
  /** Of a mutation whose policy says `replay: 'current'`: the answer to a repetition with its Idempotency-Key. */
  readonly onReplay?: OnReplay;
  readonly handle: (
    request: RouteRequest<string, Access, object, object>,
  ) => Promise<RouteResponse | undefined> | RouteResponse;
};

/** Answers a repetition with what is there now. */
type OnReplay = (
  request: RepeatedRequest<string, Access, object, object>,
) => Promise<RouteResponse | undefined> | RouteResponse;

/** A repetition, with the operation that its first was. */
export type RepeatedRequest<Path extends string, A extends Access, Body, Query> = RouteRequest<
  Path,
  A,
  Body,
  Query
> & { readonly operation: ListedOperation };

/** The operation of a household that the route is; null if it concerns an account, or nobody. */
export function operationOf({
  access,
  operationId,
}: Pick<Route, 'access' | 'operationId'>): OperationName | null {
  return (access === 'member' || access === 'display') && isOperationName(operationId) ? operationId : null;
}

/** What the policy says of the route; a route of an account has none. */
export function policyOfRoute(route: Pick<Route, 'access' | 'operationId'>): Partial<OperationPolicy> {
  const operation = operationOf(route);
  return operation === null ? {} : policyOf(operation);
}

/** Whether a repetition with the same Idempotency-Key is recognised by the operation that the first request was. */
export function isIdempotent(route: Pick<Route, 'access' | 'operationId'>): boolean {
  const { replay } = policyOfRoute(route);
  return replay === 'current' || replay === 'empty';
}

export type HeaderDescription = {
  readonly name: string;
  readonly description: string;
  readonly format?: string;
};

/** The body of an answer that the row describes so. */
type DescribedBody<Described extends ResponseDescription> = Described extends {
  readonly body: readonly [OutputClass<infer Element>];
}
  ? readonly Element[]
  : Described extends { readonly body: OutputClass<infer Body> }
    ? Body
    : never;

/** What a handler has to answer: where the row describes no body, nothing will do. */
type Answer<Body> =
  Promise<RouteResponse<Body>> | RouteResponse<Body> | ([Body] extends [never] ? Promise<void> : never);

/** The rows of one part of the document. */
export function tagged(tag: string, rows: readonly Omit<Route, 'tag'>[]): Route[] {
  return rows.map((row) => ({ ...row, tag }));
}

/** Types the handler by the rest of its row: what it is given, and what it has to answer. */
export function route<
  Path extends string,
  A extends Access,
  Body extends object = object,
  Query extends object = object,
  const Responses extends readonly ResponseDescription[] = readonly ResponseDescription[],
>(
  row: Omit<
    Route,
    | 'tag'
    | 'path'
    | 'operationId'
    | 'access'
    | 'body'
    | 'query'
    | 'responses'
    | 'onReplay'
    | 'bulkCost'
    | 'handle'
  > & {
    path: Path;
    access: A;
    /** A route of a household does not compile without its row in application/policy/operations.ts. */
    operationId: A extends 'member' | 'display' ? OperationName : string;
    body?: InputClass<Body>;
    query?: InputClass<Query>;
    responses: Responses;
    onReplay?: (
      request: RepeatedRequest<Path, A, Body, Query>,
    ) => Answer<DescribedBody<NoInfer<Responses>[number]>>;
    bulkCost?: (request: RouteRequest<Path, A, Body, Query>) => number | Promise<number>;
    handle: (request: RouteRequest<Path, A, Body, Query>) => Answer<DescribedBody<Responses[number]>>;
  },
): Omit<Route, 'tag'> {
  return row as unknown as Omit<Route, 'tag'>;
}
