import type { PackageRelease } from '../../domain/releases/release.js';

/** Where releases of the app are laid down: a description, and the package beside it. */
export interface ReleaseSource {
  /** The release that is there now; null when there is none, or none that can be used. Never rejects. */
  current(): Promise<PackageRelease | null>;
  /**
   * The bytes of its package, exactly `size` of them; null when it is not there or is another one. The caller reads
   * them to the end or closes them.
   */
  open(release: PackageRelease): Promise<AsyncIterable<Uint8Array> | null>;
}
