import { randomUUID } from 'node:crypto';
import type { CommandType } from '../../../domain/commands/command.js';

/*
 * These requests are accepted and as large as the limits allow. A refused request costs no more than reading
 * it. They create ninety rows with the longest texts, of characters that are expensive to process.
 */

/** The characters that the texts consist of. */
const SIGNS: readonly (readonly [name: string, sign: string])[] = [
  ['thirty marks on each letter', `a${'\u0323\u0301'.repeat(15)}`],
  ['signs that stand for many', '\ufdfa'],
  ['accents', 'é'],
  ['emoji', '😀'],
  ['ideographs', '字'],
];
const BODY_BYTES = 255_000;
const [TITLE, NOTES, ITEM, ITEMS, TEMPLATE_TASKS] = [200, 10_000, 200, 100, 50];
const [DAYS, CALENDARS, TIMES] = [2_000, 5, 8];

export type Sent = (method: string, path: string, body?: object) => Promise<{ status: number; body: any }>;

/**
 * Sends the requests, with a new user and new households for each kind of text.
 *
 * @param longTasks how many daily tasks with the longest texts exist when lists are read
 * @param commandsOf for how many kinds offline changes are sent too
 * @param measured runs one of the requests and measures how long it blocks the event loop
 */
export async function sendAccepted(
  signUp: () => Promise<Sent>,
  {
    today,
    longTasks,
    commandsOf = SIGNS.length,
  }: { readonly today: string; readonly longTasks: number; readonly commandsOf?: number },
  measured: (operationId: string, kind: string, run: () => Promise<number>) => Promise<void>,
): Promise<void> {
  for (const [place, [kind, sign]] of SIGNS.entries()) {
    const stepsInHousehold = async (send: Sent) => {
      const { body: household } = await send('POST', '/v1/households', { name: 'Home' });
      return async (operationId: string, method: string, path: string, body?: object) => {
        let first: Awaited<ReturnType<Sent>> | undefined;
        await measured(operationId, kind, async () => {
          const answer = await send(method, `/v1/households/${household.id as string}${path}`, body);
          first ??= answer;
          if (answer.status === 429) throw new Error(`${operationId} with ${kind} was not admitted`);
          return answer.status;
        });
        if (first === undefined || first.status >= 300)
          throw new Error(
            `${operationId} with ${kind} was refused: ${first?.status} ${JSON.stringify(first?.body).slice(0, 500)}`,
          );
        return first.body;
      };
    };
    await write(await stepsInHousehold(await signUp()), sign, today);
    if (place < commandsOf) {
      await runEachCommand(await stepsInHousehold(await signUp()), sign, today);
      await runConflicts(await stepsInHousehold(await signUp()), sign, today);
    }
    const send = await signUp();
    const step = await stepsInHousehold(send);
    for (let made = 0; made < longTasks; made++)
      await step('createTask', 'POST', '/tasks', { ...daily, date: today, ...texts('x', sign) });
    for (const [operationId, path] of LISTS) await step(operationId, 'GET', path);
    await measured('exportMe', kind, async () => (await send('GET', '/v1/me/export')).status);
    await step('deleteHousehold', 'DELETE', '');
  }
}

type Step = (operationId: string, method: string, path: string, body?: object) => Promise<any>;

const daysFrom = (date: string, days: number) =>
  new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);

async function write(step: Step, sign: string, today: string): Promise<void> {
  const begun = daysFrom(today, -90);
  const task = await step('createTask', 'POST', '/tasks', { ...daily, date: begun, ...texts('x', sign) });
  await step('updateSeries', 'PATCH', `/series/${task.seriesId as string}`, texts('y', sign));
  const notes = await step('createTask', 'POST', '/tasks', {
    ...daily,
    date: today,
    title: 'x',
    notes: text(sign, NOTES),
  });
  await step('updateSeries', 'PATCH', `/series/${notes.seriesId as string}`, { title: 'y' });
  await followCalendars(step, sign, today);
  const template = await step('createTemplate', 'POST', '/templates', {
    name: 'x',
    tasks: Array.from({ length: TEMPLATE_TASKS }, () => ({
      ...daily,
      dayOffset: 0,
      title: 'x',
      notes: text(sign, 1_000, 4_500),
    })),
  });
  await step('applyTemplate', 'POST', `/templates/${template.id as string}/apply`, {});
  await step('rebalance', 'POST', '/rebalance', { from: daysFrom(today, 2), to: daysFrom(today, 90) });
  await step('deleteHousehold', 'DELETE', '');
}

/**
 * Creates day calendars with the maximum number of days, and a series that avoids them all. Only the last
 * calendar has days in the future.
 */
async function followCalendars(step: Step, sign: string, today: string): Promise<void> {
  const name = text(sign, 80, BODY_BYTES / DAYS - 40);
  const daysBefore = (end: string) =>
    Array.from({ length: DAYS }, (_, n) => ({ from: daysFrom(end, n - DAYS), name }));
  const calendarIds: string[] = [];
  for (let made = 1; made <= CALENDARS; made++) {
    const days = daysBefore(made < CALENDARS ? today : daysFrom(today, 100));
    calendarIds.push((await step('createDayCalendar', 'POST', '/day-calendars', { name: 'x', days })).id);
  }
  const times = Array.from({ length: TIMES }, (_, n) => `1${n}:00`);
  const recurrence = { ...daily.recurrence, times };
  const task = await step('createTask', 'POST', '/tasks', { date: today, title: 'x', recurrence });
  const shift = { calendarIds, when: 'earlierInWeek', then: 'nextFree' };
  await step('updateSeries', 'PATCH', `/series/${task.seriesId as string}`, { shift });
  const days = daysBefore(daysFrom(today, 99));
  await step('setCalendarDays', 'PUT', `/day-calendars/${calendarIds.at(-1) as string}/days`, days);
}

/**
 * How many commands of each type are sent: the limit per minute must suffice for a few attempts. And how many
 * conflicts one answer reports.
 */
const [OF_A_TYPE, CONFLICTS] = [15, 20];

/** The largest commands of each type, about a task that is as large as possible. */
type Worst = Readonly<Record<CommandType, readonly object[]>>;

/**
 * The commands run in the order of `worstCommands`, because later ones change what earlier ones have created.
 */
async function runEachCommand(step: Step, sign: string, today: string): Promise<void> {
  for (const [type, commands] of Object.entries(worstCommands(sign, today)))
    await runBatch(
      step,
      commands.map((one) => ({ type, ...one })),
    );
  await step('deleteHousehold', 'DELETE', '');
}

/**
 * Each conflict is answered with the whole occurrence, and with the values that the command would have set.
 */
async function runConflicts(step: Step, sign: string, today: string): Promise<void> {
  const occurrenceId = randomUUID();
  const large = { occurrenceId, taskId: randomUUID(), date: today, ...texts('x', sign) };
  await runBatch(step, [{ type: 'task.create', ...large }]);
  const conflict = {
    ...{ type: 'occurrence.set', occurrenceId },
    set: { notes: 'mine', title: 'mine' },
    base: { notes: 'seen', title: 'seen' },
  };
  await runBatch(step, Array<object>(CONFLICTS).fill(conflict), 'CONFLICT');
  await step('deleteHousehold', 'DELETE', '');
}

async function runBatch(step: Step, commands: readonly object[], expected?: string): Promise<void> {
  const at = new Date().toISOString();
  const { results } = await step('runCommands', 'POST', '/commands', {
    sentAt: at,
    commands: commands.map((one) => ({ id: randomUUID(), at, ...one })),
  });
  const wrong = (results as { status: string }[]).find(({ status }) =>
    expected === undefined ? /REFUSED|NOT_RUN/.test(status) : status !== expected,
  );
  if (wrong !== undefined) throw new Error(`A command became ${JSON.stringify(wrong).slice(0, 500)}`);
}

function worstCommands(sign: string, date: string): Worst {
  const [large, list, one] = [randomUUID(), randomUUID(), { occurrenceId: randomUUID() }];
  const many = <T>(make: (at: number) => T) => Array.from({ length: OF_A_TYPE }, (_, at) => make(at));
  const [items, lines] = [many(() => randomUUID()), many(() => randomUUID())];
  const title = text(sign, TITLE - 1);
  return {
    'task.create': [
      { occurrenceId: large, taskId: randomUUID(), ...daily, date, ...texts('x', sign) },
      { ...one, taskId: randomUUID(), title: 'x' },
      { occurrenceId: list, taskId: randomUUID(), title: 'x', date },
    ],
    'task.quick': many(() => ({
      occurrenceId: randomUUID(),
      taskId: randomUUID(),
      text: `${title} every monday`,
    })),
    'checklist.add': items.map((itemId) => ({ occurrenceId: list, itemId, title })),
    'checklist.set': items.map((itemId) => ({ occurrenceId: list, itemId, title: `y${title}` })),
    'checklist.remove': items.map((itemId) => ({ occurrenceId: list, itemId })),
    'occurrence.set': [{ occurrenceId: large, scope: 'all', version: 1, set: texts('y', sign) }],
    'occurrence.complete': [{ occurrenceId: large }],
    'occurrence.reopen': [{ occurrenceId: large }],
    'occurrence.skip': [{ occurrenceId: large }],
    'occurrence.delete': [one],
    'occurrence.restore': [one],
    'occurrence.claim': [one],
    'shopping.add': lines.map((itemId, at) => ({
      itemId,
      name: `${at} ${text(sign, 70)}`,
      note: text(sign, 200),
    })),
    'shopping.set': lines.map((itemId) => ({ itemId, note: `y${text(sign, 199)}` })),
    'shopping.remove': lines.map((itemId) => ({ itemId })),
    'notification.read': many(() => ({ notificationId: randomUUID() })),
  };
}

const LISTS = [
  ['listOccurrences', '/occurrences?limit=500'],
  ['listSeries', '/series?limit=500'],
  ['readChanges', '/changes?limit=1000'],
] as const;

const daily = { recurrence: { frequency: 'daily' } };

/** Returns a text of so many code points, limited to so many bytes. */
function text(sign: string, length: number, bytes = Infinity): string {
  const signs = Array.from(sign);
  const size = Math.min(length, Math.floor((bytes / Buffer.byteLength(sign)) * signs.length));
  return Array.from({ length: size }, (_, at) => signs[at % signs.length]).join('');
}

/**
 * Returns the longest texts that a task may have. They begin with `first`, so that they differ.
 */
function texts(first: string, sign: string): object {
  const title = first + text(sign, TITLE - 1);
  const notes = first + text(sign, NOTES - 1);
  const room = (BODY_BYTES - Buffer.byteLength(title + notes)) / ITEMS - 100;
  const item = { title: first + text(sign, ITEM - 1, room) };
  return { title, notes, checklist: Array.from({ length: ITEMS }, () => item) };
}
