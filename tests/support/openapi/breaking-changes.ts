import {
  withOwnResponses,
  type Content,
  type Document,
  type Operation,
  type Parameter,
  type Response,
} from './document.js';
import { SchemaChanges, type Side } from './schema-changes.js';

/**
 * Returns the changes in `later` that break a client written against `earlier`, one sentence each. Returns
 * none if there are only additions.
 */
export function breakingChanges(earlier: Document, later: Document): string[] {
  const [before, after] = [withOwnResponses(earlier), withOwnResponses(later)];
  const documents = { old: before, new: after };
  return Object.entries(before.paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, operation]) => {
      const place = `${method.toUpperCase()} ${path}`;
      const next = after.paths[path]?.[method];
      return next === undefined
        ? [`${place}: is gone`]
        : new OperationChanges(documents).between(operation, next, place);
    }),
  );
}

class OperationChanges {
  readonly #schemas: Readonly<Record<Side, SchemaChanges>>;

  constructor(documents: ConstructorParameters<typeof SchemaChanges>[0]) {
    this.#schemas = {
      request: new SchemaChanges(documents, 'request'),
      answer: new SchemaChanges(documents, 'answer'),
    };
  }

  between(before: Operation, after: Operation, place: string): string[] {
    const renamed = before.operationId !== after.operationId;
    const closed = isOpen(before) && !isOpen(after);
    return [
      ...(renamed ? [`${place}: operationId was ${before.operationId}, is ${after.operationId}`] : []),
      ...(closed ? [`${place}: asks for signing in now`] : []),
      ...this.#ofParameters(before.parameters ?? [], after.parameters ?? [], place),
      ...this.#ofBody(before.requestBody, after.requestBody, place),
      ...this.#ofAnswers(before.responses, after.responses, place),
    ];
  }

  #ofParameters(before: readonly Parameter[], after: readonly Parameter[], place: string): string[] {
    const find = (list: readonly Parameter[], wanted: Parameter) =>
      list.find((parameter) => parameter.name === wanted.name && parameter.in === wanted.in);
    const at = (parameter: Parameter) => `${place} ${parameter.in} parameter ${parameter.name}`;
    return [
      ...before.flatMap((parameter) => {
        const next = find(after, parameter);
        if (next === undefined) return [`${at(parameter)}: is gone`];
        const required = next.required && !parameter.required ? [`${at(parameter)}: is required now`] : [];
        return [...required, ...this.#schemas.request.between(parameter.schema, next.schema, at(parameter))];
      }),
      ...after
        .filter((parameter) => parameter.required && find(before, parameter) === undefined)
        .map((parameter) => `${at(parameter)}: is new and required`),
    ];
  }

  #ofBody(before: Operation['requestBody'], after: Operation['requestBody'], place: string): string[] {
    const at = `${place} body`;
    if (after === undefined) return before === undefined ? [] : [`${at}: is gone`];
    const required = after.required && !before?.required ? [`${at}: is required now`] : [];
    return before === undefined
      ? required
      : [...required, ...this.#ofContent('request', before.content, after.content, at)];
  }

  #ofAnswers(before: Operation['responses'], after: Operation['responses'], place: string): string[] {
    return Object.entries(before).flatMap(([status, response]) => {
      const at = `${place} ${status}`;
      const next = after[status];
      return next === undefined ? [`${at}: is gone`] : this.#ofAnswer(response, next, at);
    });
  }

  #ofAnswer(before: Response, after: Response, place: string): string[] {
    return [
      ...Object.keys(before.headers ?? {})
        .filter((name) => !(name in (after.headers ?? {})))
        .map((name) => `${place} header ${name}: is gone`),
      ...this.#ofContent('answer', before.content ?? {}, after.content ?? {}, place),
    ];
  }

  #ofContent(side: Side, before: Content, after: Content, place: string): string[] {
    return Object.entries(before).flatMap(([type, { schema }]) => {
      const next = after[type];
      return next === undefined
        ? [`${place}: ${type} is gone`]
        : this.#schemas[side].between(schema, next.schema, place);
    });
  }
}

const isOpen = ({ security = [] }: Operation) => security.length === 0;
