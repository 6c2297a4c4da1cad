import { setTimeout as delay } from 'node:timers/promises';
import { freePort, type Program } from '../http/program.js';
import { startService } from '../http/service.js';

const ROLES = ['api', 'api', 'worker', 'worker'] as const;
const DEAD_MS = 500;

type Member = { readonly role: string; readonly port: number; program: Program };
type Settings = Omit<Parameters<typeof startService>[0], 'port'>;

/** Two API processes and two workers. One after the other is killed and started again. */
export class Crew {
  readonly #settings: Settings;
  readonly #members: Member[] = [];
  kills = 0;
  #killing: Promise<void> = Promise.resolve();
  /** The reason why the killing has stopped: a process did not start again, or ended by itself. */
  #failure: Error | null = null;
  #stopping = false;

  private constructor(settings: Settings) {
    this.#settings = settings;
  }

  static async start(settings: Settings): Promise<Crew> {
    const crew = new Crew(settings);
    try {
      for (const role of ROLES) {
        const port = await freePort();
        crew.#members.push({ role, port, program: await crew.#start(role, port) });
      }
      return crew;
    } catch (error) {
      await crew.stop();
      throw error;
    }
  }

  get urls(): string[] {
    return this.#members.filter(({ role }) => role === 'api').map(({ port }) => `http://127.0.0.1:${port}`);
  }

  /** Kills one process with SIGKILL every so many milliseconds. Each process is killed equally often. */
  killEvery(milliseconds: number): void {
    this.#killing = this.#kill(milliseconds).catch((error: unknown) => {
      this.#failure = error as Error;
    });
  }

  /** Stops the killing. Throws if a process has failed or is not running. */
  async endKilling(): Promise<void> {
    this.#stopping = true;
    await this.#killing;
    if (this.#failure !== null) throw this.#failure;
    this.#members.forEach(requireRunning);
  }

  /** Stops all processes that still run, even after a failure. */
  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#killing;
    await Promise.all(this.#members.map(({ program }) => program.stop()));
  }

  async #kill(milliseconds: number): Promise<void> {
    while (!this.#stopping) {
      const nextAt = performance.now() + milliseconds;
      // The order 0, 2, 1, 3 alternates between API processes and workers.
      const member = this.#members[[0, 2, 1, 3][this.kills % 4] ?? 0];
      if (member === undefined) return;
      requireRunning(member);
      await member.program.kill();
      this.kills++;
      await delay(DEAD_MS);
      member.program = await this.#start(member.role, member.port);
      await delay(Math.max(0, nextAt - performance.now()));
    }
  }

  #start(role: string, port: number): Promise<Program> {
    const env = { ...this.#settings.env, ROLE: role };
    return startService({ ...this.#settings, env, port });
  }
}

function requireRunning({ role, program }: Member): void {
  if (program.hasEnded) throw new Error(`a process of the role ${role} ended by itself`);
}
