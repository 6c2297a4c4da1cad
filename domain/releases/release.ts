import type { Instant } from '../shared/zone.js';

/** The package of the Android app that clients should have installed. */
export type Release = {
  readonly packageName: string;
  /** Increases with every release. */
  readonly versionCode: number;
  readonly versionName: string;
  /** The SHA-256 of the package in hexadecimal, which the app checks before it installs. */
  readonly sha256: string;
  /** In bytes. */
  readonly size: number;
  readonly releasedAt: Instant;
};

export type PackageRelease = Release & {
  /** The file name of the package, in the same folder as its description. */
  readonly file: string;
};

/** The names of the invalid fields of a release description. */
export type BadRelease = { readonly ok: false; readonly wrong: readonly string[] };

const PACKAGE_NAME = /^[a-z]\w*(\.[a-z]\w*)+$/i;
/** A plain file name without a path. */
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
