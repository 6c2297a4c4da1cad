import { fileTypeFromBuffer } from 'file-type';
import type { Metadata } from 'sharp';
import type { ThumbnailMaker, TypeDetector } from '../../application/attachments/ports.js';
import { THUMBNAIL_SIDE } from '../../domain/attachments/attachment.js';

/**
 * The largest number of pixels of a JPEG that is not progressive, enough for most photos of phones. libvips decodes
 * such a JPEG at a reduced size, so this needs little memory.
 */
const MAX_JPEG_PIXELS = 50_000_000;
/**
 * The largest number of pixels for progressive JPEGs and other formats. They must be decoded completely, which takes
 * four bytes per pixel.
 */
const MAX_PIXELS = 25_000_000;
const FORMATS: readonly string[] = ['jpeg', 'png', 'webp', 'gif', 'heif'];
const QUALITY = 75;

/** Detects the media type by the signatures that the package `file-type` knows. */
export class FileTypeDetector implements TypeDetector {
  async detect(head: Uint8Array): Promise<string | null> {
    return (await fileTypeFromBuffer(head))?.mime ?? null;
  }
}

/**
 * Makes thumbnails with libvips (package `sharp`), which runs on its own threads. The package is loaded with the
 * first picture.
 */
export class SharpThumbnailMaker implements ThumbnailMaker {
  async make(file: Uint8Array): Promise<Uint8Array | null> {
    const { default: sharp } = await import('sharp');
    sharp.cache(false);
    sharp.concurrency(1);
    try {
      // The size is read from the header, before the picture is decoded.
      if (!fits(await sharp(file).metadata())) return null;
      // The picture is turned upright. Its metadata, such as the place where it was taken, is not copied.
      return await sharp(file, { limitInputPixels: MAX_JPEG_PIXELS })
        .autoOrient()
        .resize({ width: THUMBNAIL_SIDE, height: THUMBNAIL_SIDE, fit: 'inside', withoutEnlargement: true })
        .webp({ quality: QUALITY })
        .toBuffer();
    } catch {
      return null;
    }
  }
}

function fits({ format, width, height, isProgressive }: Metadata): boolean {
  const limit = format === 'jpeg' && !isProgressive ? MAX_JPEG_PIXELS : MAX_PIXELS;
  return FORMATS.includes(format) && width * height <= limit;
}
