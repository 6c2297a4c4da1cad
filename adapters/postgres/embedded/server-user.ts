import { execFile, type SpawnOptions } from 'node:child_process';
import { chown, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { OperatorError } from '../../../application/shared/operator-error.js';

const run = promisify(execFile);

export interface ProcessCommand {
  readonly file: string;
  readonly args: readonly string[];
  readonly options: SpawnOptions;
}

/** The operating system user that runs the server, and how to start a program as that user. */
export interface ServerUser {
  command(program: string, args: readonly string[]): ProcessCommand;
  /** Gives a file or folder that we created to the server's user. */
  own(target: string): Promise<void>;
}

/**
 * Chooses the operating system user that runs the server. If this process does not run as root, its own user runs the
 * server. PostgreSQL refuses to run as root, so root uses the owner of the existing data (if that is not root), or
 * else the user `postgres`, or else `nobody`.
 *
 * The chosen user may be unable to enter a folder on the path to the data or the program, such as /root. On Linux,
 * the server then gets the ambient capability to ignore file permissions. If that is impossible, the error says what
 * to do.
 *
 * @param folder the folder of the cluster, which need not exist yet
 * @throws OperatorError if no user can run the server
 */
export async function findServerUser(folder: string, program: string): Promise<ServerUser> {
  if (process.getuid?.() !== 0) {
    return {
      command: (file, args) => ({ file, args, options: surroundings() }),
      own: () => Promise.resolve(),
    };
  }
  const { uid, gid } =
    (await findOwner(folder)) ?? (await systemUser('postgres')) ?? (await knownUser('nobody'));
  const own = (target: string) => chown(target, uid, gid);
  const closed =
    (await firstClosedFolder(path.dirname(folder), uid, gid)) ??
    (await firstClosedFolder(path.dirname(program), uid, gid));
  if (closed === null) {
    return { own, command: (file, args) => ({ file, args, options: { ...surroundings(), uid, gid } }) };
  }
  const lend = [
    ...[`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups'],
    // initdb finds the server program with access(2), which checks permissions for the real user id. By default,
    // Linux ignores ambient capabilities in this check; the securebit makes it respect them.
    '--securebits=+no_setuid_fixup',
    ...['--inh-caps=-all,+dac_override', '--ambient-caps=-all,+dac_override'],
  ];
  try {
    await run('setpriv', [...lend, program, '--version'], { cwd: '/' });
  } catch (cause) {
    throw new OperatorError(
      `PostgreSQL refuses to run as root, and user ${uid}, which should run it, cannot enter ${closed}. ` +
        `Allow it (chmod a+x ${closed}), set DATA_DIR to a folder that all users can enter, ` +
        'start the service as an ordinary user, or set DATABASE_URL.',
      { cause },
    );
  }
  return {
    own,
    command: (file, args) => ({ file: 'setpriv', args: [...lend, file, ...args], options: surroundings() }),
  };
}

/** The variables of this process that PostgreSQL programs get too. With the last two, tests move the clock (datefudge). */
const SHARED_VARIABLES = ['PATH', 'LD_PRELOAD', 'DATEFUDGE'];

/**
 * Returns options for starting PostgreSQL programs. Their environment contains none of our secrets and no PG*
 * variables, which would change the settings, and it sets the language of messages to English.
 */
function surroundings(): SpawnOptions {
  const env: NodeJS.ProcessEnv = { LC_ALL: 'C' };
  for (const name of SHARED_VARIABLES) env[name] = process.env[name];
  return { cwd: '/', env };
}

async function findOwner(folder: string): Promise<{ uid: number; gid: number } | null> {
  const found = await stat(folder).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  });
  return found === null || found.uid === 0 ? null : found;
}

async function systemUser(name: string): Promise<{ uid: number; gid: number } | null> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch (error) {
    // id exits with 1 if there is no such user.
    if ((error as { code?: unknown }).code === 1) return null;
    throw error;
  }
}

async function knownUser(name: string): Promise<{ uid: number; gid: number }> {
  const user = await systemUser(name);
  if (user !== null) return user;
  throw new OperatorError(
    `PostgreSQL refuses to run as root, and there is no user "${name}" that could run it. Set DATABASE_URL.`,
  );
}

/** Returns the topmost folder on the path to `folder` that the user may not enter, or null. */
async function firstClosedFolder(folder: string, uid: number, gid: number): Promise<string | null> {
  const parent = path.dirname(folder);
  const above = parent === folder ? null : await firstClosedFolder(parent, uid, gid);
  if (above !== null) return above;
  const found = await stat(folder);
  const enter = found.uid === uid ? 0o100 : found.gid === gid ? 0o010 : 0o001;
  return (found.mode & enter) === 0 ? folder : null;
}
