import path from 'node:path';
import { Worker, type WorkerOptions } from 'node:worker_threads';
import type { IcsDays, IcsFile, IcsReader } from '../../application/days/ports.js';
import type { EventDaysContext } from '../../domain/days/event-days.js';

export type IcsTask = { readonly file: IcsFile; readonly context: EventDaysContext };

/**
 * The limits of one file. The processor time is counted when the thread has started. A file that reaches the limit uses
 * up to 200 ms more, until its thread has ended.
 */
const MAX_CPU_MS = 250;
const MAX_HEAP_MB = 96;
/** Only for a thread that does not run at all, for example on a machine that does too much other work. */
const MAX_MS = 60_000;
const CHECK_MS = 25;

export type ThreadedIcsSettings = Pick<WorkerOptions, 'execArgv'> & {
  readonly maxCpuMs?: number;
};

/**
 * Reads calendar files in a worker thread, so that no file can block the service. Each file gets a thread of its own,
 * which ends afterwards; one thread runs at a time. A file that needs too much time or memory is refused.
 */
export class ThreadedIcsReader implements IcsReader {
  readonly #settings: ThreadedIcsSettings;
  #last: Promise<unknown> = Promise.resolve();

  constructor(settings: ThreadedIcsSettings = {}) {
    this.#settings = settings;
  }

  readDays(file: IcsFile, context: EventDaysContext): Promise<IcsDays> {
    const next = this.#last.then(() => this.#run({ file, context }));
    this.#last = next.catch(() => undefined);
    return next;
  }

  async #run(task: IcsTask): Promise<IcsDays> {
    const { execArgv = [] } = this.#settings;
    // While this file is a source, as in tests, so is the program of the thread.
    const program = new URL(`./worker${path.extname(import.meta.url)}`, import.meta.url);
    const worker = new Worker(program, {
      execArgv,
      // The environment of the process contains secrets, which the thread does not need.
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: 2 * MAX_HEAP_MB },
    });
    let timer: NodeJS.Timeout | undefined;
    try {
      return await new Promise<IcsDays>((resolve) => {
        const fail = (error: unknown) =>
          resolve({ kind: 'failed', error: 'NO_CALENDAR', reason: `reading it failed: ${String(error)}` });
        const refuse = (reason: string) => resolve({ kind: 'failed', error: 'TOO_COMPLEX', reason });
        const began = Date.now();
        let started: NodeJS.CpuUsage | undefined;
        timer = setInterval(() => {
          if (Date.now() - began > MAX_MS) refuse(`reading it took longer than ${MAX_MS} ms`);
          if (started !== undefined) void this.#check(worker, started, refuse);
        }, CHECK_MS);
        worker.on('error', (error: NodeJS.ErrnoException) =>
          error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? refuse('it needs too much memory') : fail(error),
        );
        worker.on('exit', (code) => fail(`the thread ended with ${code}`));
        worker.on('message', (message: IcsDays | 'ready') => {
          if (message !== 'ready') {
            resolve(message);
            return;
          }
          worker.cpuUsage().then((before) => {
            started = before;
            // The copy is moved to the thread, because the buffer of the file may be shared with other data.
            const bytes = new Uint8Array(task.file.bytes);
            worker.postMessage({ ...task, file: { ...task.file, bytes } } satisfies IcsTask, [bytes.buffer]);
          }, fail);
        });
      });
    } finally {
      clearInterval(timer);
      await worker.terminate();
    }
  }

  /**
   * Refuses the file if its thread exceeds a limit. The limits of V8 are not enough: they ignore the processor time, and
   * the `--max-heap-size` of the process replaces those of its threads.
   */
  async #check(worker: Worker, started: NodeJS.CpuUsage, refuse: (reason: string) => void): Promise<void> {
    const { maxCpuMs = MAX_CPU_MS } = this.#settings;
    try {
      const [cpu, heap] = await Promise.all([worker.cpuUsage(started), worker.getHeapStatistics()]);
      if (cpu.user + cpu.system > maxCpuMs * 1000)
        refuse(`reading it takes more than ${maxCpuMs} ms of processor time`);
      if (heap.used_heap_size > MAX_HEAP_MB * 1_048_576) refuse('it needs too much memory');
    } catch {
      // The thread has ended in the meantime, so there is nothing to limit.
    }
  }
}
