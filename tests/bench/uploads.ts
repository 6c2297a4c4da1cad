import { randomBytes } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { cpus } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { FILE_BYTES } from '../../domain/attachments/attachment.js';
import { migrateToLatest } from '../../adapters/postgres/migrator.js';
import { onBenchServer } from './database.js';
import type { Program } from './http/program.js';
import { startService } from './http/service.js';

const AT_ONCE = 30;
const WAVES = 5;
const SAMPLE_MS = 50;
const FILE = Buffer.alloc(FILE_BYTES, 'what is to be done, and by whom\n');

/**
 * Uploads 30 files of 10 MB at once to a household that has room for 200 MB, several times. Shows how much is
 * stored and how much memory that takes.
 */
export async function benchUploads(): Promise<void> {
  await onBenchServer(async (server, folder) => {
    const connectionString = await server.createDatabase();
    await migrateToLatest(connectionString);
    const program = await startService({
      folder,
      connectionString,
      jwtSecret: randomBytes(32).toString('hex'),
    });
    try {
      const client = await Client.register(program.port);
      await client.warmUp();
      console.log(`\n${AT_ONCE} uploads of 10 MB at once, ${cpus().length} cores, Node ${process.version}\n`);
      console.log(
        '| wave | answers | on disk | seconds | memory before | at most |\n|--:|---|--:|--:|--:|--:|',
      );
      for (let i = 1; i <= WAVES; i++) console.log(await wave(i, client, program, folder));
    } finally {
      await program.stop();
    }
  });
}

/** Runs one wave in a new household and returns its line of the table. */
async function wave(number: number, client: Client, program: Program, folder: string): Promise<string> {
  const { household, task } = await client.task();
  const before = await program.residentMegabytes();
  const memory = watch(program);
  const startedAt = performance.now();
  const statuses = await Promise.all(Array.from({ length: AT_ONCE }, () => client.upload(task)));
  const seconds = (performance.now() - startedAt) / 1000;
  const most = await memory.end();
  const answers = [201, 413].map(
    (status) => `${statuses.filter((one) => one === status).length} × ${status}`,
  );
  const bytes = await bytesIn(path.join(folder, 'data', 'files', household));
  return `| ${number} | ${answers.join(', ')} | ${bytes} | ${seconds.toFixed(1)} | ${before.toFixed(0)} MB | ${most.toFixed(0)} MB |`;
}

function watch(program: Program): { end(): Promise<number> } {
  const ended = new AbortController();
  let most = 0;
  const watching = (async () => {
    do {
      most = Math.max(most, await program.residentMegabytes());
      await delay(SAMPLE_MS, null, { signal: ended.signal }).catch(() => null);
    } while (!ended.signal.aborted);
  })();
  return {
    end: async () => {
      ended.abort();
      await watching;
      return most;
    },
  };
}

async function bytesIn(folder: string): Promise<number> {
  const files = await readdir(folder);
  const sizes = await Promise.all(files.map(async (file) => (await stat(path.join(folder, file))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** A client that is signed in. */
class Client {
  readonly #address: string;
  #token = '';

  private constructor(port: number) {
    this.#address = `http://127.0.0.1:${port}`;
  }

  static async register(port: number): Promise<Client> {
    const client = new Client(port);
    const account = { email: 'bench@example.org', password: 'correct horse battery' };
    client.#token = (await client.#post('/v1/auth/register', account)).accessToken;
    return client;
  }

  /** Creates a household with a task. Returns the id of the household and the path of the task. */
  async task(): Promise<{ household: string; task: string }> {
    const { id: household } = await this.#post('/v1/households', { name: 'Home' });
    const { id } = await this.#post(`/v1/households/${household}/tasks`, { title: 'Paper' });
    return { household, task: `/v1/households/${household}/occurrences/${id}` };
  }

  async warmUp(): Promise<void> {
    for (let i = 0; i < 200; i++) await this.task();
  }

  async upload(task: string): Promise<number> {
    const form = new FormData();
    form.append('file', new Blob([FILE], { type: 'text/plain' }), 'notes.txt');
    const answer = await fetch(`${this.#address}${task}/attachments`, {
      method: 'POST',
      headers: this.#headers,
      body: form,
    });
    await answer.body?.cancel();
    return answer.status;
  }

  async #post(address: string, body: object): Promise<{ id: string; accessToken: string }> {
    const answer = await fetch(this.#address + address, {
      method: 'POST',
      headers: { ...this.#headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (answer.status !== 201) throw new Error(`${address}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as { id: string; accessToken: string };
  }

  get #headers(): Record<string, string> {
    return { 'x-requested-with': 'app', 'x-client': 'mobile', authorization: `Bearer ${this.#token}` };
  }
}
