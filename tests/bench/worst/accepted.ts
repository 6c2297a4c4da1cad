/*
 * What is refused costs no more than to read it. These requests are accepted, and as long as their limits allow: ninety
 * rows of the longest texts each, of signs that cost much in one way or another.
 */

/** Signs of which each text is made. */
const SIGNS: readonly (readonly [name: string, sign: string])[] = [
  ['thirty marks on each letter', `a${'\u0323\u0301'.repeat(15)}`],
  ['signs that stand for many', '\ufdfa'],
  ['accents', 'é'],
  ['emoji', '😀'],
  ['ideographs', '字'],
];
const BODY_BYTES = 255_000;
const [TITLE, NOTES, ITEM, ITEMS, TEMPLATE_TASKS] = [200, 10_000, 200, 100, 50];

export type Sent = (method: string, path: string, body?: object) => Promise<{ status: number; body: any }>;

/**
 * Sends them, each kind in households of its own; `measured` runs one of them and looks how long it stalls. `longTasks`
 * daily tasks with the longest texts are there when everything is read.
 */
export async function sendAccepted(
  send: Sent,
  { today, longTasks }: { readonly today: string; readonly longTasks: number },
  measured: (operationId: string, kind: string, run: () => Promise<number>) => Promise<void>,
): Promise<void> {
  for (const [kind, sign] of SIGNS) {
    const stepsInHousehold = async () => {
      const { body: household } = await send('POST', '/v1/households', { name: 'Home' });
      return async (operationId: string, method: string, path: string, body?: object) => {
        let first: Awaited<ReturnType<Sent>> | undefined;
        await measured(operationId, kind, async () => {
          const answer = await send(method, `/v1/households/${household.id as string}${path}`, body);
          first ??= answer;
          return answer.status;
        });
        if (first === undefined || first.status >= 300)
          throw new Error(
            `${operationId} with ${kind} was refused: ${first?.status} ${JSON.stringify(first?.body).slice(0, 500)}`,
          );
        return first.body;
      };
    };
    await write(await stepsInHousehold(), sign, today);
    const step = await stepsInHousehold();
    for (let made = 0; made < longTasks; made++)
      await step('createTask', 'POST', '/tasks', { ...daily, date: today, ...texts('x', sign) });
    for (const [operationId, path] of LISTS) await step(operationId, 'GET', path);
    await measured('exportMe', kind, async () => (await send('GET', '/v1/me/export')).status);
    await step('deleteHousehold', 'DELETE', '');
  }
}

type Step = (operationId: string, method: string, path: string, body?: object) => Promise<any>;

async function write(step: Step, sign: string, today: string): Promise<void> {
  const begun = new Date(Date.parse(today) - 90 * 86_400_000).toISOString().slice(0, 10);
  const task = await step('createTask', 'POST', '/tasks', { ...daily, date: begun, ...texts('x', sign) });
  await step('updateSeries', 'PATCH', `/series/${task.seriesId as string}`, texts('y', sign));
  const notes = await step('createTask', 'POST', '/tasks', {
    ...daily,
    date: today,
    title: 'x',
    notes: text(sign, NOTES),
  });
  await step('updateSeries', 'PATCH', `/series/${notes.seriesId as string}`, { title: 'y' });
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
  await step('deleteHousehold', 'DELETE', '');
}

const LISTS = [
  ['listOccurrences', '/occurrences?limit=500'],
  ['listSeries', '/series?limit=500'],
  ['readChanges', '/changes?limit=1000'],
] as const;

const daily = { recurrence: { frequency: 'daily' } };

/** So many code points of it, and no more than so many bytes. */
function text(sign: string, length: number, bytes = Infinity): string {
  const signs = Array.from(sign);
  const size = Math.min(length, Math.floor((bytes / Buffer.byteLength(sign)) * signs.length));
  return Array.from({ length: size }, (_, at) => signs[at % signs.length]).join('');
}

/** The longest of all, which begin with `first` so that they can be told apart. */
function texts(first: string, sign: string): object {
  const title = first + text(sign, TITLE - 1);
  const notes = first + text(sign, NOTES - 1);
  const room = (BODY_BYTES - Buffer.byteLength(title + notes)) / ITEMS - 100;
  const item = { title: first + text(sign, ITEM - 1, room) };
  return { title, notes, checklist: Array.from({ length: ITEMS }, () => item) };
}
