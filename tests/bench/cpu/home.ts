import { Connection, requestBytes, type Answer } from '../http/connection.js';
import { post, register } from '../http/people.js';

/** The requests whose processor time is measured. */
export const CASES = [
  'create',
  'create daily',
  'complete',
  'PATCH this',
  'PATCH following',
  'list 200',
  'get',
  'changes, nothing new',
  'changes, one tick',
  'quick-add preview',
] as const;
export type Case = (typeof CASES)[number];

const LISTED = 200;
const SENTENCE = { text: 'Water the plants every second Tuesday at 18:30 for 20 minutes', locale: 'en' };

type Row = { readonly id: string; readonly version: number };
type Changes = { readonly cursor: string; readonly hasMore: boolean };
type Method = 'GET' | 'POST' | 'PATCH';

/**
 * A member with two households, which sends one request after the other. In one household the member writes. The other
 * one contains the occurrences that are read, so that its lists stay as long as they are.
 */
export class Home {
  readonly #connection: Connection;
  readonly #token: string;
  readonly #written: string;
  readonly #read: string;
  /** The occurrences of the household that is read. */
  #listed: readonly string[] = [];
  /** Occurrences that nobody has completed yet. */
  #open: string[] = [];
  /** A single occurrence, and one of a daily series. The next edit names their versions. */
  #single: Row = { id: '', version: 0 };
  #daily: Row = { id: '', version: 0 };
  /** The requests for the changes since the last one, and since the one before it. */
  #upToDate: Buffer = Buffer.alloc(0);
  #oneBehind: Buffer = Buffer.alloc(0);
  #edits = 0;

  private constructor(connection: Connection, token: string, households: { written: string; read: string }) {
    this.#connection = connection;
    this.#token = token;
    this.#written = `/v1/households/${households.written}`;
    this.#read = `/v1/households/${households.read}`;
  }

  /** Creates the account, the households and everything that the cases need except open occurrences. */
  static async create(port: number): Promise<Home> {
    const url = `http://127.0.0.1:${port}`;
    const { token } = await register(url);
    const household = async (name: string) =>
      (await post<Row>(url, '/v1/households', token, { name, timeZone: 'Europe/Paris' })).id;
    const households = { written: await household('Written'), read: await household('Read') };
    const home = new Home(await Connection.open(port), token, households);
    await home.#fill();
    return home;
  }

  close(): void {
    this.#connection.close();
  }

  /** Creates `count` open occurrences for the case `complete`. */
  async prepare(name: Case, count: number): Promise<void> {
    if (name !== 'complete') return;
    for (let i = 0; i < count; i++) this.#open.push((await this.#createTask(this.#written, {})).id);
  }

  /** Sends one request of the case. */
  async send(name: Case): Promise<void> {
    switch (name) {
      case 'create':
        await this.#createTask(this.#written, {});
        return;
      case 'create daily':
        await this.#createTask(this.#written, { recurrence: { frequency: 'daily', count: 60 } });
        return;
      case 'complete':
        await this.#call('POST', `${this.#written}/occurrences/${this.#open.pop() ?? ''}/complete`);
        return;
      case 'PATCH this':
        this.#single = await this.#edit(this.#single, '', { title: `Title ${++this.#edits}` });
        return;
      case 'PATCH following': {
        const time = `18:${String(++this.#edits % 60).padStart(2, '0')}`;
        this.#daily = await this.#edit(this.#daily, '?scope=following', { time });
        return;
      }
      case 'list 200':
        await this.#call('GET', `${this.#read}/occurrences`);
        return;
      case 'get':
        await this.#call('GET', `${this.#read}/occurrences/${this.#listed[++this.#edits % LISTED] ?? ''}`);
        return;
      case 'changes, nothing new':
        await this.#exchange(this.#upToDate);
        return;
      case 'changes, one tick':
        await this.#exchange(this.#oneBehind);
        return;
      case 'quick-add preview':
        await this.#call('POST', `${this.#written}/quick-add/parse`, SENTENCE);
    }
  }

  async #fill(): Promise<void> {
    const listed: string[] = [];
    for (let i = 0; i < LISTED; i++) listed.push((await this.#createTask(this.#read, {})).id);
    this.#listed = listed;
    await this.#followChanges();
    this.#single = await this.#createTask(this.#written, {});
    const first = await this.#createTask(this.#written, {
      recurrence: { frequency: 'daily' },
      date: today(),
    });
    const path = `${this.#written}/occurrences?taskId=${first.taskId}`;
    const rows = parsed<readonly Row[]>(await this.#call('GET', path));
    this.#daily = rows[10] ?? first;
  }

  /** Completes an occurrence of the household that is read, and remembers the cursors before and after it. */
  async #followChanges(): Promise<void> {
    const path = `${this.#read}/changes`;
    const changes = async (cursor: string | null) => {
      const since = cursor === null ? '' : `?since=${encodeURIComponent(cursor)}`;
      return parsed<Changes>(await this.#call('GET', `${path}${since}`));
    };
    let page = await changes(null);
    while (page.hasMore) page = await changes(page.cursor);
    const ticked = await this.#createTask(this.#read, {});
    page = await changes(page.cursor);
    this.#oneBehind = this.#request('GET', `${path}?since=${encodeURIComponent(page.cursor)}`);
    await this.#call('POST', `${this.#read}/occurrences/${ticked.id}/complete`);
    page = await changes(page.cursor);
    this.#upToDate = this.#request('GET', `${path}?since=${encodeURIComponent(page.cursor)}`);
  }

  async #createTask(path: string, more: object): Promise<Row & { readonly taskId: string }> {
    const task = {
      title: 'Hang out the washing',
      date: '2100-05-04',
      time: '18:30',
      reminders: [30],
      ...more,
    };
    return parsed(await this.#call('POST', `${path}/tasks`, task));
  }

  async #edit({ id, version }: Row, query: string, edit: object): Promise<Row> {
    const path = `${this.#written}/occurrences/${id}${query}`;
    return parsed<Row>(await this.#call('PATCH', path, { version, ...edit }));
  }

  #call(method: Method, path: string, body?: object): Promise<Answer> {
    return this.#exchange(this.#request(method, path, body));
  }

  #request(method: Method, path: string, body?: object): Buffer {
    return requestBytes(method, path, this.#token, body);
  }

  async #exchange(request: Buffer): Promise<Answer> {
    const answer = await this.#connection.send(request);
    if (answer.status >= 200 && answer.status <= 299) return answer;
    throw new Error(`${request.toString()}: ${answer.status} ${answer.body.toString().slice(0, 500)}`);
  }
}

const parsed = <T>({ body }: Answer): T => JSON.parse(body.toString()) as T;
const today = () => new Date().toISOString().slice(0, 10);
