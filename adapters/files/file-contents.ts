import { fileTypeFromBuffer } from 'file-type';
import type { Metadata } from 'sharp';
import type { ThumbnailMaker, TypeDetector } from '../../application/attachments/ports.js';
import { THUMBNAIL_SIDE } from '../../domain/attachments/attachment.js';

/** What the cameras of phones make; of a JPEG no more is decoded than the small picture needs. */
const MAX_JPEG_PIXELS = 50_000_000;
/** What has to be decoded as a whole: four bytes a pixel. */
const MAX_PIXELS = 25_000_000;
const FORMATS: readonly string[] = ['jpeg', 'png', 'webp', 'gif', 'heif'];
const QUALITY = 75;

/** By the signatures that the package `file-type` knows. */
export class FileTypeDetector implements TypeDetector {
  async detect(head: Uint8Array): Promise<string | null> {
    return (await fileTypeFromBuffer(head))?.mime ?? null;
  }
}

/** By libvips, prebuilt, on threads of its own; loaded with the first picture. */
export class SharpThumbnailMaker implements ThumbnailMaker {
  async make(file: Uint8Array): Promise<Uint8Array | null> {
    const { default: sharp } = await import('sharp');
    sharp.cache(false);
    sharp.concurrency(1);
    try {
      // Read from its head, before any of the picture is decoded.
      if (!fits(await sharp(file).metadata())) return null;
      // Upright; what a camera wrote beside the picture, as where it was taken, is left out.
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
