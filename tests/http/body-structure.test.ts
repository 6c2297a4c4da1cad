import { describe, expect, test } from '@jest/globals';
import { getMetadataStorage } from 'class-validator';
import { readInput, readInputInTurns, parseJson } from '../../adapters/http/input.js';
import { CommandsInput } from '../../adapters/http/commands/schema.js';
import { CreateTaskInput } from '../../adapters/http/tasks/schema.js';
import { CreateTemplateInput } from '../../adapters/http/templates/schema.js';
import { countValues } from '../../adapters/validation/read-input.js';
import { Absent, ListInParts, Nested, NestedList } from '../../adapters/validation/shape.js';
import { Text } from '../../adapters/validation/text.js';
import { Ids } from '../../adapters/validation/values.js';

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

describe('the guard over the bytes of a body', () => {
  test('accepts 16 levels and refuses 17', () => {
    expect(parse(nested(16))).toBeDefined();
    expect(() => parse(nested(17))).toThrow(expect.objectContaining({ code: 'VALIDATION_FAILED' }));
  });

  test('ignores brackets and commas inside of texts', () => {
    const text = `${'['.repeat(1_000)}\\"${',{'.repeat(20_000)}\\\\`;
    expect(parse(`{"title":"${text}"}`)).toEqual({ title: JSON.parse(`"${text}"`) as string });
  });

  test('counts the values of the largest valid input of a class', () => {
    // The object itself, title, memberIds with its elements at three values each, and lines with theirs.
    expect(countValues(Note)).toBe(1 + 1 + (1 + 5 * 3) + (1 + 3 * countValues(Line)));
  });

  test('admits 100 new tasks with 100 checklist items each in one batch', () => {
    const task = { type: 'task.create', title: 'x', checklist: Array(100).fill({ title: 'x' }) };
    const body = { sentAt: '2026-11-28T10:00:00Z', commands: Array(100).fill(task) };
    expect(parse(JSON.stringify(body), CommandsInput as never)).toEqual(body);
  });

  test('refuses a body with many more values than its class has', () => {
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

test('class-validator looks for the rules of a class once', () => {
  const find = () => getMetadataStorage().getTargetValidationMetadatas(Note, '', false, false);
  expect(find().length).toBeGreaterThan(5);
  expect(find()).toBe(find());
});

describe('readInputInTurns', () => {
  const template = (checklist: object[]) => ({
    name: 'x',
    tasks: Array.from({ length: 50 }, () => ({ title: 'x', checklist })),
  });

  /** How often the event loop did something else while the body was read, and what became of the body. */
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

  test('lets other requests have their turn between the tasks of a template', async () => {
    const { turns, outcome } = await readWhileCounting(template(Array(100).fill({ title: 'x' })));
    expect(outcome).toEqual(template(Array(100).fill({ title: 'x' })));
    expect(turns).toBeGreaterThanOrEqual(50);
  });

  test('lets them have it too when the template is refused, and names the same problems as readInput', async () => {
    const refused = template([{ title: 5 }, { title: 'x' }]);
    const { turns, outcome } = await readWhileCounting(refused);
    expect(turns).toBeGreaterThanOrEqual(50);
    expect(() => readInput(CreateTemplateInput, refused)).toThrow(expect.objectContaining(outcome as object));
    expect(outcome).toMatchObject({
      code: 'VALIDATION_FAILED',
      details: Array.from({ length: 50 }, (_, task) =>
        expect.objectContaining({ field: `tasks.${task}.checklist.0.title`, rule: 'isString' }),
      ),
    });
  });
});

describe('ListInParts', () => {
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

  test('makes an instance of the class of each element', () => {
    const { lines } = readInput(Page, { name: 'x', lines: [{ title: 'a', other: 1 }], footer: 'x' });
    expect(lines).toEqual([{ title: 'a' }]);
    expect(lines[0]).toBeInstanceOf(Line);
  });

  test('names problems in the order of the properties', () => {
    expect(problemsOf({ lines: [{ title: 'a' }, null, { title: 5 }, {}, {}, 'x'] })).toEqual([
      'name isString',
      'lines arrayMaxSize',
      'lines.1 isObject',
      'lines.2.title isString',
      'lines.3.title isString',
      'footer isString',
    ]);
  });

  test('refuses what is no list by that alone', () => {
    expect(problemsOf({ name: 'x', lines: { title: 5 }, footer: 'x' })).toEqual(['lines isArray']);
  });

  test('cannot be inside a nested object, where nobody would look for it', () => {
    expect(() => Nested(Page)).toThrow(TypeError);
    expect(() => NestedList(Page, { max: 3 })).toThrow(TypeError);
  });
});

describe('an object in the wrong place', () => {
  const hostile = JSON.parse('{"__proto__":{"a":1},"constructor":"x","then":1,"hasOwnProperty":1}') as object;

  test.each([
    ['text', { title: hostile }, ['title isString']],
    ['an element of a list', { title: 'x', responsibleMemberIds: [hostile] }, ['responsibleMemberIds uuid']],
    ['a list in a list', { title: 'x', checklist: [[hostile]] }, ['checklist.0 isObject']],
    ['null in a list', { title: 'x', checklist: [null] }, ['checklist.0 isObject']],
    ['an object inside a list', { title: 'x', checklist: [hostile] }, ['checklist.0.title isString']],
  ])('is refused by its rule: %s', (_where, body, expected) => {
    let details: { field: string; rule: string }[] = [];
    try {
      readInput(CreateTaskInput, body);
    } catch (error) {
      ({ details } = error as { details: typeof details });
    }
    expect(details.map(({ field, rule }) => `${field} ${rule}`)).toEqual(expected);
  });
});
