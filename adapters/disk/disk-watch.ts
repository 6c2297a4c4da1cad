import { statfs } from 'node:fs/promises';

/**
 * The embedded PostgreSQL needs this much free space for its write-ahead log and for sorting. If less is free, the
 * disk counts as full.
 */
const MIN_FREE_BYTES = 128 * 1_048_576;
const LOOK_EVERY_MS = 5_000;
/**
 * After PostgreSQL could not write because its disk is full, the disk counts as full for this long. Another failure
 * begins the time again.
 */
const FULL_FOR_MS = 30_000;

type Options = {
  /**
   * The folder on the disk that is watched. null means that the database is not the embedded one. Then only failed
   * writes show that its disk is full.
   */
  readonly folder: string | null;
  readonly freeBytes?: (folder: string) => Promise<number>;
};

/**
 * Tells whether the disk of the database is full, so that the service can refuse requests that add data before
 * PostgreSQL fails.
 */
export class DiskWatch {
  readonly #folder: string | null;
  readonly #freeBytes: (folder: string) => Promise<number>;
  #isLow = false;
  #failedUntil = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor({ folder, freeBytes = readFreeBytes }: Options) {
    this.#folder = folder;
    this.#freeBytes = freeBytes;
  }

  isFull(): boolean {
    return this.#isLow || this.#failedUntil > performance.now();
  }

  /** Records that PostgreSQL could not write because its disk is full. */
  failed(): void {
    this.#failedUntil = performance.now() + FULL_FOR_MS;
  }

  /** Reads the free space now, and every five seconds from now on. Does nothing if there is no folder to watch. */
  async start(): Promise<void> {
    if (this.#folder === null) return;
    await this.look();
    this.#timer = setInterval(() => void this.look(), LOOK_EVERY_MS).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async look(): Promise<void> {
    if (this.#folder === null) return;
    // Some file systems do not report their free space. If it cannot be read, the disk counts as having enough.
    const free = await this.#freeBytes(this.#folder).catch(() => Infinity);
    this.#isLow = free < MIN_FREE_BYTES;
  }
}

async function readFreeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
