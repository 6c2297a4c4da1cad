import type { PackageRelease } from '../../domain/releases/release.js';
import { notFound } from '../shared/errors.js';
import type { Needs } from '../composition/needs.js';

/** How long a release is cached. The source is the specification, Limits: "Version file cache: 5 minutes". */
const CACHE_MS = 300_000;

type Dependencies = Needs<'releaseSource' | 'clock'>;

/**
 * Returns the functions that show the current release and open its package. The description of the release is cached
 * for five minutes. Both functions throw NOT_FOUND if there is no release.
 */
export function releaseCatalogue({ releaseSource, clock }: Dependencies) {
  let known: { readonly at: number; readonly release: Promise<PackageRelease | null> } | null = null;
  const current = (): Promise<PackageRelease | null> => {
    if (releaseSource === null) return Promise.resolve(null);
    const now = clock.now();
    if (known === null || now - known.at >= CACHE_MS || now < known.at)
      known = { at: now, release: releaseSource.current() };
    return known.release;
  };

  return {
    showRelease: async (): Promise<PackageRelease> => {
      const release = await current();
      if (release === null) throw notFound('release');
      return release;
    },
    /**
     * Opens the package of a version, or with null of the current one. Throws NOT_FOUND if the source offers another
     * version or none, or if the package is missing.
     */
    openRelease: async (
      versionCode: number | null,
    ): Promise<{ release: PackageRelease; bytes: AsyncIterable<Uint8Array> }> => {
      const release = await current();
      const isOffered = release !== null && (versionCode === null || versionCode === release.versionCode);
      const bytes = isOffered ? await releaseSource?.open(release) : null;
      if (!isOffered || !bytes) {
        // The cached release may have been removed, so the next call asks the source again.
        if (isOffered) known = null;
        throw notFound('release');
      }
      return { release, bytes };
    },
  };
}
