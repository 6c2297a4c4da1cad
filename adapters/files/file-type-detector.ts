import { fileTypeFromBuffer } from 'file-type';
import type { TypeDetector } from '../../application/attachments/ports.js';

/** By the signatures that the package `file-type` knows. */
export class FileTypeDetector implements TypeDetector {
  async detect(head: Uint8Array): Promise<string | null> {
    return (await fileTypeFromBuffer(head))?.mime ?? null;
  }
}
