import type { PackageRelease } from '../../../domain/releases/release.js';
import { Integer, PlainText } from '../schema/output.js';
import { InstantField } from '../schema/values.js';
import { type InstantText, presentFields } from '../schema/present.js';

export class ReleaseDto {
  @PlainText() packageName!: string;
  @Integer({ description: 'Increases with every release' }) versionCode!: number;
  @PlainText() versionName!: string;
  @PlainText({ pattern: '^[0-9a-f]{64}$' }) sha256!: string;
  @Integer({ description: 'In bytes' }) size!: number;
  @PlainText({ format: 'uri' }) url!: string;
  @InstantField() releasedAt!: InstantText;
}

export function presentRelease(release: PackageRelease, baseUrl: string): ReleaseDto {
  const url = `${baseUrl}/v1/app/android/app.apk?v=${release.versionCode}`;
  return presentFields(ReleaseDto, { ...release, url });
}
