import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { withOwnResponses } from './openapi/document.js';

type Document = {
  components: { schemas: Record<string, object> };
  paths: Record<
    string,
    Record<
      string,
      { responses: Record<string, { description: string; content?: Record<string, { schema: object }> }> }
    >
  >;
};

/** The error codes whose details contain a reason, with the schemas of the details. */
const REASONED = new Map([
  ['INVALID_STATE', 'InvalidStateDetails'],
  ['FORBIDDEN', 'ForbiddenDetails'],
]);

type ErrorBody = { error: { code: string; details?: unknown } };

/**
 * Checks answers against the OpenAPI document: the status must be documented, the body must match its schema,
 * and the error code must be one that is documented for the status.
 */
export class OpenApiChecker {
  readonly #ajv: Ajv2020;
  readonly #document: Document;
  readonly #templates: readonly { readonly template: string; readonly names: readonly string[] }[];
  readonly #validators = new Map<string, ValidateFunction>();

  constructor(document: object) {
    this.#document = withOwnResponses(document as never) as object as Document;
    this.#templates = Object.keys(this.#document.paths).map((template) => ({
      template,
      names: template.split('/'),
    }));
    this.#ajv = new Ajv2020({
      ...{ strict: false, allErrors: true },
      // Another test validates the document itself. Fast validators would save less time than their
      // compilation takes.
      ...{ validateSchema: false, inlineRefs: false, code: { optimize: false } },
    });
    addFormats.default(this.#ajv);
    this.#ajv.addFormat('idn-email', /^[^\s@]+@[^\s@]+$/);
    this.#ajv.addSchema(this.#document, 'api');
  }

  check(method: string, url: string, answer: { status: number; type: string; body: unknown }): void {
    const template = this.#templateOf(new URL(url, 'http://localhost').pathname);
    const operation = template && this.#document.paths[template]?.[method.toLowerCase()];
    if (!template || !operation) return;
    const response = operation.responses[String(answer.status)];
    const name = `${method} ${template} ${answer.status}`;
    if (response === undefined) throw new Error(`${name} is not documented: ${JSON.stringify(answer.body)}`);
    if (response.content?.['application/json'] === undefined) {
      if (response.content !== undefined && !answer.type.startsWith('application/json')) return;
      if (answer.body !== '' && answer.body !== undefined && JSON.stringify(answer.body) !== '{}')
        throw new Error(`${name} should have no body: ${JSON.stringify(answer.body)}`);
      return;
    }
    if (!answer.type.startsWith('application/json')) throw new Error(`${name} is ${answer.type}, not JSON`);
    const validate = this.#validator(name, [template, method.toLowerCase(), String(answer.status)]);
    if (!validate(answer.body))
      throw new Error(`${name}: ${this.#ajv.errorsText(validate.errors)}\n${JSON.stringify(answer.body)}`);
    if (answer.status < 400) return;
    const { code } = (answer.body as ErrorBody).error;
    if (!response.description.includes(`\`${code}\``))
      throw new Error(`${name} is documented without ${code}: ${response.description}`);
    const details = REASONED.get(code);
    if (details !== undefined) this.#checkReason(name, details, answer.body as ErrorBody);
  }

  /** Checks that the error has a documented reason, so that clients can explain it. */
  #checkReason(name: string, schemaName: string, { error: { details } }: ErrorBody): void {
    const schema = this.#document.components.schemas[schemaName];
    if (schema === undefined || !this.#ajv.validate(schema, details))
      throw new Error(`${name} has no documented reason: ${JSON.stringify(details)}`);
  }

  #validator(name: string, [template, method, status]: [string, string, string]): ValidateFunction {
    let validator = this.#validators.get(name);
    if (validator === undefined) {
      const pointer = [
        'paths',
        template,
        method,
        'responses',
        status,
        'content',
        'application/json',
        'schema',
      ]
        .map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')))
        .join('/');
      validator = this.#ajv.compile({ $ref: `api#/${pointer}` });
      this.#validators.set(name, validator);
    }
    return validator;
  }

  #templateOf(path: string): string | undefined {
    const parts = path.split('/');
    return this.#templates.find(
      ({ names }) =>
        names.length === parts.length && names.every((name, i) => name.startsWith('{') || name === parts[i]),
    )?.template;
  }
}
