import { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  NoSuchKey,
  paginateListObjectsV2,
  S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import {
  isFileKey,
  type ByteRange,
  type Bytes,
  type FileKey,
  type FileStore,
  type StoredFile,
} from '../../application/attachments/ports.js';
import type { HouseholdId } from '../../domain/shared/ids.js';
import type { Instant } from '../../domain/shared/zone.js';

export type S3Settings = {
  readonly bucket: string;
  /** The prefix of all object keys. It is empty or ends in a slash. */
  readonly prefix: string;
  /** The endpoint of the S3 service. null means Amazon's own endpoint. */
  readonly endpoint: string | null;
  readonly region: string;
  /** The credentials. null means that the AWS SDK finds them, for example those of the machine's role. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | null;
};

/**
 * The smallest part size that S3 allows in a multipart upload. Parts are sent one at a time, so an upload keeps only
 * about this much in memory.
 */
const PART_BYTES = 5 * 1024 * 1024;

type Marker = { readonly KeyMarker?: string; readonly UploadIdMarker?: string };

/** Stores files as objects of a bucket, below a prefix. S3 shows an object only after all of it was uploaded. */
export class S3FileStore implements FileStore {
  readonly #client: S3Client;
  readonly #settings: S3Settings;

  constructor(settings: S3Settings) {
    this.#settings = settings;
    const { endpoint, region, credentials } = settings;
    this.#client = new S3Client({
      region,
      // Copies the credentials, because the S3 client writes into the object and our configuration is frozen.
      ...(credentials !== null && { credentials: { ...credentials } }),
      // Most S3-compatible services need the bucket in the path and not in the host name.
      ...(endpoint !== null && { endpoint, forcePathStyle: true }),
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    });
  }

  async put(key: FileKey, content: Bytes): Promise<void> {
    const upload = new Upload({
      client: this.#client,
      params: { ...this.#at(key), Body: Readable.from(content, { objectMode: false }) },
      queueSize: 1,
      partSize: PART_BYTES,
      leavePartsOnError: false,
    });
    await upload.done();
  }

  async open(key: FileKey, range?: ByteRange): Promise<Bytes | null> {
    try {
      const { Body } = await this.#client.send(
        new GetObjectCommand({
          ...this.#at(key),
          ...(range && { Range: `bytes=${range.start}-${range.end}` }),
        }),
      );
      return (Body as Readable | undefined) ?? null;
    } catch (error) {
      if (error instanceof NoSuchKey) return null;
      throw error;
    }
  }

  async remove(key: FileKey): Promise<void> {
    await this.#client.send(new DeleteObjectCommand(this.#at(key)));
  }

  async *list(householdId?: HouseholdId): AsyncIterable<StoredFile> {
    const { bucket, prefix } = this.#settings;
    const below = householdId === undefined ? prefix : `${prefix}${householdId}/`;
    const pages = paginateListObjectsV2({ client: this.#client }, { Bucket: bucket, Prefix: below });
    for await (const { Contents = [] } of pages)
      for (const { Key = '', Size = 0, LastModified } of Contents) {
        const key = Key.slice(prefix.length);
        if (isFileKey(key)) yield { key, size: Size, storedAt: LastModified?.getTime() ?? 0 };
      }
  }

  async purgeUnfinished(startedBefore: Instant): Promise<void> {
    const { bucket, prefix } = this.#settings;
    let marker: Marker | null = {};
    while (marker !== null) {
      const page: ListMultipartUploadsCommandOutput = await this.#unfinished(marker);
      for (const { Key, UploadId, Initiated } of page.Uploads ?? [])
        if (Key?.startsWith(prefix) && Initiated && Initiated.getTime() < startedBefore)
          await this.#client.send(new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId }));
      marker = page.IsTruncated
        ? { KeyMarker: page.NextKeyMarker ?? '', UploadIdMarker: page.NextUploadIdMarker ?? '' }
        : null;
    }
  }

  #unfinished(marker: Marker): Promise<ListMultipartUploadsCommandOutput> {
    const { bucket, prefix } = this.#settings;
    return this.#client.send(new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: prefix, ...marker }));
  }

  #at(key: string): { Bucket: string; Key: string } {
    if (!isFileKey(key)) throw new TypeError('The file key is invalid');
    return { Bucket: this.#settings.bucket, Key: `${this.#settings.prefix}${key}` };
  }
}
