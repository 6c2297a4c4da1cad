import { expect, test } from '@jest/globals';
import { releaseCatalogue } from '../../../application/releases/show-release.js';
import type { PackageRelease } from '../../../domain/releases/release.js';
import { aHome } from '../../support/application/home.js';
import { SettableClock } from '../../support/settable-clock.js';

const RELEASE: PackageRelease = {
  ...{ packageName: 'org.example.planner', versionCode: 7, versionName: '1.7', file: 'app.apk' },
  ...{ sha256: 'ab'.repeat(32), size: 3, releasedAt: 0 },
};

test('the current release is looked up again after five minutes or if its file cannot be opened, and opening another version fails with NOT_FOUND', async () => {
  const clock = new SettableClock('2026-11-21T12:00:00Z');
  let offered: PackageRelease | null = RELEASE;
  let lookups = 0;
  const { showRelease, openRelease } = releaseCatalogue({
    clock,
    releaseSource: {
      current: () => {
        lookups++;
        return Promise.resolve(offered);
      },
      open: ({ versionCode }) =>
        Promise.resolve(versionCode === offered?.versionCode ? emitting(new Uint8Array(3)) : null),
    },
  });
  expect(await showRelease()).toEqual(RELEASE);
  expect((await openRelease(7)).release).toEqual(RELEASE);
  await expect(openRelease(6)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(lookups).toBe(1);
  offered = { ...RELEASE, versionCode: 8 };
  // The source now has the bytes of another release, so the next request looks it up again.
  await expect(openRelease(null)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(await showRelease()).toMatchObject({ versionCode: 8 });
  offered = null;
  expect(await showRelease()).toMatchObject({ versionCode: 8 });
  clock.advance(300_000);
  await expect(showRelease()).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('showing or opening the release fails with NOT_FOUND if there is no release', async () => {
  const { useCases } = await aHome();
  await expect(useCases.showRelease()).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(useCases.openRelease(null)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

async function* emitting(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield await Promise.resolve(bytes);
}
