import {
  hasAccounts,
  inspectDatabase,
  overdueJobs,
  type DatabaseInspection,
} from '../../adapters/postgres/inspection.js';
import type { RegistrationMode } from '../../domain/accounts/registration.js';
import { reasonOf } from '../reason-of.js';
import { fail, ok, warn, type Finding } from './finding.js';

/** The oldest supported version of PostgreSQL, in the form of `server_version_num`. */
const OLDEST = 150_000;
/**
 * The largest difference between the clocks of the database and of this machine that only causes a warning. It equals
 * the clock tolerance with which processes check when an access token expires (see JwtTokenSigner).
 */
const TOLERATED_MS = 5_000;
/** Up to this difference, the check of the clock reports no problem. */
const NOTICEABLE_MS = 1_000;

/** Checks the server, its schema and its clock. */
export async function checkDatabase(connectionString: string): Promise<readonly Finding[]> {
  try {
    return judgeDatabase(await inspectDatabase(connectionString));
  } catch (error) {
    return [
      fail(
        'database',
        `does not answer: ${reasonOf(error)}`,
        'start it, and check the host, port, user, password and database name in DATABASE_URL',
      ),
    ];
  }
}

/** Returns the findings about the version, the schema and the clock of a database. */
export function judgeDatabase(found: DatabaseInspection): readonly Finding[] {
  return [version(found), schema(found), clock(found)];
}

function version({ version, versionNumber }: DatabaseInspection): Finding {
  if (versionNumber >= OLDEST) return ok('database', `PostgreSQL ${version} answers`);
  return fail('database', `is PostgreSQL ${version}`, 'upgrade the server to PostgreSQL 15 or later');
}

function schema({ migrations }: DatabaseInspection): Finding {
  if (migrations === null)
    return warn('migrations', 'none applied yet', 'apply them with "npm start" or "npm run migrate"');
  const { pending, unknown } = migrations;
  if (unknown.length > 0)
    return fail(
      'migrations',
      `a newer version of the service has migrated the database (${unknown.join(', ')})`,
      'start that version or a later one',
    );
  if (pending.length > 0)
    return warn(
      'migrations',
      `waiting: ${pending.join(', ')}`,
      'make a backup, then apply them with "npm start" or "npm run migrate"',
    );
  return ok('migrations', 'up to date');
}

function clock({ clock: { aheadMs, uncertainMs } }: DatabaseInspection): Finding {
  const skew = Math.max(0, Math.abs(aheadMs) - uncertainMs);
  const seconds = (Math.abs(aheadMs) / 1000).toFixed(1);
  const saw = `the database's clock is ${seconds} s ${aheadMs < 0 ? 'behind' : 'ahead of'} this machine's`;
  if (skew <= NOTICEABLE_MS) return ok('clock', saw);
  const todo = 'synchronise both clocks with a time service such as chrony or systemd-timesyncd';
  return skew <= TOLERATED_MS
    ? warn('clock', `${saw}; jobs and reminders are early or late by that much`, todo)
    : fail('clock', `${saw}; beyond 5 s, processes reject each other's tokens`, todo);
}

/** Checks that somebody can create an account or sign in. The database must be migrated. */
export async function checkRegistration(mode: RegistrationMode, connectionString: string): Promise<Finding> {
  if (mode === 'open' || (await hasAccounts(connectionString))) return ok('registration', mode);
  return warn(
    'registration',
    `is ${mode}, but there is no account yet, so nobody can sign in`,
    'start with REGISTRATION=open, create an account, then close it again',
  );
}

/** Checks that no job has been waiting for more than five minutes, as happens if no worker runs. */
export async function checkQueue(connectionString: string): Promise<Finding> {
  try {
    const overdue = await overdueJobs(connectionString);
    if (overdue === null)
      return warn('queue', 'not created yet', 'nothing to do: the first start creates it');
    if (overdue === 0) return ok('queue', 'no job has been waiting for more than five minutes');
    return warn(
      'queue',
      `${overdue} jobs have been waiting for more than five minutes`,
      'start another process with ROLE=all or ROLE=worker',
    );
  } catch (error) {
    return fail(
      'queue',
      `does not answer: ${reasonOf(error)}`,
      'start its database, and check QUEUE_DATABASE_URL',
    );
  }
}
