import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { within } from './until.js';

const ROOT = path.resolve(import.meta.dirname, '../..');

/**
 * Builds what has changed since the last build. Runs once before the first test, because two builds at the
 * same time would write the same files.
 */
export async function buildProgram(): Promise<void> {
  await promisify(execFile)('npm', ['run', '--silent', 'build'], { cwd: ROOT });
}

/** Creates an empty working folder. `remove` deletes it. */
export async function emptyFolder(): Promise<{ path: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'planner-e2e-'));
  return { path: folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

export type Program = {
  readonly url: string;
  readonly lines: readonly string[];
  kill(signal: NodeJS.Signals): void;
  /** The exit code, or the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals | null>;
};

/**
 * Returns the environment variables that every program gets. If the clock of the run is moved (datefudge), theirs is
 * moved too. All programs of a run share Node's cache of compiled code, so a start takes a sixth less CPU time.
 */
const createEnvironment = () => ({
  PATH: process.env['PATH'],
  LD_PRELOAD: process.env['LD_PRELOAD'],
  DATEFUDGE: process.env['DATEFUDGE'],
  NODE_COMPILE_CACHE: path.join(tmpdir(), 'compile-cache'),
});

/** How long a command or the start of a program may take, in milliseconds. A busy machine needs up to a minute. */
const PROGRAM_MS = 120_000;

/**
 * Runs one of the operators' commands of the built service and waits until it ends.
 *
 * @throws if it has not ended after two minutes
 */
export function runCommand(
  name: string,
  folder: string,
  env: Record<string, string>,
): Promise<{ code: number; stdout: string; stderr: string }> {
  const file = path.join(ROOT, `dist/bootstrap/${name}.js`);
  const ended = new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    const options = { cwd: folder, env: { ...createEnvironment(), ...env } };
    execFile(process.execPath, [file], options, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
    );
  });
  return within(ended, `the command ${name} has ended`, PROGRAM_MS);
}

const LIMIT = '1000000';

/** The command line that starts the built service. */
export const SERVICE: readonly string[] = [process.execPath, path.join(ROOT, 'dist/bootstrap/server.js')];

/**
 * Starts the built service as a process of its own on a free port. Resolves when it listens.
 *
 * @throws if it ends before that, or does not listen after two minutes; the message contains what it has logged
 */
export function startProgram(
  folder: string,
  env: Record<string, string> = {},
  [command = process.execPath, ...args]: readonly string[] = SERVICE,
): Promise<Program> {
  const child = spawn(command, args, {
    cwd: folder,
    env: {
      ...createEnvironment(),
      PORT: '0',
      LOG_FORMAT: 'json',
      GLOBAL_RATE_LIMIT: LIMIT,
      AUTH_RATE_LIMIT: LIMIT,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return listening(child);
}

function listening(child: ChildProcess): Promise<Program> {
  const lines: string[] = [];
  const ended = new Promise<number | NodeJS.Signals | null>((resolve) => {
    child.once('close', (code, signal) => resolve(code ?? signal));
  });
  const started = new Promise<Program>((resolve, reject) => {
    const read = (line: string) => {
      lines.push(line);
      const port = /listening on [^"]*:(\d+)/.exec(line)?.[1];
      if (port === undefined) return;
      const url = `http://127.0.0.1:${port}`;
      resolve({ url, lines, ended, kill: (signal) => void child.kill(signal) });
    };
    if (child.stdout) createInterface(child.stdout).on('line', read);
    if (child.stderr) createInterface(child.stderr).on('line', read);
    void ended.then((how) => reject(new Error(`The program ended with ${String(how)} before it listened`)));
  });
  return within(started, 'the program listens', PROGRAM_MS).catch((error: unknown) => {
    throw new Error(`${String(error)}. It has logged:\n${lines.join('\n')}`, { cause: error });
  });
}

/**
 * Waits until the program has ended. Returns its exit code, or the signal that ended it.
 *
 * @throws if it still runs after the time limit of `within`; the message contains its address
 */
export function untilEnded({ url, ended }: Program): Program['ended'] {
  return within(ended, `the program at ${url} has ended`);
}

/** Sends a request as a mobile client does. */
export async function send(
  url: string,
  {
    method = 'GET',
    token,
    body,
    headers = {},
  }: { method?: string; token?: string; body?: unknown; headers?: Record<string, string> } = {},
): Promise<{ status: number; body: any }> {
  const response = await fetch(url, {
    method,
    headers: {
      'x-client': 'mobile',
      'x-requested-with': 'app',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
}

/** Registers an account that joins a household with an invitation. */
export async function newMember(
  url: string,
  { token, home }: { token: string; home: string },
): Promise<{ id: string; token: string }> {
  const email = `${crypto.randomUUID()}@example.org`;
  const account = await send(`${url}/v1/auth/register`, {
    method: 'POST',
    body: { email, password: 'correct horse battery' },
  });
  const invitation = await send(`${url}${home}/invitations`, { method: 'POST', token, body: {} });
  const own = account.body.accessToken as string;
  const accepted = await send(`${url}/v1/invitations/accept`, {
    method: 'POST',
    token: own,
    body: { token: invitation.body.token },
  });
  if (accepted.status !== 201) throw new Error(`cannot join: ${JSON.stringify(accepted.body)}`);
  return { id: account.body.user.id, token: own };
}

const PASSWORD = 'correct horse battery';

/** Registers an account and creates a household. */
export async function newHome(url: string): Promise<{
  token: string;
  refreshToken: string;
  home: string;
  credentials: { email: string; password: string };
}> {
  const credentials = { email: `${crypto.randomUUID()}@example.org`, password: PASSWORD };
  const account = await send(`${url}/v1/auth/register`, { method: 'POST', body: credentials });
  const token = account.body.accessToken as string;
  const household = await send(`${url}/v1/households`, { method: 'POST', token, body: { name: 'Home' } });
  return {
    token,
    refreshToken: account.body.refreshToken,
    home: `/v1/households/${household.body.id}`,
    credentials,
  };
}
