import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { getMetadataStorage } from 'class-validator';
import { CommandsInput } from '../../adapters/http/commands/schema.js';
import {
  parseJson,
  placeOfDryRun,
  readInput,
  readInputInTurns,
  readQuery,
} from '../../adapters/http/input.js';
import type { Route } from '../../adapters/http/route.js';
import { CreateTaskInput } from '../../adapters/http/tasks/schema.js';
import { CreateTemplateInput } from '../../adapters/http/templates/schema.js';
import { countValues } from '../../adapters/validation/read-input.js';
import { Absent, ListInParts, Nested, NestedList } from '../../adapters/validation/shape.js';
import { Text } from '../../adapters/validation/text.js';
import { Ids, QueryNumber } from '../../adapters/validation/values.js';
import { ApplicationError } from '../../application/shared/errors.js';
import { MAX_MARKS_IN_A_ROW } from '../../domain/shared/normal-form.js';
import type { Problem } from '../../domain/shared/problem.js';
import type { Api } from '../support/api.js';
import { startDemo } from '../support/demo-calendars.js';
import { furnish, type FurnishedHousehold } from '../support/furnished-household.js';
import { type InputPlace, inputPlaces } from '../support/input-classes.js';
import { VALID_BODIES } from '../support/isolation/valid-bodies.js';
import type { TestService } from '../support/service.js';

describe('inputs of routes', () => {
  describe('limits', () => {
    let service: TestService;
    let places: InputPlace[];
    let token: string;
    beforeAll(async () => {
      service = await startDemo();
      places = inputPlaces(service.routes);
      token = (await service.api.register()).auth['accessToken'];
    });
    afterAll(() => service.close());

    const marks = (count: number) => `a${'\u0301'.repeat(count)}`;

    function problemsOf(place: InputPlace, value: unknown): readonly Problem[] {
      try {
        readInput(place.root, place.place(value));
        return [];
      } catch (error) {
        if (error instanceof ApplicationError)
          return (error as { details?: readonly Problem[] }).details ?? [];
        throw error;
      }
    }
    const rulesOf = (place: InputPlace, value: unknown) =>
      problemsOf(place, value)
        .filter(({ field }) => field === place.field)
        .map(({ rule }) => rule);

    /**
     * Returns the text fields that have the rule for combining marks. It applies to texts that are normalised
     * and to those that keep their offsets.
     */
    const texts = () => places.filter(({ rules }) => rules.includes('combiningMarks'));
    const lists = () => places.filter(({ maxItems }) => maxItems !== undefined);

    describe('for text', () => {
      test('apply the rule for combining marks to every free text field', () => {
        const known = new Set(texts());
        const free = places.filter(
          ({ property: { schema } }) =>
            schema?.['type'] === 'string' &&
            schema['maxLength'] !== undefined &&
            schema['format'] !== 'password' &&
            schema['pattern'] === undefined,
        );
        expect(free.filter((place) => !known.has(place)).map(({ name }) => name)).toEqual([]);
        expect(known.size).toBeGreaterThan(50);
      });

      test('accept 30 combining marks in a row and reject 31 in every text field that may have more than 8 characters', () => {
        // Fields with a small maximum length are left out: their texts are too long before the marks are
        // counted.
        const long = texts().filter(({ property }) => Number(property.schema?.['maxLength'] ?? Infinity) > 8);
        const refusing = long.map((place) => [
          place.name,
          rulesOf(place, `${marks(MAX_MARKS_IN_A_ROW)}@example.org`).includes('combiningMarks'),
          rulesOf(place, `${marks(MAX_MARKS_IN_A_ROW + 1)}@example.org`).includes('combiningMarks'),
        ]);
        expect(refusing).toEqual(long.map(({ name }) => [name, false, true]));
      });

      test('reject text that is too long in every field before it is normalised', () => {
        const normalize = jest.spyOn(String.prototype, 'normalize');
        for (const place of texts()) {
          for (const text of ['x'.repeat(250_000), marks(125_000), `${marks(30)} `.repeat(4_000)]) {
            const rules = rulesOf(place, text);
            const isRefused = rules.includes('maxLength') || rules.includes('isEmail');
            expect({ name: place.name, isRefused }).toEqual({ name: place.name, isRefused: true });
          }
        }
        expect(normalize).not.toHaveBeenCalled();
        normalize.mockRestore();
      });
    });

    describe('for unknown fields', () => {
      const untouchable = () =>
        new Proxy<Record<string, unknown>>(
          {},
          {
            ownKeys: () => {
              throw new Error('the fields were listed');
            },
          },
        );

      test('do not enumerate the unknown fields of any input or nested object', () => {
        for (const place of places) {
          expect(() => readInput(place.root, untouchable())).not.toThrow('listed');
          const {
            maxItems,
            property: { type },
          } = place;
          if (type !== undefined)
            expect(() =>
              problemsOf(place, maxItems === undefined ? untouchable() : [untouchable()]),
            ).not.toThrow('listed');
        }
      });

      test('do not enumerate the fields of an object where a text, a number, a flag or a list is expected', () => {
        const plain = places.filter(
          ({ property: { type, opaqueValues } }) => type === undefined && opaqueValues === undefined,
        );
        expect(plain.length).toBeGreaterThan(100);
        for (const place of plain)
          for (const value of [untouchable(), [untouchable()], [[untouchable()]]])
            expect(() => problemsOf(place, value)).not.toThrow('listed');
      });

      test('do not enumerate the unknown fields inside `recurrence`, `rotation`, `season` and `base`', () => {
        const untouched = places.filter(
          ({ maxItems, property }) => property.opaqueValues !== undefined && maxItems === undefined,
        );
        expect(new Set(untouched.map(({ field }) => field.split('.').at(-1)))).toEqual(
          new Set(['recurrence', 'rotation', 'season', 'base', 'context']),
        );
        // The context of a client error is kept unchanged. Its body is limited to 16 KB.
        for (const place of untouched.filter(({ field }) => field !== 'context'))
          expect(() => problemsOf(place, untouchable())).not.toThrow('listed');
      });

      test('read the list of parameter names of a query at most twice, however many there are', () => {
        for (const { query: type } of service.routes) {
          if (type === undefined) continue;
          let listings = 0;
          const names = Object.fromEntries(Array.from({ length: 1_000 }, (_, i) => [`a${i}[`, 'x']));
          const query = new Proxy(names, { ownKeys: (target) => (listings++, Reflect.ownKeys(target)) });
          try {
            readQuery(type, query);
          } catch (error) {
            expect(error).toMatchObject({ code: 'VALIDATION_FAILED' });
          }
          expect(listings).toBeLessThanOrEqual(2);
        }
      });
    });

    describe('for lists', () => {
      test('read every list only up to one element beyond its limit', () => {
        expect(lists().length).toBeGreaterThan(5);
        for (const place of lists()) {
          const { maxItems = 0 } = place;
          const list = new Proxy(
            Array.from({ length: 50_000 }, () => 0),
            {
              get: (elements, key) => {
                if (typeof key === 'string' && Number(key) > maxItems)
                  throw new Error(`${place.name}: looked at ${key}`);
                return Reflect.get(elements, key) as unknown;
              },
            },
          );
          const rules = rulesOf(place, list);
          expect({ name: place.name, rules }).toEqual({
            name: place.name,
            rules: expect.arrayContaining(['arrayMaxSize']),
          });
        }
      });

      test('have a list with more than 2,000 values read in parts, so that it does not stall other requests', () => {
        const long = lists().filter(
          ({ maxItems = 0, property: { type } }) =>
            type !== undefined && maxItems * countValues(type) > 2_000,
        );
        expect(long.length).toBeGreaterThanOrEqual(4);
        expect(long.filter(({ property }) => !property.inParts).map(({ name }) => name)).toEqual([]);
      });

      test('report at most a hundred problems and 64 KB in every answer', async () => {
        const api = service.api.as(token);
        const home = await api.household();
        let refused = 0;
        const nonsense = Array.from({ length: 5_000 }, () => ({ checklist: Array(10).fill({ title: 5 }) }));
        for (const { method, path, body } of service.routes.filter((route) => route.body !== undefined)) {
          const names = inputPlaces(service.routes.filter((route) => route.body === body)).map(
            ({ field }) => field,
          );
          const input = Object.fromEntries(
            names.map((name) => [name, nonsense.slice(0, Math.floor(1_500 / names.length))]),
          );
          const address = path
            .replace('/v1/households/{householdId}', home)
            .replaceAll(/\{\w+\}/g, crypto.randomUUID());
          const {
            status,
            text,
            body: answer,
          } = await api.call(method.toUpperCase(), address, {
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify(input),
          });
          if (status !== 400) continue;
          refused += 1;
          expect(answer.error.details.length).toBeLessThanOrEqual(100);
          expect(Buffer.byteLength(text)).toBeLessThan(65_536);
        }
        expect(refused).toBeGreaterThan(40);
      });

      test('report at most a hundred problems and 64 KB for a hundred commands together', async () => {
        const api = service.api.as(token);
        const commands = Array.from({ length: 100 }, () => ({
          id: crypto.randomUUID(),
          type: 'task.create',
          at: '2026-11-21T12:00:00Z',
          checklist: Array(100).fill({}),
        }));
        const { status, text, body } = await api.post(`${await api.household()}/commands`, {
          sentAt: '2026-11-21T12:00:00Z',
          commands,
        });
        expect(status).toBe(200);
        const problems = (body.results as { error: { details: unknown[] } }[]).map(
          ({ error }) => error.details,
        );
        expect(problems.every((own) => own.length > 0)).toBe(true);
        expect(problems.flat().length).toBeLessThanOrEqual(100);
        expect(Buffer.byteLength(text)).toBeLessThan(65_536);
      });
    });

    describe('for names', () => {
      /** Returns true for names. Names of shopping items are like titles, which may contain any text. */
      const isName = ({ field, name }: InputPlace) =>
        /(^|\.)(name|displayName|section)$/.test(field) &&
        !/(Shopping(?!List)\w*|Staple) (items\.0\.)?name$/.test(name);

      test.each([
        ['a zero-width space', 'An\u200bna'],
        ['a right-to-left override', 'Anna\u202e'],
        ['an isolate', '\u2066Anna\u2069'],
        ['a joiner between Latin letters', 'An\u200dna'],
        ['a byte order mark', 'Anna\ufeff!'],
        ['a soft hyphen', 'An\u00adna'],
        ['only a Hangul filler', '\u3164'],
        ['a line separator', 'An\u2028na'],
      ])('refuse a name with %s', (_what, text) => {
        const names = places.filter(isName);
        expect(names.length).toBeGreaterThan(10);
        expect(names.map((place) => [place.name, rulesOf(place, text)])).toEqual(
          names.map(({ name }) => [name, ['visibleName']]),
        );
      });

      test.each(['Zoë', '👩‍👩‍👧‍👦 Home', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '❤️', 'می‌خواهم', 'क्‍ष', "O'Neill-Łukasz, 3rd", '1️⃣'])(
        'accept the name %s',
        (text) => {
          const names = places.filter(isName);
          expect(names.map((place) => [place.name, rulesOf(place, text)])).toEqual(
            names.map(({ name }) => [name, []]),
          );
        },
      );
    });

    describe('for dates', () => {
      test('reject dates before the year 3 in every date field', () => {
        const dates = places.filter(({ property }) => property.schema?.['format'] === 'date');
        expect(dates.length).toBeGreaterThan(10);
        expect(
          dates.map((place) => [place.name, rulesOf(place, '0002-12-31'), rulesOf(place, '0003-01-01')]),
        ).toEqual(dates.map(({ name }) => [name, ['civilDate'], []]));
      });

      test.each(['0001-01-01', '0003-01-01', '9998-12-31'])(
        'cause no answer with 5xx for the date %s',
        async (date) => {
          const api = service.api.as(token);
          const home = await api.household();
          const reminders = [40_320];
          const { body: template } = await api.post(`${home}/templates`, {
            name: 'x',
            tasks: [-366, 366].map((dayOffset) => ({ title: 'x', dayOffset, reminders })),
          });
          const answers = await Promise.all([
            api.post(`${home}/tasks`, { title: 'x', date, reminders }),
            api.post(`${home}/tasks`, { title: 'x', date, time: '00:00', durationMinutes: 1_440, reminders }),
            api.post(`${home}/tasks`, { title: 'x', date, reminders, recurrence: { frequency: 'daily' } }),
            api.post(`${home}/templates/${template.id}/apply`, { date }),
            api.post(`${home}/tasks/quick`, { text: `pay ${date} remind 1 week before` }),
            api.get(`${home}/statistics?from=${date}&to=${date}`),
            api.get(`${home}/statistics?from=${date}`),
            api.get(`${home}/statistics?to=${date}`),
            api.get(`${home}/occurrences?from=${date}&to=${date}`),
          ]);
          expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([]);
        },
      );
    });
  });

  describe('a query', () => {
    class Optional {
      @Absent() @QueryNumber({ min: 1, max: 5 }) limit?: number;
    }
    class Required {
      @QueryNumber({ min: 1, max: 5 }) limit!: number;
    }

    test('is read as an input object without fields if it is empty and no field is required', () => {
      const [first, second] = [readQuery(Optional, {}), readQuery(Optional, {})];
      expect(first).toBeInstanceOf(Optional);
      expect(Object.entries(second)).toEqual([]);
      expect(second).not.toBe(first);
      expect(readQuery(Optional, { limit: '3' }).limit).toBe(3);
      expect(() => readQuery(Optional, { limit: '9' })).toThrow(
        expect.objectContaining({ code: 'VALIDATION_FAILED' }),
      );
    });

    test('is refused if it is empty and a field is required', () => {
      for (let i = 0; i < 2; i++)
        expect(() => readQuery(Required, {})).toThrow(expect.objectContaining({ code: 'VALIDATION_FAILED' }));
    });
  });
});

describe('the structure of a body', () => {
  const parse = (json: string, type = CreateTaskInput) => parseJson(Buffer.from(json), type);
  const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

  class Line {
    @Text({ max: 10 }) title!: string;
  }
  class Note {
    @Text({ max: 10 }) title!: string;
    @Absent() @Ids({ max: 5 }) memberIds?: string[];
    @Absent() @NestedList(Line, { max: 3 }) lines?: Line[];
  }

  describe('the check of the bytes of a body', () => {
    test('accepts 16 levels and refuses 17', () => {
      expect(parse(nested(16))).toBeDefined();
      expect(() => parse(nested(17))).toThrow(expect.objectContaining({ code: 'VALIDATION_FAILED' }));
    });

    test('ignores brackets and commas inside text', () => {
      const text = `${'['.repeat(1_000)}\\"${',{'.repeat(20_000)}\\\\`;
      expect(parse(`{"title":"${text}"}`)).toEqual({ title: JSON.parse(`"${text}"`) as string });
    });

    test('calculates how many values the largest valid input of a class contains', () => {
      // The object itself, `title`, `memberIds` with three values per element, and `lines` with the values of
      // their elements.
      expect(countValues(Note)).toBe(1 + 1 + (1 + 5 * 3) + (1 + 3 * countValues(Line)));
    });

    test('admits 100 new tasks with 100 checklist items each in one batch', () => {
      const task = { type: 'task.create', title: 'x', checklist: Array(100).fill({ title: 'x' }) };
      const body = { sentAt: '2026-11-28T10:00:00Z', commands: Array(100).fill(task) };
      expect(parse(JSON.stringify(body), CommandsInput as never)).toEqual(body);
    });

    test('refuses a body that contains many more values than the largest valid input of its class', () => {
      const filled = (count: number) => `{"title":"x","other":[${Array(count).fill('{}').join(',')}]}`;
      expect(parse(filled(50))).toMatchObject({ title: 'x' });
      expect(() => parse(filled(60_000))).toThrow(
        expect.objectContaining({
          code: 'VALIDATION_FAILED',
          details: [expect.objectContaining({ field: '', rule: 'malformed' })],
        }),
      );
    });
  });

  test('is checked with rules that class-validator looks up only once per class', () => {
    const find = () => getMetadataStorage().getTargetValidationMetadatas(Note, '', false, false);
    expect(find().length).toBeGreaterThan(5);
    expect(find()).toBe(find());
  });

  describe('readInputInTurns', () => {
    const template = (checklist: object[]) => ({
      name: 'x',
      tasks: Array.from({ length: 50 }, () => ({ title: 'x', checklist })),
    });

    /** Reads the body. Returns how often the event loop could do other work in between, and the result. */
    async function readWhileCounting(body: object) {
      let [turns, isDone] = [0, false];
      const count = () => {
        turns++;
        if (!isDone) setImmediate(count);
      };
      setImmediate(count);
      const outcome = await readInputInTurns(CreateTemplateInput, body).catch((error: unknown) => error);
      isDone = true;
      return { turns, outcome };
    }

    test('lets other requests run between the tasks of a template', async () => {
      const { turns, outcome } = await readWhileCounting(template(Array(100).fill({ title: 'x' })));
      expect(outcome).toEqual(template(Array(100).fill({ title: 'x' })));
      expect(turns).toBeGreaterThanOrEqual(50);
    });

    test('lets other requests run if the template is invalid, and reports the same problems as readInput', async () => {
      const refused = template([{ title: 5 }, { title: 'x' }]);
      const { turns, outcome } = await readWhileCounting(refused);
      expect(turns).toBeGreaterThanOrEqual(50);
      expect(() => readInput(CreateTemplateInput, refused)).toThrow(
        expect.objectContaining(outcome as object),
      );
      expect(outcome).toMatchObject({
        code: 'VALIDATION_FAILED',
        details: Array.from({ length: 50 }, (_, task) =>
          expect.objectContaining({ field: `tasks.${task}.checklist.0.title`, rule: 'isString' }),
        ),
      });
    });
  });

  describe('a list that is read in parts (ListInParts)', () => {
    class Page {
      @Text({ max: 10 }) name!: string;
      @ListInParts(Line, { max: 3 }) lines!: Line[];
      @Text({ max: 10 }) footer!: string;
    }
    const problemsOf = (body: object) => {
      try {
        readInput(Page, body);
        return [];
      } catch (error) {
        return (error as { details: { field: string; rule: string }[] }).details.map(
          ({ field, rule }) => `${field} ${rule}`,
        );
      }
    };

    test('creates an instance of its class for each element', () => {
      const { lines } = readInput(Page, { name: 'x', lines: [{ title: 'a', other: 1 }], footer: 'x' });
      expect(lines).toEqual([{ title: 'a' }]);
      expect(lines[0]).toBeInstanceOf(Line);
    });

    test('reports the problems of a body in the order in which its properties are declared', () => {
      expect(problemsOf({ lines: [{ title: 'a' }, null, { title: 5 }, {}, {}, 'x'] })).toEqual([
        'name isString',
        'lines arrayMaxSize',
        'lines.1 isObject',
        'lines.2.title isString',
        'lines.3.title isString',
        'footer isString',
      ]);
    });

    test('reports only one problem for a value that is not a list', () => {
      expect(problemsOf({ name: 'x', lines: { title: 5 }, footer: 'x' })).toEqual(['lines isArray']);
    });

    test('cannot be used inside a nested object', () => {
      expect(() => Nested(Page)).toThrow(TypeError);
      expect(() => NestedList(Page, { max: 3 })).toThrow(TypeError);
    });
  });

  describe('a value of the wrong type', () => {
    const hostile = JSON.parse(
      '{"__proto__":{"a":1},"constructor":"x","then":1,"hasOwnProperty":1}',
    ) as object;

    test.each([
      ['an object as text', { title: hostile }, ['title isString']],
      [
        'an object as element of a list of ids',
        { title: 'x', responsibleMemberIds: [hostile] },
        ['responsibleMemberIds uuid'],
      ],
      ['a list in a list', { title: 'x', checklist: [[hostile]] }, ['checklist.0 isObject']],
      ['null in a list', { title: 'x', checklist: [null] }, ['checklist.0 isObject']],
      ['an object inside a list', { title: 'x', checklist: [hostile] }, ['checklist.0.title isString']],
    ])('is refused by the rule of its field: %s', (_where, body, expected) => {
      let details: { field: string; rule: string }[] = [];
      try {
        readInput(CreateTaskInput, body);
      } catch (error) {
        ({ details } = error as { details: typeof details });
      }
      expect(details.map(({ field, rule }) => `${field} ${rule}`)).toEqual(expected);
    });
  });
});

describe('dryRun', () => {
  let service: TestService;
  let owner: Api;
  let home: FurnishedHousehold;
  beforeAll(async () => {
    service = await startDemo();
    owner = (await service.api.register()).api;
    home = await furnish(service, owner);
  });
  afterAll(() => service.close());

  const tried = (place: 'body' | 'query') => service.routes.filter((route) => placeOfDryRun(route) === place);
  const address = ({ path }: Route) =>
    path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => home.ids[name] ?? '');
  const state = () =>
    service.query(`
    select (select count(*) from operations) operations, (select json_agg(o order by o::text) from occurrences o) rows,
      (select json_agg(m order by m::text) from members m) people, (select json_agg(c order by id) from day_calendars c) days,
      (select json_agg(p order by p::text) from pauses p) pauses
  `);
  const bodyOf = ({ operationId }: Route) => (VALID_BODIES[operationId] as object | undefined) ?? {};

  test('is refused in the query if the route reads it from the body, and in the body if the route reads it from the query. Nothing is changed', async () => {
    const before = await state();
    const refused: unknown[] = [];
    const ask = async (route: Route, query: string, body: unknown) => {
      const { status, body: answer } = await owner.call(route.method.toUpperCase(), address(route) + query, {
        body,
      });
      refused.push([route.operationId, query, status, answer.error?.code, answer.error?.details]);
    };
    const expected = ({ operationId }: Route, query: string, place: string) => [
      ...[operationId, query, 400, 'VALIDATION_FAILED'],
      [{ field: 'dryRun', rule: 'place', message: `must be sent in the ${place}` }],
    ];
    const wanted: unknown[] = [];
    for (const query of ['?dryRun=true', '?dryRun=', '?dryRun[]=true'])
      for (const route of tried('body')) {
        await ask(route, query, bodyOf(route));
        wanted.push(expected(route, query, 'body'));
      }
    for (const route of tried('query').filter(({ listBody }) => listBody === undefined)) {
      await ask(route, '', { ...bodyOf(route), dryRun: true });
      wanted.push(expected(route, '', 'query'));
    }
    expect(refused).toEqual(wanted);
    expect(await state()).toEqual(before);
  });

  test('is read from the body by exactly three routes, and from the query by at least seven routes that are not GET routes', () => {
    const named = (place: 'body' | 'query') => tried(place).map(({ operationId }) => operationId);
    expect(named('body').toSorted()).toEqual(['createPause', 'rebalance', 'shiftByDays']);
    expect(named('query').length).toBeGreaterThanOrEqual(7);
    expect(tried('query').filter(({ method }) => method === 'get')).toEqual([]);
  });

  test('is ignored by other routes, and other unknown fields are not rejected', async () => {
    const body = { title: 'Bins', dryRun: true };
    const { status } = await owner.post(`${home.path}/tasks?dryRun=true&colour=red`, body);
    expect(status).toBe(201);
    const pause = { from: '2026-12-01', to: '2026-12-02', mode: 'skip', dryRun: true };
    expect((await owner.post(`${home.path}/pauses?colour=red`, pause)).status).toBe(201);
  });
});
