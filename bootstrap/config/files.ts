import path from 'node:path';
import { InvalidValue, type Environment } from './environment.js';
import { parseUrl, urlWith } from './values.js';
import type { S3Settings } from '../../adapters/files/s3-file-store.js';

export interface FolderStore {
  readonly kind: 'folder';
  readonly folder: string;
}

export type S3Store = S3Settings & { readonly kind: 's3' };

export type FileStoreConfig = FolderStore | S3Store;

/**
 * Reads where attachments are stored: `file:<folder>` or `s3://<bucket>/<prefix>`. The default is a folder in the
 * data folder.
 */
export function readFileStore(env: Environment, workingFolder: string, dataDir: string): FileStoreConfig {
  const store = env.read('FILE_STORE', (text) => {
    if (text.startsWith('file:')) {
      const folder = text.slice('file:'.length).replace(/^\/\/(?=\/)/, '');
      if (folder !== '') return { kind: 'folder' as const, folder: path.resolve(workingFolder, folder) };
    }
    const url = parseUrl(text);
    if (url?.protocol !== 's3:' || url.hostname === '') {
      throw new InvalidValue('file:folder or s3://bucket/prefix');
    }
    return { kind: 's3' as const, ...readS3(env, url) };
  });
  return store ?? { kind: 'folder', folder: path.join(dataDir, 'files') };
}

function readS3(env: Environment, url: URL): Omit<S3Store, 'kind'> {
  const prefix = url.pathname.replace(/^\/+|\/+$/g, '');
  const pair = env.readPair('AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY');
  return {
    bucket: url.hostname,
    prefix: prefix === '' ? '' : `${prefix}/`,
    endpoint: env.read('S3_ENDPOINT', urlWith('https', 'http')) ?? null,
    region: env.text('S3_REGION') ?? env.text('AWS_REGION') ?? 'us-east-1',
    credentials: pair === null ? null : { accessKeyId: pair[0], secretAccessKey: pair[1] },
  };
}
