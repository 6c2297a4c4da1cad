import { listShownRowIds } from '../../../application/operations/queries.js';
import { ATTACHMENT_TYPES } from '../../../domain/attachments/content-type.js';
import type { ByteRange } from '../../../application/attachments/ports.js';
import type { Readable } from 'node:stream';
import type { Request } from 'express';
import { FILE_BYTES, type Attachment, type AttachmentId } from '../../../domain/attachments/attachment.js';
import { DownloadQuery, PageQuery } from '../schema/query.js';
import { isKnown } from '../if-none-match.js';
import { answerPage, readPage, type CursorShape, pageOf } from '../page.js';
import { AttachmentDto, presentAttachment, saveAs } from './present.js';
import { route, type Route, type RouteResponse, tagged } from '../route.js';
import { toReadable } from '../to-readable.js';
import { readUpload } from './read-upload.js';
import type { RouteDependencies } from '../route-dependencies.js';

const OF_OCCURRENCE = '/v1/households/{householdId}/occurrences/{occurrenceId}/attachments';
const ONE = '/v1/households/{householdId}/attachments/{attachmentId}';
const CURSOR: CursorShape = ['newest', 'id'];

export function attachmentRoutes({ useCases }: RouteDependencies): Route[] {
  const answerAttachment = (attachment: Attachment) => ({
    body: presentAttachment(attachment),
    headers: { Location: `/v1/households/${attachment.householdId}/attachments/${attachment.id}` },
  });
  return tagged('Attachments', [
    route({
      method: 'post',
      path: OF_OCCURRENCE,
      operationId: 'addAttachment',
      onReplay: async ({ caller, operation, http }) => {
        // The first request has already stored the file, so the body of the repeated request is discarded.
        http.resume();
        return answerAttachment(
          await useCases.findAttachment(caller, listShownRowIds(operation)[0] as AttachmentId),
        );
      },
      summary: 'Attach a file',
      description: [
        'Stores a file for the task. Every occurrence of the task shows it. The body is a ' +
          'multipart form with one `file`. A task may have 50 files.',
        'The bytes of a file decide its type, and a wrong ending of its name is corrected. ' +
          'The allowed media types are listed in `encoding` of the request body. Other files are ' +
          'refused (400, rule `file`), and so is a text file with an unknown ending, such as `.json`.',
      ],
      upload: true,
      responses: [
        { status: 201, description: 'The stored file.', body: AttachmentDto, headers: ['Location'] },
      ],
      errors: ['TASK_NOT_FOUND', 'ATTACHMENT_TOO_LARGE', 'ATTACHMENTS_QUOTA', 'LIMIT_REACHED'],
      handle: async ({ caller, params, http, slots }) => {
        const upload = readUpload(http, FILE_BYTES, slots);
        return answerAttachment(await useCases.addAttachment(caller, params.occurrenceId, upload));
      },
    }),
    route({
      method: 'get',
      path: OF_OCCURRENCE,
      operationId: 'listAttachments',
      summary: 'List the files of a task',
      description: 'Returns the files of the task, newest first.',
      query: PageQuery,
      responses: [pageOf(AttachmentDto, 'The rows, newest first.')],
      errors: ['TASK_NOT_FOUND'],
      handle: async ({ caller, params, query, http }) =>
        answerPage(
          http,
          await useCases.listAttachments(caller, params.occurrenceId, readPage(query, CURSOR)),
          presentAttachment,
        ),
    }),
    route({
      method: 'get',
      path: ONE,
      operationId: 'downloadAttachment',
      summary: 'Download a file',
      description: [
        'Returns the bytes of a file. Browsers save it and never open it. A `Range` header ' +
          'asks for a part of it.',
        'With `variant=thumb` the answer is a WebP picture of at most 480 pixels per side, ' +
          'without metadata. It is 404 for HEIC files, damaged files, files that are not ' +
          'pictures, and pictures ' +
          'above 25 million pixels (50 for JPEGs that are not progressive).',
      ],
      query: DownloadQuery,
      responses: [
        {
          status: 200,
          description: 'The bytes of the whole file.',
          contentType: ATTACHMENT_TYPES,
          headers: ['ETag'],
        },
        {
          status: 206,
          description: 'The requested part of the file.',
          contentType: ATTACHMENT_TYPES,
        },
        { status: 304, description: 'The content has not changed.' },
        { status: 416, description: 'The file does not have the requested part.' },
      ],
      errors: ['NOT_FOUND'],
      handle: async ({ caller, params, query, http }) => {
        const attachment = await useCases.findAttachment(caller, params.attachmentId);
        if (query.variant === 'thumb')
          return thumbnail(attachment, http, () => useCases.openThumbnail(attachment));
        return download(attachment, http, async (range) =>
          toReadable(await useCases.openAttachment(attachment, range)),
        );
      },
    }),
    route({
      method: 'delete',
      path: ONE,
      operationId: 'removeAttachment',
      summary: 'Remove a file',
      description: 'Removes a file from the task, for everybody.',
      responses: [{ status: 204, description: 'The file was deleted.' }],
      errors: ['NOT_FOUND'],
      handle: ({ caller, params }) => useCases.removeAttachment(caller, params.attachmentId),
    }),
  ]);
}

const SAVED = {
  'Cache-Control': 'private, no-cache',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
};

async function thumbnail(
  { fileName, sha256 }: Attachment,
  request: Request,
  open: () => Promise<Uint8Array>,
): Promise<RouteResponse<never>> {
  const etag = `"${sha256}-thumb"`;
  const headers = { ...SAVED, ETag: etag, 'Content-Disposition': saveAs(`${fileName}.webp`) };
  if (isKnown(request, etag)) return { status: 304, headers };
  const picture = await open();
  const whole = { ...headers, 'Content-Length': String(picture.length) };
  return { status: 200, headers: whole, content: { type: 'image/webp', data: Buffer.from(picture) } };
}

type Open = (range?: { start: number; end: number }) => Promise<Readable>;

/**
 * Returns an answer with the bytes, and with headers that make browsers save them under the file name and never
 * display them.
 */
async function download(
  { fileName, contentType, size, sha256 }: Attachment,
  request: Request,
  open: Open,
): Promise<RouteResponse<never>> {
  const etag = `"${sha256}"`;
  const headers = {
    ...SAVED,
    ETag: etag,
    'Accept-Ranges': 'bytes',
    'Content-Disposition': saveAs(fileName),
  };
  if (isKnown(request, etag)) return { status: 304, headers };
  const condition = request.get('If-Range');
  const asked = condition === undefined || condition === etag ? request.get('Range') : undefined;
  const range = byteRange(asked, size);
  if (range === null) return { status: 416, headers: { ...headers, 'Content-Range': `bytes */${size}` } };
  const length = range === undefined ? size : range.end - range.start + 1;
  const part = range && { 'Content-Range': `bytes ${range.start}-${range.end}/${size}` };
  const whole = { ...headers, ...part, 'Content-Length': String(length) };
  const status = range === undefined ? 200 : 206;
  if (request.method === 'HEAD') return { status, headers: { ...whole, 'Content-Type': contentType } };
  return { status, headers: whole, content: { type: contentType, data: await open(range) } };
}

/**
 * Returns the byte range of a `Range` header (RFC 9110, section 14). undefined means the whole file: the
 * header is missing, not understood, or has several parts. null means that the range cannot be satisfied.
 */
function byteRange(header: string | undefined, size: number): ByteRange | null | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  if (first === '')
    return Number(last) === 0 ? null : { start: Math.max(0, size - Number(last)), end: size - 1 };
  const [start, end] = [Number(first), last === '' ? size - 1 : Math.min(Number(last), size - 1)];
  if (last !== '' && Number(last) < start) return undefined;
  return start >= size ? null : { start, end };
}
