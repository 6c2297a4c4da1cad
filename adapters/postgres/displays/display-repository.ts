import { sql, type RawBuilder } from 'kysely';
import type { DisplayRepository, OpenedDisplay } from '../../../application/displays/ports.js';
import { DISPLAY_IDLE_MS, type Display } from '../../../domain/displays/display.js';
import type { Pin } from '../../../domain/displays/pin.js';
import { PAIRING_LIFE_MS, type Pairing } from '../../../domain/displays/pairing.js';
import type { Group, Household, Role } from '../../../domain/households/household.js';
import type { DisplayId, HouseholdId, MemberId } from '../../../domain/shared/ids.js';
import type { Instant } from '../../../domain/shared/zone.js';
import { updateRow } from '../database.js';
import { timestamp } from '../field-map.js';
import { LimitedRepository } from '../households/usage.js';
import { findHouseholdOfToken, unregisterTokens, registerTokens } from '../households/lookups.js';
import { HOUSEHOLD_PREFIX, HOUSEHOLDS } from '../households/table.js';
import { DISPLAYS, DISPLAY_PAIRINGS, MEMBER_PINS } from '../schema.js';

export class PostgresDisplayRepository extends LimitedRepository implements DisplayRepository {
  list(householdId: HouseholdId): Promise<readonly Display[]> {
    return this.#select(sql`household_id = ${householdId} order by created_at, id`);
  }

  async open(tokenHash: string, chosen: MemberId | null): Promise<OpenedDisplay | null> {
    const home = await findHouseholdOfToken(this.db, tokenHash);
    if (home === null) return null;
    const row = await this.findFirst(sql<OpenedRow>`
      select ${DISPLAYS.select('d')}, ${HOUSEHOLDS.select('h', HOUSEHOLD_PREFIX)},
        m.user_id as actor_id, m.role as actor_role, m.grouping as actor_group, p.set_at as pin_set_at
      from displays d
      join households h on h.id = d.household_id
      left join members m on m.household_id = ${home}
        and m.user_id = coalesce(d.member_id, ${chosen}) and m.left_at is null
      left join member_pins p on p.household_id = ${home} and p.member_id = m.user_id
      where d.household_id = ${home} and d.token_hash = ${tokenHash}
    `);
    if (row === null) return null;
    const { actor_id: memberId, actor_role: role, actor_group: group, pin_set_at: pinSetAt } = row;
    const isSomebody = memberId !== null && role !== null && group !== null;
    return {
      display: DISPLAYS.pick(row),
      household: HOUSEHOLDS.pick(row, HOUSEHOLD_PREFIX),
      actor: isSomebody ? { memberId, role, group, pinSetAt } : null,
    };
  }

  findAll(keys: readonly Pick<Display, 'householdId' | 'id'>[]): Promise<readonly Display[]> {
    const homes = [...new Set(keys.map(({ householdId }) => householdId))];
    const ids = keys.map(({ id }) => id);
    return this.#select(sql`household_id = any(${homes}::uuid[]) and id = any(${ids}::uuid[])`);
  }

  async insert(display: Display): Promise<void> {
    const kind = display.kind === 'PASS' ? 'passes' : 'displays';
    await this.quota.reserveRow(kind, display.householdId, display.createdBy);
    await this.db.insertInto('displays').values(DISPLAYS.toRow(display)).execute();
    await registerTokens(this.db, display.householdId, [display.tokenHash]);
  }

  async save(display: Display): Promise<void> {
    const isStored = await updateRow(this.db, 'displays', DISPLAYS.toRow(display));
    if (isStored) await registerTokens(this.db, display.householdId, [display.tokenHash]);
  }

  async findForUpdate(householdId: HouseholdId, id: DisplayId): Promise<Display | null> {
    const [display] = await this.#select(sql`household_id = ${householdId} and id = ${id} for no key update`);
    return display ?? null;
  }

  async touch(householdId: HouseholdId, id: DisplayId, at: Instant): Promise<void> {
    await updateRow(this.db, 'displays', { household_id: householdId, id, last_seen_at: timestamp(at) });
  }

  async remove(householdId: HouseholdId, id: DisplayId): Promise<boolean> {
    return (await this.#remove(householdId, sql`id = ${id}`)).length > 0;
  }

  removePassesOf(householdId: HouseholdId, memberId: MemberId): Promise<readonly DisplayId[]> {
    return this.#remove(householdId, sql`member_id = ${memberId}`);
  }

  /**
   * Deletes the displays that match. Their pairing codes are deleted by a separate statement first. The foreign key
   * would delete them too, but would not return their hashes, which are needed to remove the codes from the lookup
   * table `household_of_token`.
   */
  async #remove(householdId: HouseholdId, which: RawBuilder<unknown>): Promise<readonly DisplayId[]> {
    const { rows: codes } = await sql<{ hash: string }>`
      delete from display_pairings where household_id = ${householdId} and display_id in (
        select id from displays where household_id = ${householdId} and ${which}
      ) returning code_hash as hash
    `.execute(this.db);
    const { rows } = await sql<{ id: DisplayId; hash: string | null }>`
      delete from displays where household_id = ${householdId} and ${which} returning id, token_hash as hash
    `.execute(this.db);
    await unregisterTokens(
      this.db,
      [...codes, ...rows].map(({ hash }) => hash),
    );
    return rows.map(({ id }) => id);
  }

  async findPinForUpdate(householdId: HouseholdId, memberId: MemberId): Promise<Pin | null> {
    return this.findFirst(sql<Pin>`
      select ${MEMBER_PINS.select()} from member_pins
      where household_id = ${householdId} and member_id = ${memberId} for no key update
    `);
  }

  async savePin(pin: Pin): Promise<void> {
    const { household_id, member_id, ...fields } = MEMBER_PINS.toRow(pin);
    await this.db
      .insertInto('member_pins')
      .values({ household_id, member_id, ...fields })
      .onConflict((conflict) => conflict.columns(['household_id', 'member_id']).doUpdateSet(fields))
      .execute();
  }

  async removePin(householdId: HouseholdId, memberId: MemberId): Promise<void> {
    await this.db
      .deleteFrom('member_pins')
      .where('household_id', '=', householdId)
      .where('member_id', '=', memberId)
      .execute();
  }

  async insertPairing(pairing: Pairing): Promise<void> {
    await this.db.insertInto('display_pairings').values(DISPLAY_PAIRINGS.toRow(pairing)).execute();
    await registerTokens(this.db, pairing.householdId, [pairing.codeHash]);
  }

  async takePairing(codeHash: string): Promise<Pairing | null> {
    const home = await findHouseholdOfToken(this.db, codeHash);
    if (home === null) return null;
    const { rows } = await sql<Pairing>`
      delete from display_pairings where household_id = ${home} and code_hash = ${codeHash}
      returning ${DISPLAY_PAIRINGS.select()}
    `.execute(this.db);
    await unregisterTokens(this.db, [codeHash]);
    return rows[0] ?? null;
  }

  async purge(now: Instant): Promise<void> {
    const { rows } = await sql<{ hash: string }>`
      delete from display_pairings where expires_at <= ${timestamp(now)} returning code_hash as hash
    `.execute(this.db);
    await unregisterTokens(
      this.db,
      rows.map(({ hash }) => hash),
    );
    const isOver = sql`(
      expires_at <= ${timestamp(now)} or coalesce(last_seen_at, created_at) <= ${timestamp(now - DISPLAY_IDLE_MS)}
        or (token_hash is null and created_at <= ${timestamp(now - PAIRING_LIFE_MS)})
    )`;
    const { rows: homes } = await sql<{ household_id: HouseholdId }>`
      select distinct household_id from displays where ${isOver}
    `.execute(this.db);
    for (const { household_id: home } of homes) await this.#remove(home, isOver);
  }

  async #select(which: RawBuilder<unknown>): Promise<readonly Display[]> {
    const { rows } = await sql<Display>`
      select ${DISPLAYS.select()} from displays where ${which}
    `.execute(this.db);
    return rows;
  }
}

type OpenedRow = Display &
  Household & {
    readonly actor_id: MemberId | null;
    readonly actor_role: Role | null;
    readonly actor_group: Group | null;
    readonly pin_set_at: Instant | null;
  };
