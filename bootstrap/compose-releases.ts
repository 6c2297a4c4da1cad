import { FolderReleaseSource } from '../adapters/releases/folder-release-source.js';
import { HttpReleaseSource } from '../adapters/releases/http-release-source.js';
import type { Logger } from '../application/shared/ports.js';
import type { ReleaseSource } from '../application/releases/ports.js';
import type { ReleaseSource as ReleaseSourceConfig } from './config/operations.js';

export function composeReleases(source: ReleaseSourceConfig | null, logger: Logger): ReleaseSource | null {
  if (source === null) return null;
  return source.kind === 'folder'
    ? new FolderReleaseSource(source.folder, logger)
    : new HttpReleaseSource(new URL(`${source.url}/`), logger);
}
