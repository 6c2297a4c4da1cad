import { sql } from 'kysely';
import type { DeviceRepository } from '../../../application/notifications/ports.js';
import type { Device, DeviceId } from '../../../domain/notifications/device.js';
import type { UserId } from '../../../domain/shared/ids.js';
import { newestFirst, type Page, cutPage, type PageRequest } from '../../../domain/shared/page.js';
import { listColumns } from '../field-map.js';
import { Repository } from '../database.js';
import { createdAfter } from '../newest-first.js';
import { DEVICES } from '../schema.js';

const COLUMNS = DEVICES.select();

/** True if the session of the device `d` is not revoked. */
const isLive = sql`exists (select from sessions s where s.id = d.session_id and s.revoked_at is null)`;

export class PostgresDeviceRepository extends Repository implements DeviceRepository {
  async list(userId: UserId, { limit, after }: PageRequest): Promise<Page<Device>> {
    const { rows } = await sql<Device>`
      select ${COLUMNS} from devices d where user_id = ${userId} and ${isLive} ${createdAfter(after)}
      order by created_at desc, id limit ${limit + 1}
    `.execute(this.db);
    return cutPage(rows, limit, newestFirst);
  }

  async register(device: Device, addressHash: string): Promise<Device> {
    const row = { ...DEVICES.toRow(device), address_hash: addressHash };
    const { rows } = await sql<Device>`
      insert into devices (${listColumns(Object.keys(row))}) values (${sql.join(Object.values(row))})
      on conflict (address_hash) do update set
        user_id = excluded.user_id, session_id = excluded.session_id, address = excluded.address,
        created_at = case when devices.user_id = excluded.user_id then devices.created_at
          else excluded.created_at end,
        last_seen_at = excluded.last_seen_at
      returning ${COLUMNS}
    `.execute(this.db);
    return rows[0] ?? device;
  }

  async keepLatest(userId: UserId, limit: number): Promise<void> {
    await sql`
      delete from devices where id in (
        select id from devices where user_id = ${userId} order by last_seen_at desc, id offset ${limit}
      )
    `.execute(this.db);
  }

  async idsOf(userId: UserId): Promise<readonly DeviceId[]> {
    const { rows } = await sql<{ id: DeviceId }>`
      select id from devices d where user_id = ${userId} and ${isLive} order by id
    `.execute(this.db);
    return rows.map(({ id }) => id);
  }

  async find(userId: UserId, id: DeviceId): Promise<Device | null> {
    return this.findFirst(sql<Device>`
      select ${COLUMNS} from devices d where user_id = ${userId} and id = ${id} and ${isLive}
    `);
  }

  async remove(userId: UserId, id: DeviceId): Promise<boolean> {
    const { numDeletedRows } = await this.db
      .deleteFrom('devices')
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  }
}
