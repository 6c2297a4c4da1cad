import type { Instant } from '../shared/zone.js';

/** The latest package of the Android app, which clients should install. */
export type Release = {
  readonly packageName: string;
  /** A number that increases with every release. */
  readonly versionCode: number;
  readonly versionName: string;
  /** The SHA-256 of the package in hexadecimal. The app checks it before it installs the package. */
  readonly sha256: string;
  /** The size in bytes. */
  readonly size: number;
  readonly releasedAt: Instant;
};

export type PackageRelease = Release & {
  /** The file name of the package. The package and `version.json` are in the same folder. */
  readonly file: string;
};

/** The result for an invalid release description. `wrong` contains the names of the invalid fields. */
export type BadRelease = { readonly ok: false; readonly wrong: readonly string[] };

const PACKAGE_NAME = /^[a-z]\w*(\.[a-z]\w*)+$/i;
/** Matches a plain file name without a path. */
const FILE_NAME = /^[\w][\w.-]{0,100}$/;

const RULES: Readonly<Record<keyof PackageRelease, (value: unknown) => boolean>> = {
  packageName: (value) => typeof value === 'string' && PACKAGE_NAME.test(value),
  versionCode: (value) => Number.isSafeInteger(value) && (value as number) > 0,
  versionName: (value) => typeof value === 'string' && value.length > 0 && value.length <= 50,
  sha256: (value) => typeof value === 'string' && /^[0-9a-f]{64}$/i.test(value),
  size: (value) => Number.isSafeInteger(value) && (value as number) > 0,
  releasedAt: (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value)),
  file: (value) => typeof value === 'string' && FILE_NAME.test(value),
};

/** Reads `version.json`. If `file` is missing, it is `app.apk`. */
export function readRelease(
  json: unknown,
): { readonly ok: true; readonly release: PackageRelease } | BadRelease {
  const given: Record<string, unknown> = { file: 'app.apk', ...(json as object) };
  const wrong = Object.entries(RULES).flatMap(([field, holds]) => (holds(given[field]) ? [] : [field]));
  if (wrong.length > 0) return { ok: false, wrong };
  const read = given as Omit<PackageRelease, 'releasedAt'> & { readonly releasedAt: string };
  const { packageName, versionCode, versionName, size, file } = read;
  return {
    ok: true,
    release: {
      packageName,
      versionCode,
      versionName,
      sha256: read.sha256.toLowerCase(),
      size,
      releasedAt: Date.parse(read.releasedAt),
      file,
    },
  };
}
