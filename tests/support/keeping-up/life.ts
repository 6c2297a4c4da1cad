import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Row } from './copy.js';
import { fateOf, headersOf, request, type Network } from './network.js';

export type Resident = {
  readonly id: string;
  readonly token: string;
  readonly random: () => number;
  readonly mayLeave: boolean;
  /**
   * True from the moment at which the member may have left until an invitation is accepted. A lost answer to
   * a leave request counts as having left.
   */
  isOut: boolean;
};

/** Returns the title of the tasks that stay private for ever. Other private tasks may become shared. */
export const privateTitle = (author: string) => `private of ${author}`;

const PAUSE_MS = 30;
const DAY_MS = 86_400_000;
/** How many days before and after today the dates of tasks lie. */
const [PAST_DAYS, COMING_DAYS] = [45, 20];
const TITLES = ['Bins', 'Dishes', 'Water the plants', 'Call the landlord', 'Vacuum'];
const RECURRENCES = [
  { frequency: 'weekly' },
  { frequency: 'weekly', byDay: [{ day: 'tu' }, { day: 'sa' }] },
  { frequency: 'weekly', interval: 2, byDay: [{ day: 'mo' }, { day: 'su' }], count: 4 },
  { frequency: 'monthly' },
  { frequency: 'daily', interval: 9 },
  { kind: 'afterCompletion', every: 3, unit: 'day' },
];
const SCOPES = ['this', 'following', 'all'];

type Act = (life: HouseholdLife, who: Resident) => Promise<unknown>;

/**
 * The members of a household who do random things at the same time, over HTTP and without knowing of each
 * other.
 */
export class HouseholdLife {
  /** How many times each action succeeded. */
  readonly done: Record<string, number> = {};
  /** Answers that no request should get, such as status 500. */
  readonly failures: string[] = [];
  readonly #network: Network;
  readonly #path: string;
  readonly #residents: readonly Resident[];
  #running: Promise<unknown> = Promise.resolve();
  #stopping = true;

  /** The first resident must never leave: they invite the others back. */
  constructor(network: Network, path: string, residents: readonly Resident[]) {
    [this.#network, this.#path, this.#residents] = [network, path, residents];
  }

  /** The current address of the service. */
  get place(): string {
    return this.#network.url;
  }

  start(): void {
    this.#stopping = false;
    this.#running = Promise.all(this.#residents.map((who) => this.#live(who)));
  }

  /** Stops after the requests that are running have ended. */
  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#running;
  }

  async leave(who: Resident): Promise<boolean> {
    const isDone = await this.do(who, 'DELETE', `/members/${who.id}`);
    who.isOut ||= isDone;
    return isDone;
  }

  /** Brings a member back with an invitation, unless one of the answers is lost. */
  async rejoin(who: Resident): Promise<unknown> {
    const { body } = (await this.call(this.#residents[0]!, 'POST', '/invitations', {})) ?? {};
    if (body === undefined) return;
    const answer = await this.call(who, 'POST', '/v1/invitations/accept', { token: body.token });
    if (answer !== null) who.isOut = false;
    return answer?.isDone;
  }

  async #live(who: Resident): Promise<void> {
    while (!this.#stopping) {
      const name = who.isOut ? 'join' : this.#draw(who);
      if ((await ACTS[name]!(this, who)) === true) this.done[name] = (this.done[name] ?? 0) + 1;
      await delay(who.random() * PAUSE_MS);
    }
  }

  /**
   * Returns the name of the next action. One time in five it is an action that nobody has done yet, so that
   * all actions happen even on a slow machine.
   */
  #draw({ random }: Resident): string {
    const missing = NAMES.filter((name) => this.done[name] === undefined);
    return pick(random, missing.length > 0 && random() < 0.2 ? missing : NAMES);
  }

  /** Sends a request. Returns null if no answer came. Writes are sometimes cut off on purpose. */
  async call(who: Resident, method: string, path: string, body?: object): Promise<any> {
    const isForm = body instanceof FormData;
    const address = path.startsWith('/v1/') ? path : `${this.#path}${path}`;
    const answer = await request(this.#network, address, {
      method,
      headers: { ...headersOf(who.token), ...(!isForm && body && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
      fate: method === 'GET' ? 'answered' : fateOf(who.random),
      random: who.random,
    });
    if (answer === null) return null;
    const { status, text } = answer;
    if (status === 404 && text.includes('HOUSEHOLD_NOT_FOUND')) who.isOut = true;
    if ((status >= 500 && status !== 503) || status === 429)
      this.failures.push(`${status} at ${method} ${path}: ${text}`);
    return { isDone: status < 300, body: text === '' ? null : JSON.parse(text) };
  }

  /** Sends a request and returns true if it succeeded. */
  async do(who: Resident, method: string, path: string, body?: object): Promise<boolean> {
    return (await this.call(who, method, path, body))?.isDone ?? false;
  }

  async list(who: Resident, path: string): Promise<readonly Row[]> {
    const answer = await this.call(who, 'GET', path);
    return answer?.isDone ? answer.body : [];
  }

  /** Returns a random element of a list, or undefined if the list is empty. */
  async one(who: Resident, path: string): Promise<Row | undefined> {
    return pick(who.random, await this.list(who, path));
  }

  somebody({ random }: Resident): string {
    return pick(random, this.#residents).id;
  }
}

function pick<T>(random: () => number, choices: readonly T[]): T {
  return choices[Math.floor(random() * choices.length)]!;
}
const chance = ({ random }: Resident, percent: number) => random() * 100 < percent;
const isPrivate = ({ title }: Row) => (title as string).startsWith('private');

/**
 * The household lives in Paris, where the date may differ from that in UTC. The locale `sv-SE` writes dates
 * as YYYY-MM-DD.
 */
const PARIS_DATE = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Paris' });

function someDate({ random }: Resident, pastDays = PAST_DAYS): string {
  const days = Math.floor(random() * (pastDays + COMING_DAYS)) - pastDays;
  return PARIS_DATE.format(Date.now() + days * DAY_MS);
}

const someWords = ({ random }: Resident) => `${pick(random, TITLES)} ${Math.floor(random() * 100)}`;

function someRotation(life: HouseholdLife, who: Resident): object | null {
  const [one, other] = [life.somebody(who), life.somebody(who)];
  if (one === other) return { kind: 'fixed', members: [one] };
  return pick(who.random, [
    { kind: 'turns', order: [[one], [other]], unit: 'occurrence', length: 1, offset: 0 },
    { kind: 'shuffle', order: [one, other] },
    null,
  ]);
}

/** Returns a random field for an edit of a task, unless the task is one of those that stay private. */
function someFields(life: HouseholdLife, who: Resident): object {
  return pick(who.random, [
    () => ({ title: someWords(who) }),
    () => ({ notes: chance(who, 50) ? someWords(who) : null }),
    () => ({ time: pick(who.random, ['08:00', '19:30', null]) }),
    () => ({ date: someDate(who) }),
    () => ({ responsibleMemberIds: chance(who, 30) ? [] : [life.somebody(who)] }),
    () => ({ visibility: pick(who.random, ['PERSONAL', 'SHARED']) }),
    () => ({ visibility: 'PERSONAL', responsibleMemberIds: [], rotation: null }),
    () => ({ recurrence: pick(who.random, RECURRENCES) }),
    () => ({ recurrence: null }),
    () => ({ rotation: someRotation(life, who) }),
    () => ({ priority: pick(who.random, ['URGENT', 'LOW']), reminders: [30] }),
  ])();
}

/** Runs the action on a random occurrence that the member sees, in most cases an open one. */
const onOne =
  (act: (life: HouseholdLife, who: Resident, row: Row) => Promise<unknown>, view?: string): Act =>
  async (life, who) => {
    const shown = view ?? pick(who.random, ['all', 'all', 'upcoming', 'unscheduled', 'overdue']);
    const row = await life.one(who, `/occurrences?view=${shown}&limit=120`);
    return row && act(life, who, row);
  };

const edit = onOne(async (life, who, row) => {
  const categoryId = (await life.one(who, '/categories'))?.['id'] ?? null;
  const fields = isPrivate(row)
    ? { notes: privateTitle(who.id), time: pick(who.random, ['07:00', null]) }
    : pick(who.random, [someFields(life, who), someFields(life, who), { categoryId }]);
  const scope = row['seriesId'] === null ? 'this' : pick(who.random, SCOPES);
  return life.do(who, 'PATCH', `/occurrences/${row['id']}?scope=${scope}`, {
    ...fields,
    version: row['version'],
  });
});

const remove = onOne((life, who, { id, seriesId }) =>
  life.do(who, 'DELETE', `/occurrences/${id}?scope=${seriesId === null ? 'this' : pick(who.random, SCOPES)}`),
);

const create: Act = (life, who) => {
  const isPrivate = chance(who, 15);
  const visibility = isPrivate || chance(who, 15) ? 'PERSONAL' : 'SHARED';
  const repeats = chance(who, 30);
  return life.do(who, 'POST', '/tasks', {
    title: isPrivate ? privateTitle(who.id) : someWords(who),
    visibility,
    ...(repeats
      ? { recurrence: pick(who.random, RECURRENCES), date: someDate(who, 10) }
      : { date: chance(who, 20) ? null : someDate(who) }),
    ...(visibility === 'SHARED' &&
      (repeats
        ? { rotation: someRotation(life, who) }
        : { responsibleMemberIds: chance(who, 50) ? [] : [life.somebody(who)] })),
    checklist: [{ title: isPrivate ? privateTitle(who.id) : 'First' }],
    missed: pick(who.random, ['keep', 'keepLatest']),
  });
};

const attach = onOne((life, who, { id }) => {
  const form = new FormData();
  form.append('file', new Blob(['a plan'], { type: 'text/plain' }), 'plan.txt');
  return life.do(who, 'POST', `/occurrences/${id}/attachments`, form);
});

const tick = onOne((life, who, row) => {
  const [item] = row['checklist'] as readonly Row[];
  const title = isPrivate(row) ? row['title'] : someWords(who);
  if (item === undefined || chance(who, 30))
    return life.do(who, 'POST', `/occurrences/${row['id']}/checklist`, { title });
  const path = `/occurrences/${row['id']}/checklist/${item['id']}`;
  if (chance(who, 30)) return life.do(who, 'DELETE', path);
  return life.do(who, 'PATCH', path, { done: item['done'] !== true });
});

/**
 * Sends changes that the client made offline as one batch. Sends the batch again if no answer came, and
 * sometimes even if one came.
 */
const sendWhatWaited: Act = async (life, who) => {
  const [row, other, line] = [
    await life.one(who, '/occurrences?view=all&limit=120'),
    await life.one(who, '/occurrences?view=all&limit=120'),
    await life.one(who, '/shopping/items'),
  ];
  const at = new Date(Date.now() - Math.floor(who.random() * 2 * DAY_MS)).toISOString();
  const command = (type: string, fields: object) => ({ id: randomUUID(), type, at, ...fields });
  const ids = { occurrenceId: randomUUID(), taskId: randomUUID() };
  const act = pick(who.random, ['complete', 'complete', 'reopen', 'skip', 'delete', 'restore']);
  const commands = [
    command('task.create', { ...ids, title: someWords(who), date: someDate(who) }),
    command('occurrence.complete', { occurrenceId: ids.occurrenceId }),
    ...(row === undefined ? [] : [command(`occurrence.${act}`, { occurrenceId: row['id'] })]),
    ...(other === undefined || isPrivate(other)
      ? []
      : [
          command('occurrence.set', {
            occurrenceId: other['id'],
            set: { title: someWords(who) },
            base: { title: chance(who, 20) ? 'As it never was' : other['title'] },
          }),
        ]),
    command('shopping.add', { itemId: randomUUID(), name: pick(who.random, ['Milk', 'Flour']), quantity: 1 }),
    ...(line === undefined
      ? []
      : [command('shopping.set', { itemId: line['id'], checked: chance(who, 50) })]),
  ];
  let known: readonly Row[] = [];
  const { place } = life;
  for (let tries = 0; tries < 3; tries++) {
    const sentAt = new Date().toISOString();
    const answer = await life.call(who, 'POST', '/commands', { sentAt, commands });
    if (!answer?.isDone) continue;
    const results = answer.body.results as readonly Row[];
    const operationOf = (id: string) => results.find((one) => one['id'] === id)?.['operationId'];
    // If the service was restored from a backup in the meantime, it may not know the earlier batch.
    for (const { id, operationId } of life.place === place ? known : [])
      if (operationId !== undefined && operationOf(id) !== operationId)
        life.failures.push(`command ${id} was ${operationId}, and then ${operationOf(id)}`);
    known = results;
    if (chance(who, 60)) break;
  }
  return known.length > 0;
};

/** An action that several entries name happens more often. */
const ACTS: Readonly<Record<string, Act>> = {
  create,
  edit,
  remove,
  attach,
  tick,
  'quick add': (life, who) => {
    const text = `${someWords(who)} ${pick(who.random, ['tomorrow', 'every Monday', 'on Friday at 18:00 #kitchen'])}`;
    return life.do(who, 'POST', '/tasks/quick', { text, locale: 'en' });
  },
  complete: onOne((life, who, { id }) =>
    life.do(who, 'POST', `/occurrences/${id}/complete`, {
      ...(chance(who, 30) && { completedFor: life.somebody(who) }),
      ...(chance(who, 20) && { completedAt: new Date(Date.now() - 2 * DAY_MS).toISOString() }),
    }),
  ),
  skip: onOne((life, who, { id }) => life.do(who, 'POST', `/occurrences/${id}/skip`)),
  reopen: onOne((life, who, { id }) => life.do(who, 'POST', `/occurrences/${id}/reopen`), 'done'),
  restore: async (life, who) => {
    const row = await life.one(who, '/trash?limit=100');
    const scope = chance(who, 30) ? '?scope=all' : '';
    return row && life.do(who, 'POST', `/occurrences/${row['id']}/restore${scope}`);
  },
  'empty the trash': async (life, who) => chance(who, 25) && life.do(who, 'DELETE', '/trash'),
  undo: async (life, who) => {
    const row = await life.one(who, '/operations?limit=15');
    return row && life.do(who, 'POST', `/operations/${row['id']}/undo`);
  },
  'edit a series': async (life, who) => {
    const row = await life.one(who, '/series?limit=100');
    if (row === undefined || isPrivate(row)) return;
    const { id } = row;
    if (chance(who, 15)) return life.do(who, 'DELETE', `/series/${id}`);
    const fields = pick(who.random, [
      { title: someWords(who) },
      { recurrence: pick(who.random, RECURRENCES) },
      { visibility: pick(who.random, ['PERSONAL', 'SHARED']) },
      { checklist: [{ title: 'Second' }] },
    ]);
    return life.do(who, 'PATCH', `/series/${id}`, fields);
  },
  'ask to swap': async (life, who) => {
    const of = (id: string) => life.one(who, `/occurrences?view=upcoming&assignee=${id}&limit=100`);
    const [mine, theirs] = [await of('me'), await of(life.somebody(who))];
    if (mine === undefined || theirs === undefined) return;
    return life.do(who, 'POST', `/occurrences/${mine['id']}/swap`, { withOccurrenceId: theirs['id'] });
  },
  'answer a swap': async (life, who) => {
    const row = await life.one(who, '/swaps?status=OPEN');
    if (row === undefined) return;
    if (row['requestedBy'] === who.id && chance(who, 30))
      return life.do(who, 'DELETE', `/swaps/${row['id']}`);
    return life.do(who, 'POST', `/swaps/${row['id']}/${pick(who.random, ['accept', 'accept', 'decline'])}`);
  },
  'be away': (life, who) => {
    const from = someDate(who, 0);
    const to = new Date(Date.parse(from) + Math.floor(who.random() * 9) * DAY_MS).toISOString().slice(0, 10);
    return life.do(who, 'PATCH', `/members/${who.id}`, {
      awayPeriods: chance(who, 40) ? [] : [{ from, to }],
    });
  },
  'change a name': (life, who) =>
    chance(who, 50)
      ? life.do(who, 'PATCH', '/v1/me', {
          displayName: someWords(who),
          ...(chance(who, 15) && { locale: pick(who.random, ['en', 'fr']) }),
        })
      : life.do(who, 'PATCH', `/members/${who.id}`, {
          ...pick(who.random, [{ displayName: someWords(who) }, { displayName: null }, { color: '#123456' }]),
        }),
  'change the household': (life, who) =>
    chance(who, 30)
      ? life.do(who, 'PATCH', '', {
          ...pick(who.random, [
            { name: someWords(who) },
            { weekStartsOn: pick(who.random, ['SU', 'MO']) },
            { timeZone: pick(who.random, ['Europe/Paris', 'America/New_York']) },
          ]),
        })
      : life.do(who, 'PUT', '/shopping/sections', [{ name: 'Bakery' }, { name: someWords(who) }]),
  'make a category': (life, who) => life.do(who, 'POST', '/categories', { name: someWords(who) }),
  'change a category': async (life, who) => {
    const row = await life.one(who, '/categories');
    if (row === undefined) return;
    return chance(who, 40)
      ? life.do(who, 'DELETE', `/categories/${row['id']}`)
      : life.do(who, 'PATCH', `/categories/${row['id']}`, { name: someWords(who) });
  },
  'apply ideas for chores': (life, who) =>
    chance(who, 20)
      ? life.do(who, 'POST', '/starters/apply', { keys: ['vacuum'], memberIds: [life.somebody(who)] })
      : Promise.resolve(),
  'write a shopping list': async (life, who) =>
    life.do(who, 'POST', '/shopping/items', {
      ...(chance(who, 30) && { listId: (await life.one(who, '/shopping/lists'))?.['id'] }),
      items: [{ name: pick(who.random, ['Milk', 'Flour', 'Rice', 'Tea', 'Salt']), quantity: 2, unit: 'kg' }],
    }),
  'go shopping': async (life, who) => {
    const row = await life.one(who, '/shopping/items');
    if (row === undefined) return;
    if (chance(who, 20)) return life.do(who, 'POST', '/shopping/clear-checked');
    if (chance(who, 20)) return life.do(who, 'DELETE', `/shopping/items/${row['id']}`);
    const fields = [{ checked: row['checked'] !== true }, { position: 0 }, { note: someWords(who) }];
    return life.do(who, 'PATCH', `/shopping/items/${row['id']}`, pick(who.random, fields));
  },
  'keep a shopping list': async (life, who) => {
    const row = await life.one(who, '/shopping/lists');
    if (row === undefined || chance(who, 40))
      return life.do(who, 'POST', '/shopping/lists', { name: someWords(who) });
    if (chance(who, 30)) return life.do(who, 'DELETE', `/shopping/lists/${row['id']}`);
    const fields = [{ name: someWords(who) }, { sections: [] }, { sections: [{ name: someWords(who) }] }];
    return life.do(who, 'PATCH', `/shopping/lists/${row['id']}`, pick(who.random, fields));
  },
  'keep a template': async (life, who) => {
    const tasks = [{ title: someWords(who), dayOffset: 2, responsibleMemberIds: [life.somebody(who)] }];
    const row = await life.one(who, '/templates');
    if (row === undefined || chance(who, 30))
      return life.do(who, 'POST', '/templates', { name: someWords(who), tasks });
    if (chance(who, 20)) return life.do(who, 'DELETE', `/templates/${row['id']}`);
    if (chance(who, 40)) return life.do(who, 'PATCH', `/templates/${row['id']}`, { tasks });
    return life.do(who, 'POST', `/templates/${row['id']}/apply`, { date: someDate(who, 0) });
  },
  'read a notification': async (life, who) => {
    const row = await life.one(who, '/notifications?unread=true');
    if (row === undefined) return;
    const which = chance(who, 10) ? 'read-all' : `${row['id']}/read`;
    return life.do(who, 'POST', `/notifications/${which}`);
  },
  'send offline changes': sendWhatWaited,
  leave: async (life, who) => who.mayLeave && chance(who, 12) && life.leave(who),
  join: async (life, who) => chance(who, 20) && life.rejoin(who),
};

const OFTEN = ['create', 'edit', 'edit', 'edit', 'complete', 'complete', 'undo', 'undo', 'restore', 'skip'];
const NAMES = [...Object.keys(ACTS).filter((name) => name !== 'join'), ...OFTEN];
/** The names of all actions. */
export const ACT_NAMES: readonly string[] = Object.keys(ACTS);
