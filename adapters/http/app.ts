import type { BulkLine } from '../../application/bulk/bulk-line.js';
import cookieParser from 'cookie-parser';
import express, { type Express } from 'express';
import helmet from 'helmet';
import { ApplicationError } from '../../application/shared/errors.js';
import type { Clock, EventBus, DatabaseHealth, Logger, RateLimiter } from '../../application/shared/ports.js';
import type { UseCases } from '../../application/composition/use-cases.js';
import { RequestLimiters, type RequestLimits } from './request-limiters.js';
import { CredentialCookies } from './credentials.js';
import { dispatch, readBody } from './dispatch.js';
import { errorHandler } from './errors/error-handler.js';
import {
  accessLog,
  setLoggedRoute,
  type RequestObserver,
  logsWithRequestId,
  requestId,
  type InLogContext,
} from './middleware/access-log.js';
import { globalRateLimit, routeRateLimits, type RateLimits } from './middleware/rate-limits.js';
import { mountOperators, type OperatorSettings } from './operators/mount-operators.js';
import { docsPage } from './openapi/docs-page.js';
import { openApiDocument } from './openapi/document.js';
import type { Route } from './route.js';
import type { Offers, ServiceSettings } from './route-dependencies.js';
import { routes } from './routes.js';
import { sendJsonText } from './send-json.js';
import { StreamHub, type StreamSettings } from './sse/stream-hub.js';
import { serveWeb } from './web/serve-web.js';
import type { WebClient } from './web/web-client.js';

export type HttpDependencies = {
  readonly useCases: UseCases;
  readonly bulkLine: BulkLine;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly health: DatabaseHealth & { isShuttingDown(): boolean };
  readonly rateLimiter: RateLimiter;
  readonly inLogContext: InLogContext;
  readonly eventBus: Pick<EventBus, 'subscribe'>;
  /** Counts requests for the metrics. null means that requests are not counted. */
  readonly requestObserver: RequestObserver | null;
  /** The settings of the pages for operators. null means that there are no such pages. */
  readonly operators: OperatorSettings | null;
  readonly offers: Offers;
  readonly settings: HttpSettings;
};

export type HttpSettings = ServiceSettings & {
  readonly production: boolean;
  /**
   * Express's setting `trust proxy`: the number of proxies, or their subnets. `true` is not possible, because clients
   * could then invent their IP address.
   */
  readonly trustProxy: number | readonly string[] | false;
  readonly rateLimits: RateLimits;
  /** If true, the application serves only the health routes and the pages for operators. */
  readonly healthOnly?: boolean;
  /** The web client that is served to browsers. null means that none is served. */
  readonly web?: WebClient | null;
  readonly streams?: Partial<StreamSettings>;
  readonly admission?: Partial<RequestLimits>;
};

export type HttpApp = {
  readonly app: Express;
  readonly routes: readonly Route[];
  readonly streams: Pick<StreamHub, 'close' | 'size'>;
};

/**
 * Creates the table of routes and the Express application that serves it. The caller must end the live streams of the
 * application before it closes the server.
 */
export function createApp(dependencies: HttpDependencies): HttpApp {
  const { logger, settings, useCases, eventBus } = dependencies;
  const streams = new StreamHub({
    bus: eventBus,
    areAdmitted: useCases.areAdmitted,
    startFollowing: useCases.startFollowing,
    followChanges: useCases.followChanges,
    logger,
    settings: settings.streams,
  });
  const admission = new RequestLimiters(dependencies.bulkLine, settings.admission);
  const table = routes({
    ...settings,
    ...dependencies,
    streams,
    admission,
    cookies: new CredentialCookies({ secure: settings.cookieSecure }),
    webBuild: settings.web?.build ?? null,
  });

  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  app.set('query parser', 'simple');
  app.set('trust proxy', settings.trustProxy);

  app.use(
    requestId,
    logsWithRequestId(dependencies.inLogContext),
    accessLog(logger, dependencies.requestObserver),
  );
  app.use(
    helmet({
      strictTransportSecurity: settings.production,
      contentSecurityPolicy: { useDefaults: false, directives: NOTHING },
    }),
  );
  mount(app, table.filter(isHealth), admission, dependencies);
  const limit = globalRateLimit(settings.rateLimits, dependencies);
  if (dependencies.operators !== null) mountOperators(app, dependencies.operators, limit);
  if (!settings.healthOnly) {
    if (settings.web) app.use(serveWeb(settings.web));
    app.use('/v1', noStore);
    app.use(limit);
    mountService(app, table, admission, dependencies);
    streams.start();
  }
  app.use(() => {
    throw new ApplicationError('NOT_FOUND', 'There is nothing at this address');
  });
  app.use(errorHandler(logger));
  return { app, routes: table, streams };
}

function mountService(
  app: Express,
  table: readonly Route[],
  admission: RequestLimiters,
  dependencies: HttpDependencies,
): void {
  const { settings } = dependencies;
  app.use('/v1', cookieParser());
  const counted = table.filter((row) => !isHealth(row));
  mount(app, counted, admission, dependencies);

  // The OpenAPI document is created when a client first requests it. Most processes never need it, and it takes
  // megabytes of memory.
  let document: string | undefined;
  app
    .route('/openapi.json')
    .get((_request, response) => {
      document ??= JSON.stringify(openApiDocument(table, settings));
      return sendJsonText(response, document);
    })
    .all(otherMethods([{ method: 'get' }]));
  if (!settings.production) app.use('/docs', docsPage());
}

/** The content security policy of JSON answers: they may load nothing and must not be shown in a frame. */
const NOTHING = { defaultSrc: ["'none'"], frameAncestors: ["'none'"] };

/**
 * Orchestrators send health probes often and from one address, so the global rate limit does not count these
 * requests.
 */
const isHealth = ({ path }: Route) => path.startsWith('/health');

const noStore: express.RequestHandler = (_request, response, next) => {
  response.setHeader('Cache-Control', 'no-store');
  next();
};

function mount(
  app: Express,
  table: readonly Route[],
  admission: RequestLimiters,
  dependencies: HttpDependencies,
): void {
  const { useCases, clock, settings } = dependencies;
  const limits = routeRateLimits(settings.rateLimits, dependencies);
  for (const [path, rows] of Map.groupBy(table, (row) => row.path)) {
    const address = app.route(path.replaceAll(/\{(\w+)\}/g, ':$1'));
    for (const row of rows) {
      const limited = row.limited ? [limits[row.limited]] : [];
      const read = row.method === 'get' || row.upload ? [] : [readBody(row)];
      const before = [...limited, ...read];
      // A middleware may refuse the request, so the route is stored for the log before the middleware runs.
      if (before.length > 0) before.unshift(setLoggedRoute(row.path));
      address[row.method](...before, dispatch(row, { useCases, clock, admission }));
    }
    address.all(setLoggedRoute(path), otherMethods(rows));
  }
}

/** Answers OPTIONS with the supported methods, and every other method with METHOD_NOT_ALLOWED. */
function otherMethods(rows: readonly Pick<Route, 'method'>[]): express.RequestHandler {
  const methods = rows.map(({ method }) => method.toUpperCase());
  const allow = [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ');
  return (request, response) => {
    response.setHeader('Allow', allow);
    if (request.method !== 'OPTIONS')
      throw new ApplicationError('METHOD_NOT_ALLOWED', `This address supports only ${allow}`);
    response.status(204).end();
  };
}
