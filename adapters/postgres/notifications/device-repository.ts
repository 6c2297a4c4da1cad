import { sql, type Selectable } from 'kysely';
import type { DeviceRepository } from '../../../application/notifications/ports.js';
import type { Device, DeviceId } from '../../../domain/notifications/device.js';
import type { UserId } from '../../../domain/shared/ids.js';
import { newestFirst, type Page, pageOf, type PageRequest } from '../../../domain/shared/page.js';
import { columnsOf } from '../columns.js';
import type { Database } from '../database.js';
import { createdAfter } from '../newest-first.js';
import { timestamp, type DatabaseSchema } from '../schema.js';

type DeviceRow = Selectable<Omit<DatabaseSchema['devices'], 'address_hash'>>;

const COLUMNS = columnsOf([
  'id',
  'user_id',
  'session_id',
  'address',
  'created_at',
  'last_seen_at',
] satisfies (keyof DeviceRow)[]);

/** Its session goes on. */
const isLive = sql`exists (select from sessions s where s.id = d.session_id and s.revoked_at is null)`;

export class PostgresDeviceRepository implements DeviceRepository {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async list(userId: UserId, { limit, after }: PageRequest): Promise<Page<Device>> {
    const { rows } = await sql<DeviceRow>`
      select ${COLUMNS} from devices d where user_id = ${userId} and ${isLive} ${createdAfter(after)}
      order by created_at desc, id limit ${limit + 1}
    `.execute(this.#db);
    return pageOf(rows.map(deviceOf), limit, newestFirst);
  }

  async register(device: Device, addressHash: string): Promise<Device> {
    const { rows } = await sql<DeviceRow>`
      insert into devices (${COLUMNS}, address_hash) values (
        ${device.id}, ${device.userId}, ${device.sessionId}, ${JSON.stringify(device.address)},
        ${timestamp(device.createdAt)}, ${timestamp(device.lastSeenAt)}, ${addressHash}
      )
      on conflict (address_hash) do update set
        user_id = excluded.user_id, session_id = excluded.session_id, address = excluded.address,
        created_at = case when devices.user_id = excluded.user_id then devices.created_at
          else excluded.created_at end,
        last_seen_at = excluded.last_seen_at
      returning ${COLUMNS}
    `.execute(this.#db);
    return rows[0] === undefined ? device : deviceOf(rows[0]);
  }

  async keepLatest(userId: UserId, limit: number): Promise<void> {
    await sql`
      delete from devices where id in (
        select id from devices where user_id = ${userId} order by last_seen_at desc, id offset ${limit}
      )
    `.execute(this.#db);
  }

  async idsOf(userId: UserId): Promise<readonly DeviceId[]> {
    const { rows } = await sql<{ id: DeviceId }>`
      select id from devices d where user_id = ${userId} and ${isLive} order by id
    `.execute(this.#db);
    return rows.map(({ id }) => id);
  }

  async find(userId: UserId, id: DeviceId): Promise<Device | null> {
    const { rows } = await sql<DeviceRow>`
      select ${COLUMNS} from devices d where user_id = ${userId} and id = ${id} and ${isLive}
    `.execute(this.#db);
    return rows[0] === undefined ? null : deviceOf(rows[0]);
  }

  async remove(userId: UserId, id: DeviceId): Promise<boolean> {
    const { numDeletedRows } = await this.#db
      .deleteFrom('devices')
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  }
}

function deviceOf(row: DeviceRow): Device {
  return {
    id: row.id,
    userId: row.user_id,
    sessionId: row.session_id,
    address: row.address,
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
  };
}
