import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { withClient } from '../database.js';

/** A child process that answers each question with a message. */
export class BenchProcess {
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess) {
    this.#child = child;
  }

  /** Starts the process and resolves when it reports that it is ready. */
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

/** Runs in the child process. Calls `answer` for each question. */
export function answerQuestions<Question>(answer: (question: Question) => Promise<object>): void {
  process.on('message', (question: Question) => {
    void answer(question).then((given) => process.send?.(given));
  });
  process.send?.('ready');
}

const TICK_MS = 10;

/**
 * Returns the processor time that the connections to a database on this machine have used so far, in
 * milliseconds.
 */
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
    // Fields are counted after the process name, which may contain any characters. The 14th and 15th fields
    // are user and system time.
    const [user, system] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13);
    ticks += Number(user) + Number(system);
  }
  return ticks * TICK_MS;
}
