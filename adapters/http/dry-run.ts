import { validationFailed } from '../../application/shared/errors.js';
import { isJsonObject } from '../../domain/shared/json-object.js';
import type { Route } from './route.js';
import { listProperties, type InputClass } from '../validation/description.js';

const NAME = 'dryRun';

/** Where a request of the route says that it is only to be tried; null: it cannot be. */
export function placeOfDryRun({ body, query }: Pick<Route, 'body' | 'query'>): 'body' | 'query' | null {
  if (knows(body)) return 'body';
  return knows(query) ? 'query' : null;
}

const knows = (type: InputClass | undefined) =>
  type !== undefined && listProperties(type.prototype as object).has(NAME);

/**
 * VALIDATION_FAILED where `dryRun` stands in the query of a route that reads it in the body, or the reverse: unknown fields
 * are ignored, and what was to be tried would be done.
 */
export function requireDryRunInPlace(
  route: Pick<Route, 'body' | 'query'>,
  given: { readonly query: object; readonly body: unknown },
): void {
  const place = placeOfDryRun(route);
  const isMisplaced =
    place === 'body'
      ? Object.keys(given.query).some((name) => name === NAME || name.startsWith(`${NAME}[`))
      : isJsonObject(given.body) && Object.hasOwn(given.body, NAME);
  if (place !== null && isMisplaced)
    throw validationFailed([{ field: NAME, rule: 'place', message: `belongs in the ${place}` }]);
}
