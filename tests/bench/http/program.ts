import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Connection } from './connection.js';

const START_LIMIT_MS = 20_000;

/** A program that is measured, as a process of its own. Its output goes to a file, as in production. */
export class Program {
  readonly port: number;
  readonly #process: ChildProcess;

  private constructor(process: ChildProcess, port: number) {
    this.#process = process;
    this.port = port;
  }

  /**
   * Starts the program and resolves when it accepts connections on `port`.
   *
   * @param options.node the path of the Node.js that runs the program. The default is the Node.js of the benchmark.
   */
  static async start(
    args: readonly string[],
    {
      port,
      logFile,
      node = process.execPath,
      cwd = '.',
      env = {},
    }: { port: number; logFile: string; node?: string; cwd?: string; env?: Record<string, string> },
  ): Promise<Program> {
    const log = await open(logFile, 'a');
    const child = spawn(node, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', log.fd, log.fd],
    });
    await log.close();
    const deadline = Date.now() + START_LIMIT_MS;
    while (!hasEnded(child) && Date.now() < deadline) {
      const connection = await Connection.open(port).catch(() => null);
      connection?.close();
      if (connection !== null) return new Program(child, port);
      await delay(20);
    }
    child.kill('SIGKILL');
    throw new Error(`${args.join(' ')} does not start:\n${(await readFile(logFile, 'utf8')).slice(-2_000)}`);
  }

  /** Returns the resident memory in MB. */
  async residentMegabytes(): Promise<number> {
    const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(this.#process.pid)]);
    return Number(stdout) / 1024;
  }

  signal(signal: NodeJS.Signals): void {
    this.#process.kill(signal);
  }

  get pid(): number {
    return this.#process.pid ?? NaN;
  }

  get hasEnded(): boolean {
    return hasEnded(this.#process);
  }

  stop(): Promise<void> {
    return this.#end('SIGTERM');
  }

  /** Kills the process with SIGKILL, like a machine that fails: the process cannot clean up. */
  kill(): Promise<void> {
    return this.#end('SIGKILL');
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    if (this.hasEnded) return;
    const ended = once(this.#process, 'exit');
    this.#process.kill(signal);
    await ended;
  }
}

/** Returns true if the process has ended. A process that was ended by a signal has no exit code. */
function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
