import { statfs } from 'node:fs/promises';

/**
 * Below this much free space, requests that add data are refused. The embedded PostgreSQL needs the rest for its
 * write-ahead log and for sorting.
 */
const MIN_FREE_BYTES = 128 * 1_048_576;
const LOOK_EVERY_MS = 5_000;
/** How long the disk counts as full after PostgreSQL has failed to write, unless it fails again. */
const FULL_FOR_MS = 30_000;

type Options = {
  /**
   * The folder whose disk is watched. null means that the database is on another machine. Then only failed writes
   * show that its disk is full.
   */
  readonly folder: string | null;
  readonly freeBytes?: (folder: string) => Promise<number>;
};

/**
 * Says whether the disk of the database is nearly full, so that requests which add data are refused before PostgreSQL
 * fails.
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

  /** Checks the disk now and then every five seconds. */
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
    // If the free space cannot be read, the disk does not count as full.
    const free = await this.#freeBytes(this.#folder).catch(() => Infinity);
    this.#isLow = free < MIN_FREE_BYTES;
  }
}

async function readFreeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
