import { Router } from 'express';
import helmet from 'helmet';
import swaggerUi from 'swagger-ui-express';

/** The interactive reference, all from files of this package: it works offline and under a strict policy. */
export function docsPage(): Router {
  const router = Router();
  router.use(
    helmet.contentSecurityPolicy({
      directives: {
        defaultSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:'],
        // The page comes over plain http where the service does, and must then find its files there too.
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
  // All operations at once, and all schemas below them, take a browser seconds to draw.
  docExpansion: 'none',
  defaultModelsExpandDepth: 0,
  requestInterceptor: asOwnClient,
};

declare const location: { readonly origin: string };

/**
 * Runs in the browser: "try it out" must send what every client of ours sends, and to where the page came from. The
 * document names the public origin, which the page may not call when it was opened at another name of the service.
 */
function asOwnClient(request: { url: string; headers: Record<string, string> }) {
  const { pathname, search } = new URL(request.url, location.origin);
  request.url = location.origin + pathname + search;
  request.headers['X-Requested-With'] = 'app';
  return request;
}
