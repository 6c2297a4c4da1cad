import { isUtf8 } from 'node:buffer';
import { gunzipSync } from 'node:zlib';

/** The maximum number of bytes of a file, before and after decompression. */
export const MAX_ICS_BYTES = 1_048_576;

/** A content line with its text. Reading the text is delayed, because most lines are not needed. */
export type ContentLine = {
  /** The bytes of the line, each as one character. The part before the value is ASCII, so it can be compared. */
  readonly raw: string;
  text(): string;
};

/**
 * Returns the content lines of an iCalendar file (RFC 5545, section 3.1), with folded lines joined and empty lines left
 * out, or the reason why the file cannot be read.
 *
 * - A compressed file (gzip) is decompressed.
 * - Lines may end with CRLF, LF or CR. Empty lines and byte order marks at the beginning are ignored.
 * - Lines are joined before they are decoded, because programs fold lines within the bytes of one character.
 * - `charset` is the declared one. A byte order mark overrides it. Windows-1252, which includes ISO-8859-1, is not
 *   believed if the whole file is valid UTF-8, because servers declare it for all files by default.
 * - If UTF-8 or nothing is declared, a line that is not valid UTF-8 is read as Windows-1252.
 */
export function readContentLines(
  bytes: Uint8Array,
  charset: string | null,
): Iterable<ContentLine> | 'TOO_LARGE' | 'NO_CALENDAR' {
  const plain = decompress(bytes);
  if (typeof plain === 'string') return plain;
  const declared = markedCharset(plain) ?? knownEncoding(charset);
  // The characters of UTF-16 have two bytes, so its lines cannot be found before it is decoded.
  const isWide = declared?.startsWith('utf-16') === true;
  const source = isWide ? Buffer.from(new TextDecoder(declared).decode(plain)) : plain;
  const raw = unfold(source.toString('latin1'));
  const isReallyUtf8 = declared === 'windows-1252' && isUtf8(Buffer.from(raw, 'latin1'));
  return linesOf(raw, lineDecoder(isWide || isReallyUtf8 ? 'utf-8' : declared));
}

function decompress(bytes: Uint8Array): Buffer | 'TOO_LARGE' | 'NO_CALENDAR' {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (file[0] !== 0x1f || file[1] !== 0x8b) return file;
  try {
    return gunzipSync(file, { maxOutputLength: MAX_ICS_BYTES });
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? 'TOO_LARGE' : 'NO_CALENDAR';
  }
}

/** Returns the charset that a byte order mark gives, or null if there is none. */
function markedCharset(bytes: Buffer): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 'utf-8' : null;
}

/** Returns the standard name of a charset, or null if none is declared or its name is unknown. */
function knownEncoding(charset: string | null): string | null {
  try {
    return charset === null ? null : new TextDecoder(charset).encoding;
  } catch {
    return null;
  }
}

/**
 * Returns the text of bytes, which are given as one character each. Without a known charset, they are read as UTF-8, or
 * as Windows-1252 if that is not valid.
 */
export const decodeText = (bytes: string, charset: string | null): string =>
  lineDecoder(knownEncoding(charset))(bytes);

const ASCII = /^[\0-\x7f]*$/;

function lineDecoder(declared: string | null): (raw: string) => string {
  const isUtf8 = declared === null || declared === 'utf-8';
  const main = new TextDecoder(declared ?? 'utf-8', { fatal: isUtf8 });
  const other = new TextDecoder('windows-1252');
  return (raw) => {
    if (ASCII.test(raw)) return raw;
    const bytes = Buffer.from(raw, 'latin1');
    try {
      return main.decode(bytes);
    } catch {
      return other.decode(bytes);
    }
  };
}

/** Joins folded lines, and ends each line with one LF. The cost grows only with the length of the text. */
function unfold(raw: string): string {
  const text = joinQuoted(raw.replace(/\r\n?/g, '\n').replace(/\n+/g, '\n'));
  const start = /^(?:\xef\xbb\xbf|\n)*/.exec(text)?.[0].length ?? 0;
  const body = text.slice(start);
  const indent = /^[ \t]+/.exec(body)?.[0];
  if (indent === undefined) return body.replace(/\n[ \t]/g, '');
  // The first line cannot continue another one. If all lines have its indentation, the file was pasted from a text.
  const lines = body.split('\n');
  const isIndented = lines.every((line) => line === '' || line.startsWith(indent));
  const written = isIndented ? lines.map((line) => line.slice(indent.length)).join('\n') : body.trimStart();
  return written.replace(/\n[ \t]/g, '');
}

/**
 * Joins the lines of texts in quoted-printable, which vCalendar 1.0 has. Each line except the last one ends with `=`
 * (RFC 2045, section 6.7).
 */
function joinQuoted(text: string): string {
  if (!QUOTED.test(text)) return text;
  let isOpen = false;
  const parts = text.split('\n').map((line) => {
    const before = isOpen ? '' : '\n';
    isOpen = line.endsWith('=') && (isOpen || QUOTED.test(line.slice(0, line.indexOf(':') + 1)));
    return before + (isOpen ? line.slice(0, -1) : line);
  });
  return parts.join('').slice(1);
}

const QUOTED = /[;=]QUOTED-PRINTABLE[;:]/i;

function* linesOf(text: string, decode: (raw: string) => string): Generator<ContentLine, void, undefined> {
  for (let at = 0; at < text.length;) {
    const end = text.indexOf('\n', at);
    const next = end < 0 ? text.length : end;
    if (next > at) {
      const raw = text.slice(at, next);
      yield { raw, text: () => decode(raw) };
    }
    at = next + 1;
  }
}
