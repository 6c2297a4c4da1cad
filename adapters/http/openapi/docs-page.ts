import { Router } from 'express';
import helmet from 'helmet';
import swaggerUi from 'swagger-ui-express';

/**
 * Serves the interactive reference from local files, so it works offline and under a strict content security
 * policy.
 */
export function docsPage(): Router {
  const router = Router();
  router.use(
    helmet.contentSecurityPolicy({
      directives: {
        defaultSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:'],
        // Without this, browsers load the files of the page with https, which fails if the service uses plain
        // http.
        upgradeInsecureRequests: null,
      },
    }),
    swaggerUi.serveFiles(undefined, { swaggerOptions: OPTIONS }),
    swaggerUi.setup(undefined, { swaggerOptions: OPTIONS, customSiteTitle: 'Household planner API' }),
  );
  return router;
}

const OPTIONS = {
  url: '/openapi.json',
  withCredentials: true,
  tryItOutEnabled: true,
  validatorUrl: null,
  // A browser would need seconds to render all operations and schemas at once, so they are collapsed.
  docExpansion: 'none',
  defaultModelsExpandDepth: 0,
  requestInterceptor: asOwnClient,
};

declare const location: { readonly origin: string };

/**
 * Runs in the browser. It adds the header of our clients to requests of "Try it out", and sends these requests to
 * the origin of the page.
 */
function asOwnClient(request: { url: string; headers: Record<string, string> }) {
  const { pathname, search } = new URL(request.url, location.origin);
  request.url = location.origin + pathname + search;
  request.headers['X-Requested-With'] = 'app';
  return request;
}
