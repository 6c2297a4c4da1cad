import type { Manifest } from '../../application/backup/manifest.js';

/** Returns sentences that describe the content of the archive. */
export function backupReport(file: string, manifest: Manifest): readonly string[] {
  const { head, jobs, files, secrets } = manifest;
  return [
    `${file}: ${printRows(manifest)} rows of ${head.tables.length} tables (schema ${head.migrations.at(-1) ?? 'without migrations'}), ` +
      `waiting jobs: ${jobs.rows}, files: ${files.stored} (${files.bytes} bytes), as of ${head.createdAt}.`,
    ...counted(files.deleted, 'Files deleted while the backup was made, which the archive does not contain'),
    ...counted(files.missing, 'Warning: files missing in FILE_STORE, which the archive does not contain'),
    ...counted(files.damaged, 'Warning: files that do not match their checksum, which the archive contains'),
    secrets === null
      ? 'The archive does not contain JWT_SECRETS and ENCRYPTION_KEYS. Store them elsewhere: without ENCRYPTION_KEYS, members must connect their calendars again.'
      : 'The archive contains the generated keys. Keep it secret.',
  ];
}

/** Returns sentences that describe what was restored from the archive. */
export function restoreReport(manifest: Manifest): readonly string[] {
  const { head, jobs, files, secrets } = manifest;
  return [
    `Restored ${printRows(manifest)} rows of ${head.tables.length} tables and ${files.stored + files.damaged} files as of ` +
      `${head.createdAt}. The service will run ${jobs.rows} waiting jobs when it starts.`,
    ...counted(files.deleted, 'Files deleted while the backup was made, which the archive does not contain'),
    ...counted(files.missing, 'Warning: files that were missing when the backup was made'),
    ...counted(files.damaged, 'Warning: files that were damaged when the backup was made'),
    ...(secrets === null
      ? [
          'The archive contains no keys. Start the service with the JWT_SECRETS and ENCRYPTION_KEYS that it used when the backup was made.',
        ]
      : []),
  ];
}

function printRows({ tables }: Manifest): number {
  return Object.values(tables).reduce((sum, { rows }) => sum + rows, 0);
}

const counted = (count: number, what: string) => (count === 0 ? [] : [`${what}: ${count}.`]);
