import { readExtension } from './file-name.js';

const TEXT = ['text/plain'];
const OFFICE = 'application/vnd.openxmlformats-officedocument';
const OPEN = 'application/vnd.oasis.opendocument';

/** What a household attaches, by extension, with what the bytes of such files are. Nothing that a browser runs. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  jpg: ['image/jpeg'],
  jpeg: ['image/jpeg'],
  png: ['image/png', 'image/apng'],
  gif: ['image/gif'],
  webp: ['image/webp'],
  heic: ['image/heic', 'image/heif'],
  heif: ['image/heic', 'image/heif'],
  avif: ['image/avif'],
  pdf: ['application/pdf'],
  txt: TEXT,
  md: TEXT,
  csv: TEXT,
  ics: ['text/calendar', ...TEXT],
  docx: [`${OFFICE}.wordprocessingml.document`],
  xlsx: [`${OFFICE}.spreadsheetml.sheet`],
  pptx: [`${OFFICE}.presentationml.presentation`],
  odt: [`${OPEN}.text`],
  ods: [`${OPEN}.spreadsheet`],
  odp: [`${OPEN}.presentation`],
  zip: ['application/zip'],
  mp3: ['audio/mpeg'],
  m4a: ['audio/x-m4a', 'audio/mp4', 'video/mp4'],
  wav: ['audio/wav'],
  ogg: ['audio/ogg', 'audio/ogg; codecs=opus', 'application/ogg'],
  mp4: ['video/mp4'],
  mov: ['video/quicktime'],
  webm: ['video/webm'],
};

const ANYTHING = 'application/octet-stream';

/**
 * The type under which a file is kept, or null when it is not one of those that may be attached. Name, bytes and what
 * the client says must agree: `sniffed` is what the first bytes are known for, `looksLikeText` that they are text.
 */
export function allowedType({
  fileName,
  declared,
  sniffed,
  looksLikeText,
}: {
  readonly fileName: string;
  readonly declared: string;
  readonly sniffed: string | null;
  readonly looksLikeText: boolean;
}): string | null {
  const expected = ALLOWED[readExtension(fileName)];
  const type = sniffed ?? (looksLikeText ? 'text/plain' : null);
  if (expected === undefined || type === null || !expected.includes(type)) return null;
  return agrees(declared, type) ? type : null;
}

/** Browsers know fewer types than there are: the kind is enough. */
function agrees(declared: string, type: string): boolean {
  const [said = ''] = declared.toLowerCase().split(';');
  const kind = (name: string) => name.split('/')[0];
  return said === '' || said === ANYTHING || kind(said) === kind(type) || kind(said) === 'application';
}

/** Begins as what a browser would run, were it ever to guess. */
const RUNS = /^[\s\uFEFF]*<(?:!doctype|html|head|body|script|svg|iframe|\?xml|!--)/i;

/** Whether these first bytes are text, in UTF-8, that is nothing else. The last character may be cut off. */
export function isPlainText(head: Uint8Array): boolean {
  if (head.includes(0)) return false;
  try {
    return !RUNS.test(new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true }));
  } catch {
    return false;
  }
}
