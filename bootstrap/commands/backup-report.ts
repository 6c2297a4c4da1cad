import type { Manifest } from '../../application/backup/manifest.js';

/** Returns sentences that say what was written to the archive. */
export function backupReport(file: string, manifest: Manifest): readonly string[] {
  const { head, jobs, files, secrets } = manifest;
  return [
    `${file}: ${printRows(manifest)} rows of ${head.tables.length} tables at ${head.migrations.at(-1) ?? 'no migration'}, ` +
      `${jobs.rows} waiting jobs, ${files.stored} files of ${files.bytes} bytes, as of ${head.createdAt}.`,
    ...sentence(files.deleted, 'were deleted meanwhile; a restore leaves them out.'),
    ...sentence(files.missing, 'are missing in FILE_STORE; their rows are in.', 'Warning: '),
    ...sentence(files.damaged, 'are not what was uploaded; they are in as they are.', 'Warning: '),
    secrets === null
      ? 'Not in it: JWT_SECRETS and ENCRYPTION_KEYS. Keep them elsewhere: without ENCRYPTION_KEYS calendars have to be connected anew.'
      : 'The generated keys are in it: keep the file as secret as they are.',
  ];
}

/** Returns sentences that say what was restored from the archive. */
export function restoreReport(manifest: Manifest): readonly string[] {
  const { head, jobs, files, secrets } = manifest;
  return [
    `Restored ${printRows(manifest)} rows of ${head.tables.length} tables and ${files.stored + files.damaged} files as of ` +
      `${head.createdAt}; ${jobs.rows} waiting jobs run when the service starts.`,
    ...sentence(files.deleted, 'were deleted while the backup was made and are left out.'),
    ...sentence(files.missing, 'were missing when the backup was made.', 'Warning: '),
    ...sentence(files.damaged, 'were damaged when the backup was made.', 'Warning: '),
    ...(secrets === null
      ? ['It holds no keys: start with the JWT_SECRETS and ENCRYPTION_KEYS of the time of the backup.']
      : []),
  ];
}

function printRows({ tables }: Manifest): number {
  return Object.values(tables).reduce((sum, { rows }) => sum + rows, 0);
}

const sentence = (count: number, rest: string, before = '') =>
  count === 0 ? [] : [`${before}${count} files ${rest}`];
