import { api, newId, ok, sendOnce, value, type Dto } from '../api/client.ts';
import { ApiError, UNEXPECTED_ANSWER, readError, toApiError } from '../api/errors.ts';
import { refresh } from '../api/refresh.ts';
import type { HouseholdData } from './household.ts';

export type Attachment = Dto['AttachmentDto'];

const LONGEST_SIDE = 2048;
const TIMEOUT = 60_000;

export function listFiles(household: HouseholdData, occurrenceId: string): Promise<readonly Attachment[]> {
  return value(
    api.GET('/v1/households/{householdId}/occurrences/{occurrenceId}/attachments', {
      params: { path: { householdId: household.id, occurrenceId }, query: { limit: 100 } },
    }),
  );
}

/** Deletes a file. This cannot be undone: the service does not keep the bytes. */
export async function removeFile(household: HouseholdData, attachmentId: string): Promise<void> {
  await ok(
    api.DELETE('/v1/households/{householdId}/attachments/{attachmentId}', {
      params: {
        path: { householdId: household.id, attachmentId },
        header: { 'Idempotency-Key': newId() } as never,
      },
    }),
  );
}

export const toFileAddress = (household: HouseholdData, attachmentId: string): string =>
  `/v1/households/${household.id}/attachments/${attachmentId}`;

/**
 * Downloads a file. If a link led to the file instead, the browser could neither renew the session first nor report
 * why the download failed.
 * @throws ApiError
 */
export async function downloadFile(household: HouseholdData, { id, size }: Attachment): Promise<Blob> {
  const response = await sendOnce(
    new Request(toFileAddress(household, id), {
      headers: { 'X-Requested-With': 'app' },
      credentials: 'same-origin',
    }),
    TIMEOUT,
  );
  if (!response.ok) throw await readError(response);
  const blob = await response.blob().catch((error: unknown) => {
    throw new ApiError('OFFLINE', String(error));
  });
  // A different length means that the answer is not the file, but for example the sign-in page of a hotel network.
  if (blob.size !== size) throw new ApiError(UNEXPECTED_ANSWER, 'not the file', { status: response.status });
  return blob;
}

/**
 * If a side of the image is longer than 2,048 pixels, returns a smaller version without the metadata of the camera,
 * such as its position. Smaller images, other files, and images that the browser cannot decode are returned
 * unchanged.
 */
export async function shrinkImage(file: File): Promise<File> {
  if (!/^image\/(jpeg|png|webp)$/.test(file.type)) return file;
  const drawn = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null);
  if (drawn === null) return file;
  const share = LONGEST_SIDE / Math.max(drawn.width, drawn.height);
  if (share >= 1) {
    drawn.close();
    return file;
  }
  const canvas = new OffscreenCanvas(Math.round(drawn.width * share), Math.round(drawn.height * share));
  canvas.getContext('2d')?.drawImage(drawn, 0, 0, canvas.width, canvas.height);
  drawn.close();
  const type = file.type === 'image/png' ? 'image/png' : 'image/jpeg';
  const blob = await canvas.convertToBlob({ type, quality: 0.85 });
  const name = type === 'image/jpeg' ? file.name.replace(/\.\w+$/, '.jpg') : file.name;
  return new File([blob], name, { type });
}

/**
 * Uploads a file. Repeating the call with the same `key` (an idempotency key) does not create a second file.
 * @param onProgress called with the share that was sent, from 0 to 1
 * @throws ApiError ATTACHMENT_TOO_LARGE, ATTACHMENTS_QUOTA, OFFLINE, UNEXPECTED_ANSWER; DOMException AbortError if
 *   `signal` is aborted
 */
export async function upload(
  household: HouseholdData,
  occurrenceId: string,
  file: File,
  { key, onProgress, signal }: { key: string; onProgress: (share: number) => void; signal: AbortSignal },
): Promise<Attachment> {
  const askedAt = Date.now();
  const post = () => sendForm(`/v1/households/${household.id}/occurrences/${occurrenceId}/attachments`);
  try {
    return await post();
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'UNAUTHENTICATED') throw error;
    if (!(await refresh(askedAt))) throw error;
    return post();
  }

  // XMLHttpRequest, because fetch does not report upload progress.
  function sendForm(path: string): Promise<Attachment> {
    const form = new FormData();
    form.append('file', file, file.name);
    return new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      const fail = () => reject(new ApiError('OFFLINE', ''));
      request.open('POST', path);
      request.setRequestHeader('X-Requested-With', 'app');
      request.setRequestHeader('Idempotency-Key', key);
      request.responseType = 'json';
      request.timeout = TIMEOUT;
      request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total);
      request.onerror = request.ontimeout = fail;
      request.onabort = () => reject(new DOMException('', 'AbortError'));
      request.onload = () => {
        // null if the body is not JSON, such as the error page of a proxy.
        const body = request.response as Attachment | null;
        if (request.status === 201 && body !== null) resolve(body);
        else
          reject(
            toApiError({ status: request.status, header: (name) => request.getResponseHeader(name) }, body),
          );
      };
      signal.addEventListener('abort', () => request.abort(), { once: true });
      request.send(form);
    });
  }
}
