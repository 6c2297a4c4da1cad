import { fc, type Arbitrary } from '../property.js';

export type Schema = {
  $ref?: string;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  type?: string;
  enum?: unknown[];
  const?: unknown;
  format?: string;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
};
export type Schemas = Record<string, Schema>;

/** Texts that often cause errors in services. */
const NASTY_TEXTS = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u202e\u2028',
  "' or 1=1 --",
  '"><script>alert(1)</script>',
  '%00',
  '../../etc/passwd',
  '${7*7}',
  '__proto__',
  'constructor',
  'null',
  '-1',
  '1e400',
  '2026-02-30',
  '2026-W05',
  '0000-01-01',
  '9999-12-31T23:59:60Z',
  '👩‍👩‍👧‍👦',
  'Ünïcödé',
  '\r\nX-Injected: 1',
  'x'.repeat(300),
  'FREQ=DAILY;COUNT=99999999999999999999',
  'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30',
  'every 31st of february at 25:99',
];

export const nastyText = (): Arbitrary<string> =>
  fc.oneof(fc.constantFrom(...NASTY_TEXTS), fc.string({ unit: 'binary', maxLength: 40 }));

/** Returns any JSON value, including extreme numbers and keys such as `constructor`. */
const nastyValue = (): Arbitrary<unknown> =>
  fc.oneof(
    nastyText(),
    fc.constantFrom<unknown>(null, true, 0, -0, -1, 1.5, 2 ** 53, 1e308, [], {}, [null], [[]], [{}]),
    fc.constant({ __proto__: null, constructor: { prototype: {} }, length: -1 }),
    fc.jsonValue({ maxDepth: 3 }),
  );

/** Generates values that mostly fit a schema, and sometimes do not. */
export class Values {
  readonly #schemas: Schemas;
  readonly #ids: readonly string[];
  readonly #idsByName: Readonly<Record<string, string>>;

  constructor(schemas: Schemas, idsByName: Readonly<Record<string, string>>) {
    this.#schemas = schemas;
    this.#idsByName = idsByName;
    this.#ids = Object.values(idsByName);
  }

  of(schema: Schema, depth = 0): Arbitrary<unknown> {
    return fc.oneof(
      { weight: 9, arbitrary: this.#fitting(schema, depth) },
      { weight: 1, arbitrary: nastyValue() },
    );
  }

  /**
   * Returns a value for a path parameter: mostly the id of an existing thing of that kind, otherwise any id.
   */
  named(name: string): Arbitrary<string> {
    const known = this.#idsByName[name];
    if (known === undefined) return this.id();
    return fc.oneof({ weight: 4, arbitrary: fc.constant(known) }, { weight: 1, arbitrary: this.id() });
  }

  id(): Arbitrary<string> {
    return fc.oneof(
      { weight: 8, arbitrary: fc.constantFrom(...this.#ids) },
      { weight: 1, arbitrary: fc.uuid() },
      { weight: 1, arbitrary: nastyText() },
    );
  }

  #fitting(schema: Schema, depth: number): Arbitrary<unknown> {
    if (schema.$ref !== undefined)
      return this.of(this.#schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}, depth);
    const choices = schema.anyOf ?? schema.oneOf;
    if (choices !== undefined) return fc.oneof(...choices.map((choice) => this.#fitting(choice, depth)));
    if (schema.const !== undefined) return fc.constant(schema.const);
    if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
    switch (schema.type) {
      case 'string':
        return this.#text(schema);
      case 'integer':
      case 'number':
        return fc.integer({
          min: schema.minimum ?? -10,
          max: Math.min(schema.maximum ?? 1_000, 2 ** 31 - 1),
        });
      case 'boolean':
        return fc.boolean();
      case 'null':
        return fc.constant(null);
      case 'array':
        return depth > 4
          ? fc.constant([])
          : fc.array(this.of(schema.items ?? {}, depth + 1), { maxLength: 3 });
      case 'object':
        return depth > 4 ? fc.constant({}) : this.#object(schema, depth);
      default:
        return nastyValue();
    }
  }

  #object({ properties = {} }: Schema, depth: number): Arbitrary<unknown> {
    const fields = Object.entries(properties).map(
      ([name, schema]) => [name, this.of(schema, depth + 1)] as const,
    );
    return fc.record(Object.fromEntries(fields), { requiredKeys: [] });
  }

  #text({ format, maxLength = 30 }: Schema): Arbitrary<string> {
    switch (format) {
      case 'uuid':
        return this.id();
      case 'date':
        return fc.constantFrom(
          '2026-11-21',
          '2026-12-31',
          '2028-02-29',
          '2026-03-29',
          '9998-12-31',
          '0001-01-01',
        );
      case 'date-time':
        return fc.constantFrom(
          '2026-11-21T12:00:00Z',
          '2026-10-25T02:30:00+02:00',
          '1969-12-31T23:59:59.999Z',
        );
      case 'idn-email':
        return fc.constantFrom('someone@example.org', 'x@y', 'a'.repeat(64) + '@example.org');
      case 'password':
        return fc.constantFrom('correct horse battery', 'another long enough one', '1234567890', 'short');
      default:
        return fc.oneof(
          fc.constantFrom(
            'Bins',
            '18:30',
            'Europe/Paris',
            '#aabbcc',
            'FREQ=WEEKLY;BYDAY=TU',
            'milk tomorrow 8am',
          ),
          fc.string({ unit: 'grapheme', maxLength: Math.min(maxLength, 30) }),
        );
    }
  }
}
