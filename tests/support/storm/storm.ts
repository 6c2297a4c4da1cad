import { randomUUID } from 'node:crypto';
import { addDays, civilDate } from '../../../domain/shared/civil-date.js';

export type Answer = { readonly status: number; readonly body: unknown };
export type Person = {
  readonly id: string;
  readonly send: (method: string, path: string, body?: object) => Promise<Answer>;
  /** Uploads a small text file. */
  readonly upload: (path: string) => Promise<Answer>;
  /** The member who invites them again after they have left. null means that they stay. */
  readonly inviter: Pick<Person, 'send'> | null;
};
export type Row = {
  readonly id: string;
  readonly seriesId: string | null;
  readonly version: number;
  readonly date: string | null;
};

const WEEKLY = { frequency: 'weekly' };
const AFTER = { kind: 'afterCompletion', every: 2, unit: 'day' };

/** Creates seven repeating tasks, each with a different rule. They begin on `today`. */
export async function plantSeries(people: readonly Person[], home: string, today: string): Promise<void> {
  const order = people.slice(0, 3).map(({ id }) => [id]);
  const turns = { kind: 'turns', order };
  const tasks = [
    { recurrence: WEEKLY, rotation: turns },
    { recurrence: WEEKLY, rotation: turns, time: '18:00', missed: 'keepLatest' },
    { recurrence: { frequency: 'daily', interval: 3 }, rotation: turns },
    { recurrence: { ...WEEKLY, byDay: [{ day: 'mo' }, { day: 'th' }] }, rotation: { ...turns, length: 2 } },
    { recurrence: { frequency: 'monthly' }, responsibleMemberIds: order[0] },
    { recurrence: { ...WEEKLY, count: 10 } },
    { recurrence: AFTER, rotation: turns },
  ];
  for (const [number, task] of tasks.entries())
    await people[0]?.send('POST', `${home}/tasks`, { title: `Task ${number}`, date: today, ...task });
}

type Dice = (sides: number) => number;

/** Returns a random request about the rows that the member sees. */
type Act = (row: Row, other: Row, dice: Dice) => readonly [method: string, path: string, body?: object];

const on = ({ id }: Row) => `/occurrences/${id}`;
const moved = ({ date }: Row, dice: Dice) => addDays(civilDate(date ?? '2030-01-01'), dice(5));
const scoped = (scope: string, edit: (row: Row, dice: Dice) => object): Act => {
  return (row, _, dice) => [
    'PATCH',
    `${on(row)}?scope=${scope}`,
    { version: row.version, ...edit(row, dice) },
  ];
};
const oneOf = <T>(list: readonly T[], dice: Dice): T => list[dice(list.length)] as T;

const RULES = [
  WEEKLY,
  { ...WEEKLY, byDay: [{ day: 'tu' }] },
  { ...WEEKLY, byDay: [{ day: 'we' }, { day: 'sa' }] },
  { frequency: 'daily', interval: 4 },
  AFTER,
];

const ACTS: readonly Act[] = [
  scoped('this', () => ({ title: 'Mine' })),
  scoped('this', (row, dice) => ({ date: moved(row, dice) })),
  scoped('this', (_, dice) => ({ time: `0${dice(10)}:00` })),
  scoped('following', () => ({ title: 'From here' })),
  scoped('following', (_, dice) => ({ recurrence: oneOf(RULES, dice) })),
  scoped('following', (row, dice) => ({ date: moved(row, dice) })),
  scoped('all', () => ({ title: 'All' })),
  scoped('all', (_, dice) => ({ time: dice(2) === 0 ? null : '10:00' })),
  scoped('all', (_, dice) => ({ recurrence: oneOf(RULES, dice) })),
  scoped('all', (row, dice) => ({ date: moved(row, dice) })),
  (row) => ['POST', `${on(row)}/complete`],
  (row) => ['POST', `${on(row)}/complete`],
  (row) => ['POST', `${on(row)}/skip`],
  (row) => ['POST', `${on(row)}/reopen`],
  (row) => ['POST', `${on(row)}/restore`],
  (row, other) => ['POST', `${on(row)}/swap`, { withOccurrenceId: other.id }],
  (row) => ['DELETE', on(row)],
  (row) => ['DELETE', on(row)],
  (row, _, dice) => ['DELETE', dice(8) === 0 ? `${on(row)}?scope=following` : on(row)],
];

/** How often a member tries to rejoin. A service that was killed does not answer for some seconds. */
const RETURNS = 100;
/** Statuses that are expected because requests conflict with each other or come too late. */
const MET_ANOTHER = [400, 403, 404, 409, 429];

export type Passed = { readonly findings: readonly string[]; readonly changes: number };

/**
 * Sends random requests as one member while `goesOn` returns true. Returns the unexpected results and the
 * number of changes.
 */
export async function raiseStorm(
  me: Person,
  home: string,
  today: string,
  dice: Dice,
  goesOn: () => boolean,
  isTolerated: (status: number) => boolean = () => false,
): Promise<Passed> {
  let changes = 0;
  const findings: string[] = [];
  const seen = new Map<string, number>();
  const judge = (method: string, path: string, answer: Answer): unknown => {
    const isFine = answer.status < 400 || MET_ANOTHER.includes(answer.status);
    if (!isFine && !isTolerated(answer.status)) findings.push(`${answer.status} for ${method} ${path}`);
    if (answer.status >= 300) return null;
    if (method !== 'GET') changes++;
    for (const { id, version } of versionedOf(answer.body)) {
      const before = seen.get(id) ?? 0;
      if (version < before) findings.push(`version ${version} of ${id} after ${before}`);
      seen.set(id, version);
    }
    return answer.body;
  };
  const send: Send = async (method, path, body) =>
    judge(method, path, await me.send(method, `${home}${path}`, body));
  let rows: Row[] = [];
  let trash: Row[] = [];
  for (let step = 0; goesOn(); step++) {
    if (step % 4 === 0) {
      rows = ((await send('GET', `/occurrences?from=${today}&limit=60`)) as Row[] | null) ?? rows;
      trash = ((await send('GET', '/trash?limit=20')) as Row[] | null) ?? trash;
    }
    if (dice(12) === 0) await beAway(me, today, dice, send);
    else if (dice(10) === 0) await answerSwaps(send);
    else if (dice(8) === 0) await undoOne(send, dice);
    else if (dice(8) === 0 && rows.length > 0) await sendCommands(rows, dice, send);
    else if (dice(12) === 0 && rows.length > 0) {
      const path = `/occurrences/${oneOf(rows, dice).id}/attachments`;
      judge('POST', path, await me.upload(`${home}${path}`));
    } else if (dice(30) === 0 && me.inviter !== null) await leaveAndReturn(me, home, judge);
    else {
      const act = oneOf(ACTS, dice);
      const [row, other] = [oneOf(rows, dice), oneOf(rows, dice)] as [Row?, Row?];
      if (row === undefined || other === undefined) continue;
      const wanted = act(row, other, dice);
      const target = wanted[1].endsWith('/restore') && trash.length > 0 ? oneOf(trash, dice) : row;
      await send(...(target === row ? wanted : act(target, other, dice)));
    }
  }
  return { findings, changes };
}

/** Returns the occurrences in an answer. */
function versionedOf(body: unknown): Row[] {
  const all = (Array.isArray(body) ? body : [body]) as (Partial<Row> | null)[];
  return all.filter((one): one is Row => typeof one?.version === 'number');
}

type Send = (method: string, path: string, body?: object) => Promise<unknown>;

async function beAway(me: Person, today: string, dice: Dice, send: Send): Promise<void> {
  const from = addDays(civilDate(today), dice(20));
  const awayPeriods = dice(2) === 0 ? [] : [{ from, to: addDays(from, 7) }];
  await send('PATCH', `/members/${me.id}`, { awayPeriods });
}

async function answerSwaps(send: Send): Promise<void> {
  const swaps = (await send('GET', '/swaps?limit=20')) as { id: string; status: string }[] | null;
  for (const { id } of swaps?.filter(({ status }) => status === 'OPEN').slice(0, 2) ?? [])
    await send('POST', `/swaps/${id}/accept`);
}

async function undoOne(send: Send, dice: Dice): Promise<void> {
  const operations = (await send('GET', '/operations?limit=20')) as { id: string }[] | null;
  if (operations?.length) await send('POST', `/operations/${oneOf(operations, dice).id}/undo`);
}

/** Sends changes as a client does that was offline, some of them twice. */
async function sendCommands(rows: readonly Row[], dice: Dice, send: Send): Promise<void> {
  const at = new Date().toISOString();
  const commands = Array.from({ length: 1 + dice(6) }, () => {
    const { id: occurrenceId, version } = oneOf(rows, dice);
    const own = { id: randomUUID(), at, occurrenceId };
    const types = ['complete', 'reopen', 'skip', 'restore'].map((act) => ({
      ...own,
      type: `occurrence.${act}`,
    }));
    const set = { ...own, type: 'occurrence.set', version, set: { title: 'On the way' }, base: {} };
    return oneOf([...types, set, { ...own, type: 'occurrence.delete' }], dice);
  });
  await send('POST', '/commands', { sentAt: at, commands });
  if (dice(3) === 0) await send('POST', '/commands', { sentAt: at, commands });
}

/**
 * Leaves the household and rejoins it. The invitation is repeated until it succeeds, so that a kill of the
 * service leaves nobody outside.
 */
async function leaveAndReturn(
  { id, inviter, send }: Person,
  home: string,
  judge: (method: string, path: string, answer: Answer) => unknown,
): Promise<void> {
  const ask = async (by: Person['send'], method: string, path: string, body?: object) => {
    const answer = await by(method, path, body);
    judge(method, path, answer);
    return answer.status < 300 ? answer : null;
  };
  if (inviter === null || (await ask(send, 'DELETE', `${home}/members/${id}`)) === null) return;
  for (let tries = 0; tries < RETURNS; tries++) {
    const invited = await ask(inviter.send, 'POST', `${home}/invitations`, {});
    const { token } = (invited?.body ?? {}) as { token?: string };
    if (invited !== null && (await ask(send, 'POST', '/v1/invitations/accept', { token })) !== null) return;
  }
}

/** Returns a random generator. It gives the same numbers for the same seed. */
export function diceOf(seed: number): Dice {
  let state = seed;
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}
