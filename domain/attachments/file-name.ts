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
  if (Array.from(name).length <= NAME_LENGTH) return name;
  const extension = readExtension(name);
  const kept = NAME_LENGTH - (extension === '' ? 0 : extension.length + 1);
  const stem = Array.from(name).slice(0, kept).join('');
  return extension === '' ? stem : `${stem}.${extension}`;
}

/** In lower case, without its dot; empty when there is none of the usual length. */
export function readExtension(name: string): string {
  return /\.([a-z0-9]{1,8})$/i.exec(name)?.[1]?.toLowerCase() ?? '';
}
