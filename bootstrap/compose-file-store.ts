import { FolderFileStore } from '../adapters/files/folder-file-store.js';
import type { FileStore } from '../application/attachments/ports.js';
import type { FileStoreConfig } from './config/files.js';

export async function composeFileStore(config: FileStoreConfig): Promise<FileStore> {
  if (config.kind === 'folder') return new FolderFileStore(config.folder);
  const { S3FileStore } = await import('../adapters/files/s3-file-store.js');
  return new S3FileStore(config);
}
