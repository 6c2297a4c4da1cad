import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Logger } from '../../application/shared/ports.js';
import type { ReleaseSource } from '../../application/releases/ports.js';
import { readRelease, type PackageRelease } from '../../domain/releases/release.js';

/**
 * Reads the release from a folder with `version.json` and the package. The size and digest of the package are
 * computed again for each description, so that a package that is still being copied is not offered.
 */
export class FolderReleaseSource implements ReleaseSource {
  readonly #folder: string;
  readonly #logger: Logger;

  constructor(folder: string, logger: Logger) {
    this.#folder = folder;
    this.#logger = logger;
  }

  async current(): Promise<PackageRelease | null> {
    try {
      const text = await readFile(path.join(this.#folder, 'version.json'), 'utf8');
      const read = readRelease(JSON.parse(text));
      if (!read.ok) return this.#refuse(`version.json is wrong in ${read.wrong.join(', ')}`);
      const { release } = read;
      const { sha256, size } = await this.#measured(release);
      if (size !== release.size || sha256 !== release.sha256)
        return this.#refuse(`${release.file} is not the package that version.json describes`);
      return release;
    } catch (error) {
      return this.#refuse('the release cannot be read', error);
    }
  }

  async open({ file, size }: PackageRelease): Promise<AsyncIterable<Uint8Array> | null> {
    try {
      const handle = await open(path.join(this.#folder, file));
      if ((await handle.stat()).size === size) return handle.createReadStream();
      await handle.close();
    } catch (error) {
      this.#refuse('the package cannot be read', error);
    }
    return null;
  }

  async #measured({ file }: PackageRelease): Promise<{ sha256: string; size: number }> {
    const hash = createHash('sha256');
    const bytes = createReadStream(path.join(this.#folder, file));
    await pipeline(bytes, hash);
    return { sha256: hash.digest('hex'), size: bytes.bytesRead };
  }

  #refuse(reason: string, error?: unknown): null {
    this.#logger.warn('app release is not available', { reason, ...(error !== undefined && { error }) });
    return null;
  }
}
