import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

const MIN_PART_SIZE = 5 * 1024 * 1024;
/** A page is small, so that a client that lists objects has to request further pages. */
const PAGE = 2;

type Unfinished = { readonly key: string; readonly begun: Date; readonly parts: Map<number, Buffer> };
type Answer = { readonly status: number; readonly body?: string | Buffer; readonly headers?: object };

const md5 = (data: Buffer) => `"${createHash('md5').update(data).digest('hex')}"`;
const xml = (body: string): Answer => ({ status: 200, body: `<?xml version="1.0"?>${body}` });
const failure = (status: number, code: string): Answer => ({
  status,
  body: `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`,
});

/**
 * The part of S3 that the file store uses, over HTTP. It refuses what S3 refuses: unsigned requests, content
 * with another hash than the signed one, parts that are too small, and ranges beyond the end. It does not
 * verify the signatures.
 */
export class LocalS3 {
  readonly objects = new Map<string, { data: Buffer; at: Date }>();
  readonly unfinished = new Map<string, Unfinished>();
  readonly #server = createServer((request, response) => void this.#serve(request, response));

  constructor(readonly bucket: string) {}

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request).catch(() => null);
    if (body === null) return void response.destroy();
    const answer = this.#answer(request, body);
    response.writeHead(answer.status, { ...answer.headers }).end(answer.body);
  }

  #answer(request: IncomingMessage, body: Buffer): Answer {
    const { headers, method } = request;
    const url = new URL(request.url ?? '/', 'http://s3');
    const [, bucket, ...rest] = decodeURIComponent(url.pathname).split('/');
    const key = rest.join('/');
    if (!headers.authorization?.startsWith('AWS4-HMAC-SHA256 ')) return failure(403, 'AccessDenied');
    if (bucket !== this.bucket) return failure(404, 'NoSuchBucket');
    const signed = headers['x-amz-content-sha256'];
    const actual = createHash('sha256').update(body).digest('hex');
    if (signed !== 'UNSIGNED-PAYLOAD' && signed !== actual) return failure(400, 'XAmzContentSHA256Mismatch');
    const uploadId = url.searchParams.get('uploadId');
    if (url.searchParams.has('uploads')) return method === 'POST' ? this.#begin(key) : this.#begun(url);
    if (uploadId !== null) return this.#upload(method, uploadId, url, body);
    if (key === '') return this.#list(url);
    if (method === 'PUT') {
      this.objects.set(key, { data: body, at: new Date() });
      return { status: 200, headers: { ETag: md5(body) } };
    }
    if (method === 'DELETE') {
      this.objects.delete(key);
      return { status: 204 };
    }
    return this.#get(key, headers.range);
  }

  #get(key: string, range: string | undefined): Answer {
    const found = this.objects.get(key);
    if (found === undefined) return failure(404, 'NoSuchKey');
    const { data } = found;
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? [];
    if (from === undefined) return { status: 200, body: data, headers: { ETag: md5(data) } };
    if (Number(from) >= data.length) return failure(416, 'InvalidRange');
    const end = Math.min(Number(to), data.length - 1);
    return {
      status: 206,
      body: data.subarray(Number(from), end + 1),
      headers: { 'Content-Range': `bytes ${from}-${end}/${data.length}` },
    };
  }

  #list({ searchParams }: URL): Answer {
    const prefix = searchParams.get('prefix') ?? '';
    const after = searchParams.get('continuation-token') ?? '';
    const keys = [...this.objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
    const page = keys.slice(0, PAGE).map((key) => {
      const { data, at } = this.objects.get(key) ?? { data: Buffer.alloc(0), at: new Date(0) };
      return `<Contents><Key>${key}</Key><Size>${data.length}</Size><LastModified>${at.toISOString()}</LastModified></Contents>`;
    });
    const more = keys.length > PAGE;
    const next = more ? `<NextContinuationToken>${keys[PAGE - 1]}</NextContinuationToken>` : '';
    return xml(
      `<ListBucketResult><IsTruncated>${more}</IsTruncated>${next}${page.join('')}</ListBucketResult>`,
    );
  }

  #begin(key: string): Answer {
    const id = randomUUID();
    this.unfinished.set(id, { key, begun: new Date(), parts: new Map() });
    return xml(`<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`);
  }

  #begun({ searchParams }: URL): Answer {
    const after = searchParams.get('upload-id-marker') ?? '';
    const prefix = searchParams.get('prefix') ?? '';
    const ids = [...this.unfinished]
      .filter(([id, { key }]) => key.startsWith(prefix) && id > after)
      .sort(([one], [other]) => (one < other ? -1 : 1));
    const page = ids.slice(0, PAGE);
    const [id, last] = page.at(-1) ?? [];
    const more = ids.length > PAGE;
    const uploads = page.map(
      ([at, { key, begun }]) =>
        `<Upload><Key>${key}</Key><UploadId>${at}</UploadId><Initiated>${begun.toISOString()}</Initiated></Upload>`,
    );
    const next = more
      ? `<NextKeyMarker>${last?.key}</NextKeyMarker><NextUploadIdMarker>${id}</NextUploadIdMarker>`
      : '';
    return xml(
      `<ListMultipartUploadsResult><IsTruncated>${more}</IsTruncated>${next}${uploads.join('')}</ListMultipartUploadsResult>`,
    );
  }

  #upload(method: string | undefined, id: string, { searchParams }: URL, body: Buffer): Answer {
    const upload = this.unfinished.get(id);
    if (upload === undefined) return failure(404, 'NoSuchUpload');
    if (method === 'PUT') {
      upload.parts.set(Number(searchParams.get('partNumber')), body);
      return { status: 200, headers: { ETag: md5(body) } };
    }
    if (method === 'DELETE') {
      this.unfinished.delete(id);
      return { status: 204 };
    }
    const parts = [...upload.parts].sort(([one], [other]) => one - other).map(([, part]) => part);
    if (parts.slice(0, -1).some((part) => part.length < MIN_PART_SIZE)) return failure(400, 'EntityTooSmall');
    this.objects.set(upload.key, { data: Buffer.concat(parts), at: new Date() });
    this.unfinished.delete(id);
    return xml(`<CompleteMultipartUploadResult><Key>${upload.key}</Key></CompleteMultipartUploadResult>`);
  }
}
