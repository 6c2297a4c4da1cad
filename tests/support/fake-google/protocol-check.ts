import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import type { Answer } from './answers.js';
import type { Call } from './call.js';
import { ERROR, PARAMETERS, REQUESTS, RESPONSES } from './schemas.js';

const ajv = new Ajv({ allErrors: true, strict: false });
addFormats.default(ajv);

const compiled = (schemas: Readonly<Record<string, object>>) =>
  new Map(Object.entries(schemas).map(([name, schema]) => [name, ajv.compile(schema)]));

const [requests, responses, error] = [compiled(REQUESTS), compiled(RESPONSES), ajv.compile(ERROR)];

/**
 * Returns what is wrong with a request: parameters or bodies that the API does not know or that the fake does
 * not support.
 */
export function problemsOfRequest({ operation, method, url, query, body }: Call): readonly string[] {
  if (operation === null) return [`${method} ${url} is not known here`];
  if (operation.startsWith('oauth.')) return [];
  const known = PARAMETERS[operation] ?? [];
  const strangers = [...new Set(query.keys())]
    .filter((name) => !known.includes(name))
    .map((name) => `${operation}: parameter ${name} is not honoured here`);
  const expanded = query.get('singleEvents') === 'true' ? [`${operation}: nothing is expanded here`] : [];
  const check = requests.get(operation);
  const isJson = check === undefined || isParsable(body);
  if (!isJson) return [...strangers, ...expanded, `${operation}: body is not JSON`];
  const fits = check === undefined || check(JSON.parse(body));
  return [...strangers, ...expanded, ...(fits ? [] : [`${operation}: body ${ajv.errorsText(check.errors)}`])];
}

/** Returns what in an answer the real API would not send. */
export function problemsOfAnswer({ operation }: Call, { status, body }: Answer): readonly string[] {
  if (operation === null || typeof body === 'string') return [];
  const isApi = !operation.startsWith('oauth.');
  const check = status < 300 ? responses.get(operation) : isApi ? error : undefined;
  if (check === undefined || check(body)) return [];
  return [`${operation}: answer ${status} ${ajv.errorsText(check.errors)}`];
}

function isParsable(body: string): boolean {
  try {
    JSON.parse(body);
    return true;
  } catch {
    return false;
  }
}
