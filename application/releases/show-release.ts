import type { PackageRelease } from '../../domain/releases/release.js';
import { notFound } from '../shared/errors.js';
import type { Needs } from '../composition/needs.js';

/** "Version file cache: 5 minutes" (specification, Limits). */
const CACHE_MS = 300_000;

type Dependencies = Needs<'releaseSource' | 'clock'>;

/** What the app should be; NOT_FOUND where no release is offered. Looked up at most every five minutes. */
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
    /** The package of that version, or of the current one; NOT_FOUND when that is not what is offered. */
    openRelease: async (
      versionCode: number | null,
    ): Promise<{ release: PackageRelease; bytes: AsyncIterable<Uint8Array> }> => {
      const release = await current();
      const isOffered = release !== null && (versionCode === null || versionCode === release.versionCode);
      const bytes = isOffered ? await releaseSource?.open(release) : null;
      if (!isOffered || !bytes) {
        // What was remembered may be gone: the next one who asks looks again.
        if (isOffered) known = null;
        throw notFound('release');
      }
      return { release, bytes };
    },
  };
}
