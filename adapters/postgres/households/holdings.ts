import { sql } from 'kysely';
import { Room, type ReadHoldings } from '../../../application/households/room.js';
import {
  isFarBelowCeilings,
  NOTHING_HELD,
  sumHoldings,
  type Holdings,
  type HoldingsByHousehold,
} from '../../../domain/households/ceilings.js';
import type { HouseholdId } from '../../../domain/shared/ids.js';
import type { Database } from '../database.js';

type HoldingsRow = { open_series: number; open_occurrences: number; text_bytes: number; categories: number };

/** Whether the occurrence `o` counts, and its text. */
const IS_OPEN = sql`o.status = 'TODO' and o.deleted_at is null`;
const TEXT_BYTES = sql`octet_length(o.title) + coalesce(octet_length(o.notes), 0)
  + case when o.checklist = '[]' then 0
    else (select sum(octet_length(item ->> 'title')) from jsonb_array_elements(o.checklist) item) end`;

/** What an update of occurrences returns, with `o` for the rows as they were, and what that says they held. */
export const HELD_BEFORE = sql`o.household_id, case when ${IS_OPEN} then ${TEXT_BYTES} end as text_bytes`;
export type HeldBefore = { readonly household_id: HouseholdId; readonly text_bytes: number | null };
export function heldBefore(rows: readonly HeldBefore[]): HoldingsByHousehold {
  return sumHoldings(
    rows.flatMap(({ household_id: id, text_bytes: textBytes }) =>
      textBytes === null ? [] : [[id, { ...NOTHING_HELD, openOccurrences: 1, textBytes }] as const],
    ),
  );
}

const REMEMBERED_MS = 60_000;
const MAX_REMEMBERED = 10_000;

/**
 * Counts what a household holds, which reads all that is open in it, at most once a minute as long as it is below half
 * of every ceiling: what this process adds meanwhile is added up, and what others add cannot fill the other half.
 */
export class HoldingsCounter {
  readonly #rememberedMs: number;
  readonly #known = new Map<HouseholdId, { readonly held: Holdings; readonly until: number }>();

  constructor({ rememberedMs = REMEMBERED_MS } = {}) {
    this.#rememberedMs = rememberedMs;
  }

  /** The room of one transaction. */
  roomIn(db: Database): Room {
    return new Room(
      (id) => this.#read(db, id),
      (id, held) => this.#note(id, held),
    );
  }

  async #read(db: Database, id: HouseholdId): ReturnType<ReadHoldings> {
    const known = this.#known.get(id);
    if (known !== undefined && known.until > performance.now())
      return { held: known.held, isRemembered: true };
    const held = await readHoldings(db, id);
    this.#known.delete(id);
    const [oldest] = this.#known.keys();
    if (this.#known.size >= MAX_REMEMBERED && oldest !== undefined) this.#known.delete(oldest);
    if (isFarBelowCeilings(held))
      this.#known.set(id, { held, until: performance.now() + this.#rememberedMs });
    return { held, isRemembered: false };
  }

  #note(id: HouseholdId, held: Holdings): void {
    const known = this.#known.get(id);
    if (known === undefined) return;
    if (isFarBelowCeilings(held)) this.#known.set(id, { ...known, held });
    else this.#known.delete(id);
  }
}

/** What is open in the household. */
export async function readHoldings(db: Database, id: HouseholdId): Promise<Holdings> {
  const { rows } = await sql<HoldingsRow>`
    select count(*) as open_occurrences,
      coalesce(sum(${TEXT_BYTES}), 0)::bigint as text_bytes,
      (select count(*) from series where household_id = ${id} and ended_at is null) as open_series,
      (select count(*) from categories where household_id = ${id}) as categories
    from occurrences o where household_id = ${id} and ${IS_OPEN}
  `.execute(db);
  const [row] = rows;
  if (row === undefined) return NOTHING_HELD;
  return {
    openSeries: row.open_series,
    openOccurrences: row.open_occurrences,
    textBytes: row.text_bytes,
    categories: row.categories,
  };
}
