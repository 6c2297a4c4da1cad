import type { PackageRelease } from '../../domain/releases/release.js';

/** The place where releases of the app are published. Each release has a description and a package. */
export interface ReleaseSource {
  /** Returns the newest published release. Returns null if there is none, or if it cannot be used. Never rejects. */
  current(): Promise<PackageRelease | null>;
  /**
   * Returns the bytes of the package of a release, exactly `size` of them. Returns null if the package is missing or
   * has another size. The caller must read the stream to the end or close it.
   */
  open(release: PackageRelease): Promise<AsyncIterable<Uint8Array> | null>;
}
