import { sql, type RawBuilder } from 'kysely';
import type { PauseRepository } from '../../../application/days/ports.js';
import type { Pause } from '../../../domain/days/pause.js';
import type { HouseholdId, MemberId, PauseId } from '../../../domain/shared/ids.js';
import { updateRow } from '../database.js';
import { LimitedJournaledRepository } from '../households/usage.js';
import { PAUSES } from '../schema.js';

export class PostgresPauseRepository extends LimitedJournaledRepository implements PauseRepository {
  list(householdId: HouseholdId, viewer: MemberId): Promise<readonly Pause[]> {
    return this.#select(sql`
      household_id = ${householdId} and ${pauseShownTo(viewer)} order by from_date, id
    `);
  }

  async lockAll(householdId: HouseholdId): Promise<readonly Pause[]> {
    const all = await this.#select(
      sql`household_id = ${householdId} order by from_date, id for no key update`,
    );
    return this.journal.locked('pause', all);
  }

  async find(householdId: HouseholdId, id: PauseId): Promise<Pause | null> {
    const [found = null] = await this.#select(
      sql`household_id = ${householdId} and id = ${id} for no key update`,
    );
    if (found !== null) this.journal.locked('pause', [found]);
    return found;
  }

  async insert(pause: Pause): Promise<void> {
    await this.quota.reserveRow('pauses', pause.householdId, pause.createdBy);
    await this.db.insertInto('pauses').values(PAUSES.toRow(pause)).execute();
    this.journal.inserted('pause', [pause]);
  }

  async save(pause: Pause): Promise<void> {
    const before =
      this.journal.known('pause', pause) ?? (await this.find(pause.householdId, pause.id)) ?? undefined;
    if (before === undefined) return;
    await updateRow(this.db, 'pauses', PAUSES.toRow(pause));
    this.journal.note('pause', before, pause);
  }

  async remove(householdId: HouseholdId, id: PauseId): Promise<void> {
    const { rows } = await sql<Pause>`
      delete from pauses where household_id = ${householdId} and id = ${id} returning ${PAUSES.select()}
    `.execute(this.db);
    this.journal.removed('pause', rows);
  }

  async #select(which: RawBuilder<unknown>): Promise<readonly Pause[]> {
    const { rows } = await sql<Pause>`select ${PAUSES.select()} from pauses where ${which}`.execute(this.db);
    return rows;
  }
}

/** Returns the condition that the viewer may see a pause. */
export function pauseShownTo(viewer: MemberId): RawBuilder<unknown> {
  return sql`(visibility = 'SHARED' or created_by = ${viewer})`;
}
