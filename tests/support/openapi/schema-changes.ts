import type { Document, Schema } from './document.js';

/**
 * Which clients must keep working: those that send values of the schema (`request`), or those that read them
 * (`answer`).
 */
export type Side = 'request' | 'answer';

type Documents = { readonly old: Document; readonly new: Document };

/**
 * Compares two versions of a schema and returns the changes that break clients, each as "place: change".
 * A request may only accept more than before, and an answer may only promise more. New values in an
 * enumeration of an answer are additions, because clients must handle values that they do not know.
 */
export class SchemaChanges {
  readonly #documents: Documents;
  readonly #side: Side;
  /** The pairs of schemas that are being compared. A schema may contain itself. */
  readonly #open = new Set<string>();

  constructor(documents: Documents, side: Side) {
    this.#documents = documents;
    this.#side = side;
  }

  between(before: Schema, after: Schema, place: string): string[] {
    const pair = `${before.$ref ?? ''} ${after.$ref ?? ''}`;
    const recursive = before.$ref !== undefined && after.$ref !== undefined;
    if (recursive && this.#open.has(pair)) return [];
    if (recursive) this.#open.add(pair);
    const changes = this.#ofAlternatives(
      alternatives(before, this.#documents.old),
      alternatives(after, this.#documents.new),
      place,
    );
    if (recursive) this.#open.delete(pair);
    return changes;
  }

  /**
   * A request must still accept each old alternative. An answer may only have alternatives that it had
   * before.
   */
  #ofAlternatives(before: readonly Schema[], after: readonly Schema[], place: string): string[] {
    const [asked, offered] = this.#side === 'request' ? [before, after] : [after, before];
    return asked.flatMap((form) => {
      const alike = offered.filter((other) => isSameKind(form, other));
      if (alike.length === 0) {
        const [old] = offered;
        const changed = asked.length === 1 && offered.length === 1 && old !== undefined;
        if (changed) {
          const [from, to] = this.#side === 'request' ? [form, old] : [old, form];
          return [`${place}: was ${nameOf(from)}, is ${nameOf(to)}`];
        }
        return [`${place}: ${this.#side === 'request' ? 'no longer takes' : 'may now be'} ${nameOf(form)}`];
      }
      const tries = alike.map((other) =>
        this.#side === 'request' ? this.#ofForms(form, other, place) : this.#ofForms(other, form, place),
      );
      return tries.reduce((best, next) => (next.length < best.length ? next : best));
    });
  }

  #ofForms(before: Schema, after: Schema, place: string): string[] {
    return [
      ...this.#ofValues(before, after, place),
      ...this.#ofTexts(before, after, place),
      ...(this.#side === 'request' ? narrowedLimits(before, after, place) : []),
      ...this.#ofProperties(before, after, place),
      ...this.#ofParts(before, after, place),
    ];
  }

  #ofValues(before: Schema, after: Schema, place: string): string[] {
    const [old, now] = [valuesOf(before), valuesOf(after)];
    if (old === null && now === null) return [];
    if (now === null) return this.#side === 'answer' ? [`${place}: may now be any ${nameOf(after)}`] : [];
    if (old === null) return this.#side === 'request' ? [`${place}: takes only ${now.join(', ')} now`] : [];
    const gone = old.filter((value) => !now.includes(value));
    return gone.length > 0 ? [`${place}: the value ${gone.join(', ')} is gone`] : [];
  }

  /**
   * Formats and patterns are compared as text, because nothing can decide which of two patterns accepts more.
   */
  #ofTexts(before: Schema, after: Schema, place: string): string[] {
    return TEXT_RULES.flatMap((rule) => {
      const [old, now] = [written(before[rule]), written(after[rule])];
      const freer = (this.#side === 'request' ? now : old) === 'none';
      return old === now || freer ? [] : [`${place}: ${rule} was ${old}, is ${now}`];
    });
  }

  #ofProperties(before: Schema, after: Schema, place: string): string[] {
    const [old, now] = [before.properties ?? {}, after.properties ?? {}];
    const [needed, needs] = [new Set(before.required), new Set(after.required)];
    const shared = Object.entries(old).flatMap(([name, schema]) => {
      const at = `${place}.${name}`;
      const next = now[name];
      if (next === undefined) return [`${at}: is gone`];
      const presence =
        this.#side === 'request'
          ? needs.has(name) && !needed.has(name) && [`${at}: is required now`]
          : needed.has(name) && !needs.has(name) && [`${at}: may be absent now`];
      return [...(presence || []), ...this.between(schema, next, at)];
    });
    const added = Object.keys(now).filter((name) => !(name in old) && needs.has(name));
    return this.#side === 'request'
      ? [...shared, ...added.map((name) => `${place}.${name}: is new and required`)]
      : shared;
  }

  #ofParts(before: Schema, after: Schema, place: string): string[] {
    return [
      ...this.#ofOpenness(before.additionalProperties ?? true, after.additionalProperties ?? true, place),
      ...this.#ofElements(before.items, after.items, `${place}[]`),
      ...Object.entries(before.patternProperties ?? {}).flatMap(([pattern, schema]) => {
        const next = after.patternProperties?.[pattern];
        const at = `${place}.*`;
        return next === undefined ? [`${at}: is gone`] : this.between(schema, next, at);
      }),
    ];
  }

  #ofElements(before: Schema | undefined, after: Schema | undefined, place: string): string[] {
    return before === undefined && after === undefined ? [] : this.between(before ?? {}, after ?? {}, place);
  }

  /**
   * Further properties may be forbidden in an answer but not in a request. Clients can rely only on the
   * properties that are named.
   */
  #ofOpenness(before: boolean | Schema, after: boolean | Schema, place: string): string[] {
    if (typeof before === 'object' && typeof after === 'object')
      return this.between(before, after, `${place}.*`);
    const closed = this.#side === 'request' && before !== false && after !== true;
    return closed ? [`${place}: takes no further properties now`] : [];
  }
}

const TEXT_RULES = ['format', 'pattern', 'contentMediaType', 'not'] as const;

const LOWER_LIMITS = ['minLength', 'minItems', 'minimum', 'exclusiveMinimum'] as const;
const UPPER_LIMITS = ['maxLength', 'maxItems', 'maximum'] as const;

const written = (value: unknown) => (value === undefined ? 'none' : JSON.stringify(value));

function narrowedLimits(before: Schema, after: Schema, place: string): string[] {
  const lower = LOWER_LIMITS.filter((rule) => (after[rule] ?? -Infinity) > (before[rule] ?? -Infinity));
  const upper = UPPER_LIMITS.filter((rule) => (after[rule] ?? Infinity) < (before[rule] ?? Infinity));
  return [...lower, ...upper].map(
    (rule) => `${place}: ${rule} was ${written(before[rule])}, is ${written(after[rule])}`,
  );
}

/** Returns the alternatives that a schema allows, with references resolved. */
function alternatives(schema: Schema, document: Document): Schema[] {
  const { anyOf, oneOf, ...rest } = resolved(schema, document);
  const forms = anyOf ?? oneOf;
  return forms === undefined
    ? [rest]
    : forms.flatMap((form) => alternatives(form, document)).map((form) => ({ ...rest, ...form }));
}

function resolved(schema: Schema, document: Document): Schema {
  if (schema.$ref === undefined) return schema;
  const name = schema.$ref.replace('#/components/schemas/', '');
  const target = document.components?.schemas?.[name];
  if (target === undefined) throw new Error(`${schema.$ref} leads nowhere`);
  return resolved(target, document);
}

/**
 * Returns true if both have the same type. If both have a constant property of the same name, its value must
 * be the same too.
 */
function isSameKind(one: Schema, other: Schema): boolean {
  if (!isSameType(one.type, other.type)) return false;
  return Object.entries(one.properties ?? {}).every(([name, { const: mark }]) => {
    const otherMark = other.properties?.[name]?.const;
    return mark === undefined || otherMark === undefined || mark === otherMark;
  });
}

/**
 * Returns true if every value of type `asked` is also of type `offered`. undefined allows every type, and an
 * integer is a number.
 */
function isSameType(asked: string | undefined, offered: string | undefined): boolean {
  return offered === undefined || asked === offered || (asked === 'integer' && offered === 'number');
}

const valuesOf = (schema: Schema): unknown[] | null =>
  schema.const !== undefined ? [schema.const] : schema.enum ? [...schema.enum] : null;

function nameOf(schema: Schema): string {
  const marks = Object.entries(schema.properties ?? {}).filter(([, { const: mark }]) => mark !== undefined);
  const marked = marks.map(([name, { const: mark }]) => `${name} ${JSON.stringify(mark)}`).join(', ');
  return `${schema.type ?? 'anything'}${marked && ` with ${marked}`}`;
}
