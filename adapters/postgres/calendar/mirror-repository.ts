import { sql, type RawBuilder } from 'kysely';
import type { CalendarMirrorRepository } from '../../../application/calendar/ports.js';
import type { MirrorEntry, MirroredEvent, SyncFailures } from '../../../domain/calendar/mirrored-event.js';
import type { SyncWindow } from '../../../domain/calendar/eligibility.js';
import type { HouseholdId, OccurrenceId } from '../../../domain/shared/ids.js';
import type { Instant } from '../../../domain/shared/zone.js';
import type { GoogleSyncStatus, Occurrence } from '../../../domain/tasks/occurrence.js';
import { IS_ELIGIBLE, creatableCondition } from './eligibility.js';
import { EVENTS, FAILURES } from './table.js';
import { ALL_SERIES, lockSeriesTerms, SERIES_LOCKED } from '../database.js';
import { timestamp } from '../field-map.js';
import { JournaledRepository } from '../sync/journal.js';
import { OCCURRENCE_COLUMNS, occurrenceFromRow, OCCURRENCES, type OccurrenceRow } from '../tasks/table.js';

export class PostgresCalendarMirrorRepository
  extends JournaledRepository
  implements CalendarMirrorRepository
{
  async entry(householdId: HouseholdId, occurrenceId: OccurrenceId): Promise<MirrorEntry> {
    const [entry] = await this.#entries(householdId, [occurrenceId], sql`for no key update`);
    return entry ?? { occurrence: null, event: null, failures: null };
  }

  async due(
    householdId: HouseholdId,
    window: SyncWindow,
    now: Instant,
    limit: number,
  ): Promise<readonly MirrorEntry[]> {
    const { rows } = await sql<{ id: OccurrenceId }>`
      select due.id from (
        select o.id, o.date, e.id is not null as has_event
        from occurrences o
        left join calendar_events e on e.household_id = ${householdId} and e.id = o.id
        left join calendar_failures f on f.household_id = ${householdId} and f.id = o.id
        where o.household_id = ${householdId} and o.google_sync_status = 'PENDING'
          and (f.id is null or f.sync_version <> o.sync_version or f.next_at <= ${timestamp(now)})
          and (e.id is not null or ${creatableCondition(window)} or not ${IS_ELIGIBLE})
        union all
        select e.id, null, true
        from calendar_events e
        where e.household_id = ${householdId} and not exists (
          select from occurrences o where o.household_id = ${householdId} and o.id = e.id
        )
      ) due
      order by has_event desc, date nulls first, id limit ${limit}
    `.execute(this.db);
    const ids = rows.map(({ id }) => id);
    return ids.length === 0 ? [] : this.#entries(householdId, ids, sql``);
  }

  async events(householdId: HouseholdId): Promise<readonly MirroredEvent[]> {
    const { rows } = await sql<MirroredEvent>`
      select ${EVENTS.select()} from calendar_events where household_id = ${householdId} order by id
    `.execute(this.db);
    return rows;
  }

  async eligibleIds(householdId: HouseholdId): Promise<ReadonlySet<OccurrenceId>> {
    const { rows } = await sql<{ id: OccurrenceId }>`
      select o.id from occurrences o where o.household_id = ${householdId} and ${IS_ELIGIBLE}
    `.execute(this.db);
    return new Set(rows.map(({ id }) => id));
  }

  async saveEvent(event: MirroredEvent): Promise<void> {
    const { household_id, id, ...fields } = EVENTS.toRow(event);
    await this.db
      .insertInto('calendar_events')
      .values({ household_id, id, ...fields })
      .onConflict((conflict) => conflict.columns(['household_id', 'id']).doUpdateSet(fields))
      .execute();
  }

  async removeEvent(householdId: HouseholdId, occurrenceId: OccurrenceId): Promise<void> {
    await this.db
      .deleteFrom('calendar_events')
      .where('household_id', '=', householdId)
      .where('id', '=', occurrenceId)
      .execute();
  }

  async saveSync(
    householdId: HouseholdId,
    occurrenceId: OccurrenceId,
    { syncedVersion, googleSyncStatus }: Pick<Occurrence, 'syncedVersion' | 'googleSyncStatus'>,
  ): Promise<void> {
    const { rows } = await sql<OccurrenceRow>`
      with was as materialized (
        select ${OCCURRENCE_COLUMNS} from occurrences
        where household_id = ${householdId} and id = ${occurrenceId} for no key update
      )
      update occurrences o set synced_version = ${syncedVersion}, google_sync_status = ${googleSyncStatus}
      from was where o.household_id = ${householdId} and o.id = was.id
      returning ${OCCURRENCES.fields('was')}
    `.execute(this.db);
    this.#noteSync(rows, { syncedVersion, googleSyncStatus });
  }

  async saveFailures(failures: SyncFailures): Promise<void> {
    const { household_id, id, ...fields } = FAILURES.toRow(failures);
    await this.db
      .insertInto('calendar_failures')
      .values({ household_id, id, ...fields })
      .onConflict((conflict) => conflict.columns(['household_id', 'id']).doUpdateSet(fields))
      .execute();
  }

  async removeFailures(householdId: HouseholdId, occurrenceId?: OccurrenceId): Promise<void> {
    await this.db
      .deleteFrom('calendar_failures')
      .where('household_id', '=', householdId)
      .$if(occurrenceId !== undefined, (all) => all.where('id', '=', occurrenceId as OccurrenceId))
      .execute();
  }

  async changeStatus(
    householdId: HouseholdId,
    from: readonly GoogleSyncStatus[],
    to: GoogleSyncStatus,
    window?: SyncWindow,
  ): Promise<void> {
    const restricted =
      window === undefined
        ? sql``
        : sql`and (o.date between ${window.from} and ${window.until} or exists (
            select from calendar_events e where e.household_id = ${householdId} and e.id = o.id
          ))`;
    // Not parameters: a prepared statement can use the partial index only if the text contains its condition.
    const wanted = sql.join(from.map((status) => sql.lit(status)));
    const { rows } = await sql<OccurrenceRow>`
      with ${lockSeriesTerms(householdId, ALL_SERIES)},
      changed as materialized (
        select ${OCCURRENCES.select('o')} from occurrences o
        where ${SERIES_LOCKED} and o.household_id = ${householdId} and o.google_sync_status in (${wanted})
          ${restricted}
        order by id for no key update
      )
      update occurrences o set google_sync_status = ${to}
      from changed where o.household_id = ${householdId} and o.id = changed.id
      returning ${OCCURRENCES.fields('changed')}
    `.execute(this.db);
    this.#noteSync(rows, { googleSyncStatus: to });
  }

  async reconsider(householdId: HouseholdId): Promise<void> {
    const { rows } = await sql<OccurrenceRow>`
      with given_up as materialized (
        select ${OCCURRENCE_COLUMNS} from occurrences
        where household_id = ${householdId} and google_sync_status in ('ERROR', 'BLOCKED')
        order by id for no key update
      ),
      forgotten as (
        delete from calendar_failures f using given_up g where f.household_id = ${householdId} and f.id = g.id
      )
      update occurrences o set google_sync_status = 'PENDING'
      from given_up g where o.household_id = ${householdId} and o.id = g.id
      returning ${OCCURRENCES.fields('g')}
    `.execute(this.db);
    this.#noteSync(rows, { googleSyncStatus: 'PENDING' });
  }

  #noteSync(
    rows: readonly OccurrenceRow[],
    state: Partial<Pick<Occurrence, 'syncedVersion' | 'googleSyncStatus'>>,
  ): void {
    this.journal.changed('occurrence', rows.map(occurrenceFromRow), (one) => ({ ...one, ...state }));
  }

  /**
   * Returns one entry for each id, in the order of `ids`. The occurrence, its event or its failures are null if there
   * are none.
   */
  async #entries(
    householdId: HouseholdId,
    ids: readonly OccurrenceId[],
    lock: RawBuilder<unknown>,
  ): Promise<readonly MirrorEntry[]> {
    const isWanted = sql`household_id = ${householdId} and id = any(${ids}::uuid[])`;
    const occurrences = await sql<OccurrenceRow>`
      select ${OCCURRENCE_COLUMNS} from occurrences where ${isWanted} ${lock}
    `.execute(this.db);
    const events = await sql<MirroredEvent>`
      select ${EVENTS.select()} from calendar_events where ${isWanted}
    `.execute(this.db);
    const failures = await sql<SyncFailures>`
      select ${FAILURES.select()} from calendar_failures where ${isWanted}
    `.execute(this.db);
    const occurrenceById = new Map(occurrences.rows.map((row) => [row.id, occurrenceFromRow(row)]));
    const eventById = new Map(events.rows.map((event) => [event.occurrenceId, event]));
    const failuresById = new Map(failures.rows.map((one) => [one.occurrenceId, one]));
    return ids.map((id) => ({
      occurrence: occurrenceById.get(id) ?? null,
      event: eventById.get(id) ?? null,
      failures: failuresById.get(id) ?? null,
    }));
  }
}
