import type { PackageRelease } from '../../../domain/releases/release.js';
import { presentInstant } from '../schema/instant.js';
import { Integer, PlainText } from '../schema/output.js';
import { InstantField } from '../schema/values.js';

export class ReleaseDto {
  @PlainText() packageName!: string;
  @Integer({ description: 'Increases with every release' }) versionCode!: number;
  @PlainText() versionName!: string;
  @PlainText({ pattern: '^[0-9a-f]{64}$' }) sha256!: string;
  @Integer({ description: 'In bytes' }) size!: number;
  @PlainText({ format: 'uri' }) url!: string;
  @InstantField() releasedAt!: string;
}

export function presentRelease(release: PackageRelease, baseUrl: string): ReleaseDto {
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
