import { sql, type RawBuilder } from 'kysely';
import type { MemberKey } from '../../../application/households/ports.js';
import { QuotaGuard, type CountedUsage } from '../../../application/households/quota-guard.js';
import {
  ACCOUNT_HOUSEHOLDS,
  earliestDate,
  isFarBelowAccountLimits,
  isFarBelowLimits,
  NO_ACCOUNT_USAGE,
  NO_USAGE,
  sumUsage,
  usageOfOccurrence,
  type AccountUsage,
  type CountedRow,
  type HouseholdUsage,
  type UsageByHousehold,
} from '../../../domain/limits/limits.js';
import type { HouseholdId, UserId } from '../../../domain/shared/ids.js';
import type { Instant } from '../../../domain/shared/zone.js';
import { type Database, Repository } from '../database.js';
import type { RecordedJournal } from '../sync/journal.js';
import { listHouseholdsOf } from './lookups.js';
import { isOpenAt } from './table.js';
import { addAmounts } from '../../../domain/shared/amounts.js';

type HoldingsRow = {
  open_series: number;
  open_occurrences: number;
  text_bytes: number;
  categories: number;
  deleted_occurrences: number;
  deleted_text_bytes: number;
};
type AccountRow = HoldingsRow & { attachment_bytes: number } & Readonly<Record<CountedRow, number>>;

/**
 * Conditions for an occurrence `o`: IS_OPEN means that it is open and not deleted, and IS_DELETED that it was open
 * when it was deleted. TEXT_BYTES is the size of its text.
 */
const IS_OPEN = sql`o.status = 'TODO' and o.deleted_at is null`;
const IS_DELETED = sql`o.status_before_deletion = 'TODO' and o.deleted_at is not null`;
const TEXT_BYTES = sql`octet_length(o.title) + coalesce(octet_length(o.notes), 0)
  + case when o.checklist = '[]' then 0
    else (select sum(octet_length(item ->> 'title')) from jsonb_array_elements(o.checklist) item) end`;

/**
 * The `returning` list of an update of occurrences. It tells how much each row counted for the limits before the
 * update. `o` is the row as it was before.
 */
export const USAGE_BEFORE = sql`
  o.household_id, o.deleted_at is not null as is_deleted,
  case when (${IS_OPEN}) or (${IS_DELETED}) then ${TEXT_BYTES} end as text_bytes`;
export type UsageBefore = {
  readonly household_id: HouseholdId;
  readonly text_bytes: number | null;
  readonly is_deleted: boolean;
};
/**
 * Returns how much the updated rows counted for the limits of each household before the update. Finished rows do not
 * count for the limits.
 */
export function sumUsageBefore(rows: readonly UsageBefore[]): UsageByHousehold {
  return sumUsage(
    rows.flatMap(({ household_id: id, text_bytes: textBytes, is_deleted: isDeleted }) =>
      textBytes === null ? [] : [[id, usageOfOccurrence(isDeleted, textBytes)] as const],
    ),
  );
}

const REMEMBERED_MS = 60_000;
const MAX_REMEMBERED = 10_000;

/** A cache of counted values with a limited lifetime. If it is full, the oldest value is removed for each new one. */
class Remembered<Value> {
  readonly #forMs: number;
  readonly #known = new Map<string, { readonly value: Value; readonly until: number }>();

  constructor(forMs: number) {
    this.#forMs = forMs;
  }

  get(key: string): Value | undefined {
    const known = this.#known.get(key);
    return known !== undefined && known.until > performance.now() ? known.value : undefined;
  }

  set(key: string, value: Value): void {
    this.#known.delete(key);
    const [oldest] = this.#known.keys();
    if (this.#known.size >= MAX_REMEMBERED && oldest !== undefined) this.#known.delete(oldest);
    this.#known.set(key, { value, until: performance.now() + this.#forMs });
  }

  /** Changes the value of a cached key without extending its lifetime. */
  change(key: string, value: Value): void {
    const known = this.#known.get(key);
    if (known !== undefined) this.#known.set(key, { ...known, value });
  }

  forget(key: string): void {
    this.#known.delete(key);
  }
}

/**
 * Counts what a household holds, and what an account has created in its households.
 *
 * Both counts read every row that is open, or that was open when it was deleted, so they are cached for a minute. A
 * cached count is used only while it is below half of every limit (for an account: of the limits whose count the
 * request would increase). What this process adds in the meantime is added to the cached count. Other processes may add rows
 * too, but not so many in a minute that they use up the other half.
 */
export class UsageCounter {
  readonly #households: Remembered<HouseholdUsage>;
  /**
   * The usage of each account, by account id. null means that the account has so few households that it cannot exceed
   * its limits.
   */
  readonly #accounts: Remembered<AccountUsage | null>;
  /** The account of a member, by household and member. null means that the member has none. */
  readonly #accountOf: Remembered<UserId | null>;

  constructor({ rememberedMs = REMEMBERED_MS } = {}) {
    this.#households = new Remembered(rememberedMs);
    this.#accounts = new Remembered(rememberedMs);
    this.#accountOf = new Remembered(rememberedMs);
  }

  /** Returns the guard that checks the limits in one transaction. */
  roomIn(db: Database): QuotaGuard {
    return new QuotaGuard({
      readHousehold: (id) => this.#readHousehold(db, id),
      noteHousehold: (id, held) => {
        if (isFarBelowLimits(held)) this.#households.change(id, held);
        else this.#households.forget(id);
      },
      readAccount: (of, at, growth) => this.#readAccount(db, of, at, growth),
      noteAccount: (of, created) => {
        const userId = this.#accountOf.get(keyOf(of));
        if (userId === undefined || userId === null) return;
        this.#accounts.change(userId, created);
      },
    });
  }

  /** Removes the cached count of this account, because the account has joined another household. */
  hasJoined(userId: UserId): void {
    this.#accounts.forget(userId);
  }

  async #readHousehold(db: Database, id: HouseholdId): Promise<CountedUsage<HouseholdUsage>> {
    const known = this.#households.get(id);
    if (known !== undefined) return { held: known, isRemembered: true };
    const held = await readUsage(db, id);
    if (isFarBelowLimits(held)) this.#households.set(id, held);
    else this.#households.forget(id);
    return { held, isRemembered: false };
  }

  async #readAccount(
    db: Database,
    of: MemberKey,
    at: Instant,
    growth: AccountUsage,
  ): Promise<CountedUsage<AccountUsage> | null> {
    const userId = await this.#findAccount(db, of);
    if (userId === null) return null;
    const known = this.#accounts.get(userId);
    if (known === null) return null;
    const isFar = (created: AccountUsage) => isFarBelowAccountLimits(created, growth);
    if (known !== undefined && isFar(known)) return { held: known, isRemembered: true };
    const homes = await listHouseholdsOf(db, userId);
    if (homes.length <= ACCOUNT_HOUSEHOLDS) {
      this.#accounts.set(userId, null);
      return null;
    }
    if (known === undefined) {
      const created = await readCreated(db, userId, homes, at);
      this.#accounts.set(userId, created);
      if (isFar(created)) return { held: created, isRemembered: false };
    }
    await sql`select pg_advisory_xact_lock(hashtextextended(${`ceilings of ${userId}`}, 0))`.execute(db);
    const created = await readCreated(db, userId, homes, at);
    this.#accounts.set(userId, created);
    return { held: created, isRemembered: false };
  }

  async #findAccount(db: Database, of: MemberKey): Promise<UserId | null> {
    const known = this.#accountOf.get(keyOf(of));
    if (known !== undefined) return known;
    const { rows } = await sql<{ account_id: UserId | null }>`
      select account_id from members where household_id = ${of.householdId} and user_id = ${of.memberId}
    `.execute(db);
    const userId = rows[0]?.account_id ?? null;
    this.#accountOf.set(keyOf(of), userId);
    return userId;
  }
}

const keyOf = ({ householdId, memberId }: MemberKey) => `${householdId} ${memberId}`;

/** The select list for the number of occurrences and the bytes of their text. */
const OCCURRENCES_AND_BYTES = sql`count(*) as occurrences, coalesce(sum(${TEXT_BYTES}), 0)::bigint as bytes`;
const countOccurrences = (isOwn: RawBuilder<unknown>) => sql`
  (select ${OCCURRENCES_AND_BYTES} from occurrences o where ${isOwn} and ${IS_OPEN}) open,
  (select ${OCCURRENCES_AND_BYTES} from occurrences o where ${isOwn} and ${IS_DELETED}) deleted`;
const COUNTED_OCCURRENCES = sql`
  open.occurrences as open_occurrences, open.bytes as text_bytes,
  deleted.occurrences as deleted_occurrences, deleted.bytes as deleted_text_bytes`;

/**
 * Counts what the household holds: open occurrences, occurrences that were open when they were deleted, the bytes of
 * their text, series that have not ended, and categories.
 */
export async function readUsage(db: Database, id: HouseholdId): Promise<HouseholdUsage> {
  const { rows } = await sql<HoldingsRow>`
    select ${COUNTED_OCCURRENCES},
      (select count(*) from series where household_id = ${id} and ended_at is null) as open_series,
      (select count(*) from categories where household_id = ${id}) as categories
    from ${countOccurrences(sql`household_id = ${id}`)}
  `.execute(db);
  const [row] = rows;
  return row === undefined ? NO_USAGE : toHoldings(row);
}

/**
 * Counts what the account has created in these households. There is one query per household, so that each query
 * needs only one node of a cluster.
 */
async function readCreated(
  db: Database,
  userId: UserId,
  homes: readonly HouseholdId[],
  at: Instant,
): Promise<AccountUsage> {
  let created = NO_ACCOUNT_USAGE;
  for (const id of homes) {
    const me = sql`(select user_id from members where household_id = ${id} and account_id = ${userId})`;
    const isOwn = sql`household_id = ${id} and created_by = ${me}`;
    const { rows } = await sql<AccountRow>`
      select ${COUNTED_OCCURRENCES},
        (select count(*) from series where ${isOwn} and ended_at is null) as open_series,
        (select count(*) from categories where ${isOwn}) as categories,
        (select coalesce(sum(size), 0)::bigint from attachments where ${isOwn}) as attachment_bytes,
        (select count(*) from shopping_items where household_id = ${id} and added_by = ${me}) as "shoppingItems",
        (select count(*) from shopping_history where ${isOwn}) as "shoppingNames",
        (select count(*) from task_templates where ${isOwn}) as templates,
        (select count(*) from shopping_lists where ${isOwn}) as "shoppingLists",
        (select count(*) from day_calendars where ${isOwn}) as "dayCalendars",
        (select count(*) from pauses where ${isOwn} and ${isNotOverAt(at)}) as pauses,
        (select count(*) from invitations where ${isOwn} and ${isOpenAt(at)}) as invitations,
        (select count(*) from displays where ${isOwn} and kind = 'DISPLAY') as displays,
        (select count(*) from displays where ${isOwn} and kind = 'PASS') as passes,
        (select count(*) from feeds where household_id = ${id} and member_id = ${me}) as feeds,
        (select count(*) from members where ${isOwn}) as "membersWithoutAccount"
      from ${countOccurrences(isOwn)}
    `.execute(db);
    for (const row of rows) {
      const inHousehold: AccountUsage = { ...row, ...toHoldings(row), attachmentBytes: row.attachment_bytes };
      created = addAmounts(created, inHousehold);
    }
  }
  return created;
}

const isNotOverAt = (at: Instant) => sql`(to_date is null or to_date >= ${earliestDate(at)})`;

const toHoldings = (row: HoldingsRow): HouseholdUsage => ({
  openSeries: row.open_series,
  openOccurrences: row.open_occurrences,
  textBytes: row.text_bytes,
  categories: row.categories,
  openAndDeletedOccurrences: row.open_occurrences + row.deleted_occurrences,
  openAndDeletedTextBytes: row.text_bytes + row.deleted_text_bytes,
});

/** A repository that checks the limits before it adds rows or text. */
export abstract class LimitedRepository extends Repository {
  protected readonly quota: QuotaGuard;

  constructor(db: Database, quota: QuotaGuard) {
    super(db);
    this.quota = quota;
  }
}

/** A repository that checks the limits, and records in the journal which rows it changes. */
export abstract class LimitedJournaledRepository extends LimitedRepository {
  protected readonly journal: RecordedJournal;

  constructor(db: Database, quota: QuotaGuard, journal: RecordedJournal) {
    super(db, quota);
    this.journal = journal;
  }
}
