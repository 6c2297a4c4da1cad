import { Type, type Static } from 'typebox';
import type { PackageRelease } from '../../../domain/releases/release.js';
import { instant, presentInstant } from '../schema/common.js';

export const ReleaseDto = Type.Object(
  {
    packageName: Type.String(),
    versionCode: Type.Integer({ description: 'Increases with every release' }),
    versionName: Type.String(),
    sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
    size: Type.Integer({ description: 'In bytes' }),
    url: Type.String({ format: 'uri' }),
    releasedAt: instant(),
  },
  { title: 'ReleaseDto' },
);

export function presentRelease(release: PackageRelease, baseUrl: string): Static<typeof ReleaseDto> {
  return {
    packageName: release.packageName,
    versionCode: release.versionCode,
    versionName: release.versionName,
    sha256: release.sha256,
    size: release.size,
    url: `${baseUrl}/v1/app/android/app.apk?v=${release.versionCode}`,
    releasedAt: presentInstant(release.releasedAt),
  };
}
