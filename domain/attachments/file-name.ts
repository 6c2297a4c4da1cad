import { normalize } from '../shared/normal-form.js';

const NAME_LENGTH = 150;
const NAMELESS = 'file';
/** Names that Windows reads as devices, whatever follows the dot. */
const DEVICES = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/**
 * The name under which a file is listed and saved: the last part of whatever path it came with, without control
 * characters and what no file system takes. It is never part of a path of ours.
 */
export function safeFileName(given: string): string {
  const last = normalize(given).split(/[/\\]/).at(-1) ?? '';
  const clean = last
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}"*:<>?|]/gu, '')
    .replaceAll(/\s+/g, ' ')
    // Tried at the beginning of each run alone: from every place in it, the work would grow with the square of its length.
    .replace(/^[. ]+|(?<![. ])[. ]+$/g, '');
  const name = clean === '' ? NAMELESS : DEVICES.test(clean) ? `_${clean}` : clean;
  const extension = readExtension(name);
  return extension === ''
    ? shortened(name, '')
    : shortened(name.slice(0, -extension.length - 1), name.slice(-extension.length));
}

/** At most as long as names may be, with the whole extension. */
function shortened(stem: string, extension: string): string {
  const ending = extension === '' ? '' : `.${extension}`;
  return `${Array.from(stem)
    .slice(0, NAME_LENGTH - ending.length)
    .join('')}${ending}`;
}

/** Endings of files that are no type of their own here: they give way to the right one like those of known types. */
const OTHER_ENDINGS = new Set(
  'jfif jpe pjpeg pjp apng tif tiff bmp dat bin tmp doc xls ppt oga ogv opus weba m4v qt mpeg mpg aac flac'.split(
    ' ',
  ),
);

/**
 * Returns the name with another ending. An ending that names a type of file, one of `known` among them, is replaced;
 * anything else behind a dot belongs to the name: `scan 2026.11` becomes `scan 2026.11.pdf`.
 */
export function withExtension(name: string, extension: string, known: readonly string[]): string {
  const ending = readExtension(name);
  const isReplaced = known.includes(ending) || OTHER_ENDINGS.has(ending);
  return shortened(isReplaced ? name.slice(0, -ending.length - 1) : name, extension);
}

/** In lower case, without its dot; empty when there is none of the usual length. */
export function readExtension(name: string): string {
  return /\.([a-z0-9]{1,8})$/i.exec(name)?.[1]?.toLowerCase() ?? '';
}
