import { FolderFileStore } from '../adapters/files/folder-file-store.js';
import { S3FileStore } from '../adapters/files/s3-file-store.js';
import type { FileStore } from '../application/ports/file-store.js';
import type { FileStoreConfig } from './config/files.js';

export function composeFileStore(config: FileStoreConfig): FileStore {
  return config.kind === 'folder' ? new FolderFileStore(config.folder) : new S3FileStore(config);
}
