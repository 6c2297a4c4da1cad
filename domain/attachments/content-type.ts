import { readExtension, withExtension } from './file-name.js';

const TEXT = ['text/plain'];
const OFFICE = 'application/vnd.openxmlformats-officedocument';
const OPEN = 'application/vnd.oasis.opendocument';

/**
 * The allowed file extensions. The list of each contains the media types that the bytes of such a file may
 * have. A browser does not execute files of these types.
 */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  jpg: ['image/jpeg'],
  jpeg: ['image/jpeg'],
  png: ['image/png', 'image/apng'],
  gif: ['image/gif'],
  webp: ['image/webp'],
  heic: ['image/heic', 'image/heif'],
  heif: ['image/heif', 'image/heic'],
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

const EXTENSIONS = Object.keys(ALLOWED);
const TYPES = new Set(Object.values(ALLOWED).flat());

/** The accepted media types. Types with a parameter are left out. */
export const ATTACHMENT_TYPES: readonly string[] = [...TYPES].filter((type) => !type.includes(';'));

/**
 * Returns the extension for a file whose own extension does not match its type. It is the first extension that has
 * this type as its main type or, if there is none, the first one that allows this type.
 */
function extensionOf(type: string): string {
  const own = EXTENSIONS.find((extension) => ALLOWED[extension]?.[0] === type);
  return own ?? EXTENSIONS.find((extension) => ALLOWED[extension]?.includes(type)) ?? '';
}

export type KeptAs = { readonly contentType: string; readonly fileName: string };

/**
 * Returns the type and the name under which a file is stored. Returns null if the file is not allowed. The
 * bytes determine the type, and a wrong extension is corrected: a JPEG called `IMG_1.HEIC` becomes
 * `IMG_1.jpg`. Text has no signature that could be recognised. So a text file with an extension that is not
 * allowed, such as a script, is refused.
 *
 * @param sniffed the type that the first bytes indicate, or null if unknown
 * @param looksLikeText true if the first bytes are text
 */
export function judgeFile(
  fileName: string,
  { sniffed, looksLikeText }: { readonly sniffed: string | null; readonly looksLikeText: boolean },
): KeptAs | null {
  const extension = readExtension(fileName);
  if (sniffed === null) {
    const isRefused = extension !== '' && !EXTENSIONS.includes(extension);
    return looksLikeText && !isRefused ? keptAs(fileName, 'text/plain') : null;
  }
  return TYPES.has(sniffed) ? keptAs(fileName, sniffed) : null;
}

function keptAs(fileName: string, contentType: string): KeptAs {
  const isRight = ALLOWED[readExtension(fileName)]?.includes(contentType) === true;
  return {
    contentType,
    fileName: isRight ? fileName : withExtension(fileName, extensionOf(contentType), EXTENSIONS),
  };
}

/** Matches the beginning of markup that a browser could execute if it guessed the type of the file. */
const RUNS = /^[\s\uFEFF]*<(?:!doctype|html|head|body|script|svg|iframe|\?xml|!--)/i;

/**
 * Returns true if the first bytes of a file are UTF-8 text and not markup that a browser could execute. The
 * last character may be incomplete.
 */
export function isPlainText(head: Uint8Array): boolean {
  if (head.includes(0)) return false;
  try {
    return !RUNS.test(new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true }));
  } catch {
    return false;
  }
}
