import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { withClient } from '../database.js';
import type { Program } from '../http/program.js';
import { median } from '../http/report.js';

export type Measure = 'rss MB' | 'heap MB' | 'files and sockets' | 'database connections';
type Sample = Readonly<Record<Measure, number>>;

const COLLECTED_MS = 700;

/**
 * Measures from outside what a process holds. At each measurement it sends a signal, at which the process
 * collects its garbage and writes its heap size to a file. So garbage that is not collected yet is not
 * counted.
 */
export class Watch {
  readonly #program: Program;
  readonly #connectionString: string;
  readonly #heapFile: string;
  readonly #samples: Sample[] = [];

  constructor(program: Program, connectionString: string, heapFile: string) {
    this.#program = program;
    this.#connectionString = connectionString;
    this.#heapFile = heapFile;
  }

  /** Returns the Node options that make the process react to the signal. */
  static nodeOptions(heapFile: string): string[] {
    const answer = `import { writeFileSync } from 'node:fs';
      process.on('SIGUSR2', () => {
        globalThis.gc();
        writeFileSync(${JSON.stringify(heapFile)}, String(process.memoryUsage().heapUsed));
      })`;
    return ['--expose-gc', '--import', `data:text/javascript,${encodeURIComponent(answer)}`];
  }

  async look(): Promise<Sample> {
    this.#program.signal('SIGUSR2');
    await delay(COLLECTED_MS);
    const sample = {
      'rss MB': await this.#program.residentMegabytes(),
      'heap MB': Number(await readFile(this.#heapFile, 'utf8')) / 1024 ** 2,
      'files and sockets': (await readdir(`/proc/${this.#program.pid}/fd`)).length,
      'database connections': await this.#connections(),
    };
    this.#samples.push(sample);
    return sample;
  }

  /** Returns the medians of the second and of the last quarter. The first quarter is the warm-up. */
  quarters(measure: Measure): { readonly second: number; readonly last: number } {
    const values = this.#samples.map((sample) => sample[measure]);
    const quarter = Math.floor(values.length / 4);
    return {
      second: median(values.slice(quarter, 2 * quarter)),
      last: median(values.slice(-quarter)),
    };
  }

  #connections(): Promise<number> {
    return withClient(this.#connectionString, async (client) => {
      const { rows } = await client.query<{ count: number }>(
        `select count(*)::int from pg_stat_activity where application_name like 'household-planner%'`,
      );
      return rows[0]?.count ?? NaN;
    });
  }
}
