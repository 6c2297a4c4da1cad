import type { Bytes } from './ports.js';

/** A file on its way: its bytes are taken once, in order, and fail where there are too many or they stop coming. */
export type IncomingFile = {
  readonly fileName: string;
  readonly bytes: Bytes;
};

/** A request that carries a file. */
export type Upload = {
  /** What the request says that it holds; null: unknown. */
  readonly announcedBytes: number | null;
  /** VALIDATION_FAILED on `file` when the request holds none. */
  file(): Promise<IncomingFile>;
  /** Resolves when the request has been read to its end; VALIDATION_FAILED when there is more in it than the file. */
  end(): Promise<void>;
};
