import type { PackageRelease } from '../../../domain/releases/release.js';
import { Integer, PlainText, type InstantText, presentFields } from '../schema/output.js';
import { Description } from '../../validation/compose.js';
import { Absent } from '../../validation/shape.js';
import { InstantField, QueryNumber } from '../../validation/values.js';
import { toReadable } from '../to-readable.js';
import { route, type Route, tagged } from '../route.js';
import type { RouteDependencies } from '../route-dependencies.js';

const ANDROID_PACKAGE = 'application/vnd.android.package-archive';

@Description('The current release of the Android app.')
class ReleaseDto {
  @PlainText() packageName!: string;

  @Description('A number that increases with every release.')
  @Integer()
  versionCode!: number;

  @Description('The version as people read it.')
  @PlainText()
  versionName!: string;

  @Description('The SHA-256 of the package in hexadecimal digits.')
  @PlainText({ pattern: '^[0-9a-f]{64}$' })
  sha256!: string;

  @Description('The size in bytes.')
  @Integer()
  size!: number;

  @Description('The address of the package.')
  @PlainText({ format: 'uri' })
  url!: string;

  @InstantField() releasedAt!: InstantText;
}

class PackageQuery {
  @Absent() @QueryNumber({ min: 1, max: 999_999_999 }) v?: number;
}

export function releaseRoutes({ useCases, baseUrl }: RouteDependencies): Route[] {
  return tagged('App', [
    route({
      method: 'get',
      path: '/v1/app/android/version.json',
      operationId: 'showAndroidRelease',
      summary: 'Show the current Android release',
      description:
        'Returns version, size and hash of the Android package that the app should have. It ' +
        'is 404 if the operator has published none.',
      responses: [{ status: 200, description: 'The current release.', body: ReleaseDto }],
      errors: ['NOT_FOUND'],
      handle: async () => ({ body: presentRelease(await useCases.showRelease(), baseUrl) }),
    }),
    route({
      method: 'get',
      path: '/v1/app/android/app.apk',
      operationId: 'downloadAndroidRelease',
      summary: 'Download the Android package',
      description: 'Returns the bytes of the current Android package.',
      query: PackageQuery,
      responses: [{ status: 200, description: 'The bytes of the package.', contentType: ANDROID_PACKAGE }],
      errors: ['NOT_FOUND'],
      handle: async ({ query }) => {
        const { release, bytes } = await useCases.openRelease(query.v ?? null);
        return {
          content: { type: ANDROID_PACKAGE, data: toReadable(bytes) },
          headers: {
            'Content-Length': String(release.size),
            'Content-Disposition': `attachment; filename="${release.packageName}-${release.versionName.replaceAll(/[^\w.-]/g, '_')}.apk"`,
            // The digest of the content (RFC 9530).
            'Repr-Digest': `sha-256=:${Buffer.from(release.sha256, 'hex').toString('base64')}:`,
          },
        };
      },
    }),
  ]);
}

function presentRelease(release: PackageRelease, baseUrl: string): ReleaseDto {
  const url = `${baseUrl}/v1/app/android/app.apk?v=${release.versionCode}`;
  return presentFields(ReleaseDto, { ...release, url });
}
