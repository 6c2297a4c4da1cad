import busboy from 'busboy';
import type { Request } from 'express';
import type { Readable } from 'node:stream';
import type { IncomingFile, Upload } from '../../../application/attachments/upload.js';
import { ApplicationError, validationFailed } from '../../../application/shared/errors.js';
import type { Bytes } from '../../../application/attachments/ports.js';
import { limitByProgress } from '../body-deadline.js';

const FIELD = 'file';

type Pausable = { pause(): void; resume(): Promise<void> };

/**
 * Returns an upload whose file is read from a multipart request as a stream, so that only a small part of it is in
 * memory. Reading the file fails with ATTACHMENT_TOO_LARGE as soon as more than `maxBytes` have arrived, and with
 * VALIDATION_FAILED if the form is malformed or incomplete.
 *
 * While the file is being received (from `file` to `end`), the request gives up its slots in the limits of concurrent
 * requests, so that a slow upload does not keep other requests waiting.
 */
export function readUpload(request: Request, maxBytes: number, slots: Pausable): Upload {
  const announced = Number(request.headers['content-length']);
  const first = Promise.withResolvers<IncomingFile>();
  const end = Promise.withResolvers<undefined>();
  // Prevents an unhandled rejection if parsing fails before the caller awaits `first`. The caller still gets the error.
  first.promise.catch(() => undefined);
  end.promise.catch(() => undefined);
  let coming: Readable | null = null;
  const fail = (error: Error) => {
    first.reject(error);
    end.reject(error);
    request.unpipe();
    request.resume();
    coming?.destroy(error);
  };

  const form = openForm(request, maxBytes, fail);
  let files = 0;
  form?.on('file', (field, stream, { filename }) => {
    files += 1;
    if (field !== FIELD || files > 1) {
      stream.resume();
      fail(refused(field === FIELD ? 'must be one file' : `must be in the field \`${FIELD}\``));
      return;
    }
    coming = stream;
    stream.on('error', () => fail(cutShort()));
    // The parser stops until the stream is read, so no more of the request is read before the handler reads the
    // file.
    first.resolve({ fileName: filename ?? '', bytes: whole(stream, maxBytes) });
  });
  form?.on('close', () => {
    first.reject(refused('is missing'));
    end.resolve(undefined);
  });
  form?.on('error', () => fail(cutShort()));
  request.on('close', () => {
    if (!request.complete) fail(cutShort());
  });
  if (form !== null) {
    limitByProgress(request);
    request.pipe(form);
  }
  return {
    announcedBytes: Number.isSafeInteger(announced) ? announced : null,
    file: () => {
      slots.pause();
      return first.promise;
    },
    end: async () => {
      await end.promise;
      await slots.resume();
    },
  };
}

function openForm(request: Request, maxBytes: number, fail: (error: Error) => void): busboy.Busboy | null {
  try {
    return busboy({
      headers: request.headers,
      defParamCharset: 'utf8',
      // busboy reports the limit when it is reached, not when it is exceeded.
      limits: { fileSize: maxBytes + 1, files: 2, fields: 20, fieldSize: 10_000, parts: 25 },
    });
  } catch {
    fail(refused('must be sent as multipart/form-data'));
    return null;
  }
}

async function* whole(stream: Readable & { truncated?: boolean }, maxBytes: number): Bytes {
  let size = 0;
  try {
    for await (const piece of stream) {
      size += (piece as Buffer).length;
      if (size > maxBytes) throw tooLarge(maxBytes);
      yield piece as Buffer;
    }
  } catch (error) {
    throw error instanceof ApplicationError ? error : cutShort();
  }
  if (stream.truncated) throw tooLarge(maxBytes);
}

const tooLarge = (maxBytes: number) =>
  new ApplicationError(
    'ATTACHMENT_TOO_LARGE',
    `A file may have at most ${maxBytes.toLocaleString('en')} bytes`,
  );

const cutShort = () => refused('is incomplete, or the form is malformed');

const refused = (message: string) => validationFailed([{ field: FIELD, rule: 'file', message }]);
