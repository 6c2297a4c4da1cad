import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { withClient } from '../database.js';

/** A process of its own that answers each question with a message. */
export class BenchProcess {
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess) {
    this.#child = child;
  }

  /** Returns when it says that it is ready. */
  static async start(program: URL, args: readonly string[]): Promise<BenchProcess> {
    const child = fork(program, args);
    await Promise.race([
      once(child, 'message'),
      once(child, 'exit').then(() => Promise.reject(new Error(`${program.pathname} ended`))),
    ]);
    return new BenchProcess(child);
  }

  async ask<Answer>(question: object): Promise<Answer> {
    const answered = once(this.#child, 'message');
    this.#child.send(question);
    return ((await answered) as [Answer])[0];
  }

  async stop(): Promise<void> {
    const ended = once(this.#child, 'exit');
    this.#child.disconnect();
    await ended;
  }
}

/** What runs in such a process: `answer` is asked one question after the other. */
export function answerQuestions<Question>(answer: (question: Question) => Promise<object>): void {
  process.on('message', (question: Question) => {
    void answer(question).then((given) => process.send?.(given));
  });
  process.send?.('ready');
}

const TICK_MS = 10;

/** The processor time, in ms, that the connections to a database on this machine have taken so far. */
export async function processorTimeOf(connectionString: string): Promise<number> {
  const pids = await withClient(connectionString, async (client) => {
    const { rows } = await client.query<{ pid: number }>(
      'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    return rows.map(({ pid }) => pid);
  });
  let ticks = 0;
  for (const pid of pids) {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    // After the name, which may have anything in it; then the 14th and 15th of all fields.
    const [user, system] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13);
    ticks += Number(user) + Number(system);
  }
  return ticks * TICK_MS;
}
