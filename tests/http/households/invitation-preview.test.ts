import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startService, type TestService } from '../../support/service.js';
import { accept, home, invited, told } from './people.js';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const preview = (token: unknown) => service.api.post('/v1/invitations/preview', { token });
const EXPIRED = [410, 'INVITATION_EXPIRED'];

describe('the preview of an invitation', () => {
  test('says where it leads, to somebody who is not signed in, and uses nothing up', async () => {
    const { path, member } = await home(service.api);
    await service.api.as(member.api.token).patch(`${path}/members/${member.id}`, { displayName: 'Mili' });
    const token = await invited(member.api, path, { expiresInDays: 3 });
    for (let i = 0; i < 3; i++) {
      const { status, body } = await preview(token);
      expect(status).toBe(200);
      expect(body).toEqual({
        householdName: 'Home',
        invitedBy: 'Mili',
        memberCount: 2,
        locale: 'en',
        expiresAt: '2026-11-24T12:00:00.000Z',
        forMember: null,
      });
    }
    const guest = await service.api.register();
    expect((await accept(guest.api, token)).status).toBe(201);
  });

  test('is told without its token, which a length could give away', async () => {
    const { path, owner } = await home(service.api);
    const token = await invited(owner.api, path);
    expect((await preview(token)).text).not.toContain(token);
  });

  test('ends with the invitation: used up, revoked, expired, or with its household', async () => {
    const { path, owner } = await home(service.api);
    const used = await invited(owner.api, path);
    await accept((await service.api.register()).api, used);
    expect(told(await preview(used))).toEqual(EXPIRED);

    const { body: revoked } = await owner.api.post(`${path}/invitations`);
    await owner.api.delete(`${path}/invitations/${revoked.id}`);
    expect(told(await preview(revoked.token))).toEqual(EXPIRED);

    const ofNoHousehold = await invited(owner.api, path);
    await owner.api.delete(path);
    expect(told(await preview(ofNoHousehold))).toEqual(EXPIRED);
    expect(told(await preview('x'.repeat(43)))).toEqual(EXPIRED);
  });

  test('ends at the instant of its expiry', async () => {
    const { path, owner } = await home(service.api);
    const token = await invited(owner.api, path, { expiresInDays: 1 });
    service.clock.advance(86_400_000 - 1);
    expect((await preview(token)).status).toBe(200);
    service.clock.advance(1);
    expect(told(await preview(token))).toEqual(EXPIRED);
  });

  test.each([['short'], ['x'.repeat(44)], ['../'.repeat(14) + 'x']])('%j is no token', async (token) => {
    expect(told(await preview(token))).toEqual([400, 'TOKEN_INVALID']);
  });

  test.each([[null], [7], [''], ['x'.repeat(501)]])('%j is no text of a token', async (token) => {
    expect(told(await preview(token))).toEqual([400, 'VALIDATION_FAILED']);
  });

  test('is limited as signing in', async () => {
    const limited = await startService({ rateLimits: { global: 1_000, auth: 3 } });
    const codes = [];
    for (let i = 0; i < 4; i++)
      codes.push((await limited.api.post('/v1/invitations/preview', { token: 'x' })).status);
    await limited.close();
    expect(codes).toEqual([400, 400, 400, 429]);
  });
});
