import type { PackageRelease } from '../../domain/releases/release.js';

/** The place where releases of the app are published: a description with the package beside it. */
export interface ReleaseSource {
  /** The release that is there now; null when there is none, or none that can be used. Never rejects. */
  current(): Promise<PackageRelease | null>;
  /**
   * Returns the bytes of its package, exactly `size` of them. Returns null if the package is missing or has
   * another size. The caller must read the stream to the end or close it.
   */
  open(release: PackageRelease): Promise<AsyncIterable<Uint8Array> | null>;
}
