import { normalize } from '../shared/normal-form.js';

const NAME_LENGTH = 150;
const NAMELESS = 'file';
/** Names that Windows reserves for devices. They are reserved with any extension. */
const DEVICES = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/**
 * Returns a safe form of the name that a client gave a file. Folders in the given name, control characters and
 * characters that file systems do not allow are removed. A name that Windows reserves gets the prefix `_`, an empty
 * name becomes `file`, and a long name is shortened. The service never uses this name in a path of its own.
 */
export function safeFileName(given: string): string {
  const last = normalize(given).split(/[/\\]/).at(-1) ?? '';
  const clean = last
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}"*:<>?|]/gu, '')
    .replaceAll(/\s+/g, ' ')
    // The lookbehind makes a match start only at the first character of a run of dots or spaces. Without it,
    // the cost would grow with the square of the run's length.
    .replace(/^[. ]+|(?<![. ])[. ]+$/g, '');
  const name = clean === '' ? NAMELESS : DEVICES.test(clean) ? `_${clean}` : clean;
  const extension = readExtension(name);
  return extension === ''
    ? shortened(name, '')
    : shortened(name.slice(0, -extension.length - 1), name.slice(-extension.length));
}

/** Shortens the name to the maximum length and keeps the complete extension. */
function shortened(stem: string, extension: string): string {
  const ending = extension === '' ? '' : `.${extension}`;
  return `${Array.from(stem)
    .slice(0, NAME_LENGTH - ending.length)
    .join('')}${ending}`;
}

/**
 * Extensions of files that are not in the list of allowed ones. `withExtension` replaces them, as it does with known
 * extensions.
 */
const OTHER_ENDINGS = new Set(
  'jfif jpe pjpeg pjp apng tif tiff bmp dat bin tmp doc xls ppt oga ogv opus weba m4v qt mpeg mpg aac flac'.split(
    ' ',
  ),
);

/**
 * Returns the name with another extension. A known extension (one of `known` or OTHER_ENDINGS) is replaced.
 * Any other text after a dot belongs to the name: `scan 2026.11` becomes `scan 2026.11.pdf`.
 */
export function withExtension(name: string, extension: string, known: readonly string[]): string {
  const ending = readExtension(name);
  const isReplaced = known.includes(ending) || OTHER_ENDINGS.has(ending);
  return shortened(isReplaced ? name.slice(0, -ending.length - 1) : name, extension);
}

/**
 * Returns the extension in lower case without its dot. Returns an empty text if there is no extension, or if it is
 * not made of one to eight ASCII letters and digits.
 */
export function readExtension(name: string): string {
  return /\.([a-z0-9]{1,8})$/i.exec(name)?.[1]?.toLowerCase() ?? '';
}
