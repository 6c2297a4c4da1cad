import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { startService, type TestService } from '../support/service.js';
import { told } from './households/people.js';

let service: TestService;
beforeEach(async () => {
  service = await startService();
});
afterEach(() => service.close());

/** Makes PostgreSQL answer every insert of a category with the error of a full disk. */
const fillDisk = () =>
  service.query(`
    create function disk_full() returns trigger language plpgsql as $$
    begin
      raise exception using errcode = '53100', message = 'could not extend file: No space left on device';
    end $$;
    create trigger disk_full before insert on categories for each row execute function disk_full();
  `);

describe('the service after PostgreSQL found its disk full', () => {
  test('answers a write with 503, logs an error, and names the full disk in the readiness check', async () => {
    const { api } = await service.api.register();
    const home = await api.household();
    await fillDisk();
    expect(told(await api.post(`${home}/categories`, { name: 'Kitchen' }))).toEqual([503, 'UNAVAILABLE']);
    const logged = service.logger.events('error').map(({ message }) => message);
    expect(logged).toEqual(['request refused, the disk is full']);
    const ready = await service.api.as(null).get('/health/ready');
    expect([ready.status, ready.body.error.message]).toEqual([503, expect.stringMatching(/disk.*full/)]);
    expect((await service.api.as(null).get('/health/live')).status).toBe(200);
  });

  test('refuses requests that need more space, while members can still read, complete and delete tasks', async () => {
    const { id, api } = await service.api.register();
    const home = await api.household();
    const { body } = await api.post(`${home}/tasks`, { title: 'Bins' });
    await fillDisk();
    await api.post(`${home}/categories`, { name: 'Kitchen' });
    const grows = [
      await api.post(`${home}/tasks`, { title: 'Paper' }),
      await api.post(`${home}/shopping/items`, { items: [{ name: 'milk' }] }),
      await api.patch(`${home}/occurrences/${body.id}`, { notes: 'longer', version: 1 }),
      await api.post(`${home}/members`, { displayName: 'Leo', group: 'CHILD' }),
      await api.post(`${home}/members/${id}/away`, { from: '2026-12-01' }),
      await api.post(`${home}/invitations`, {}),
      await api.post(`${home}/displays`, { name: 'Kitchen' }),
      await api.post('/v1/me/devices', { platform: 'ANDROID', token: 'phone' }),
    ];
    for (const refused of grows) expect(told(refused)).toEqual([503, 'UNAVAILABLE']);
    expect((await api.get(`${home}/occurrences`)).body).toHaveLength(1);
    expect((await api.post(`${home}/occurrences/${body.id}/complete`)).status).toBe(200);
    expect((await api.delete(`${home}/occurrences/${body.id}`)).status).toBe(204);
  });
});
