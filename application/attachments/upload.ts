import type { Bytes } from './ports.js';

/**
 * A file that is being uploaded. Its bytes can be read once and in order. Reading fails if the file is too long, or
 * if its bytes stop arriving.
 */
export type IncomingFile = {
  readonly fileName: string;
  readonly bytes: Bytes;
};

/** A request that uploads a file. */
export type Upload = {
  /** The length that the request announces, in bytes, or null if it is unknown. */
  readonly announcedBytes: number | null;
  /**
   * Returns the uploaded file. Throws VALIDATION_FAILED for the field `file` if the request contains no file, or
   * cannot be read up to the file.
   */
  file(): Promise<IncomingFile>;
  /**
   * Resolves when the request has been read to its end. Throws VALIDATION_FAILED if it contains a second file or is
   * incomplete.
   */
  end(): Promise<void>;
};
