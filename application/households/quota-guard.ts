import {
  ACCOUNT_LIMITS,
  HOUSEHOLD_LIMITS,
  HOUSEHOLDS_LIMIT,
  isFarBelowAccountLimits,
  subtractUsage,
  NO_ACCOUNT_USAGE,
  findExceededLimit,
  type AccountUsage,
  type CountedRow,
  type HouseholdUsage,
  type UsageByHousehold,
} from '../../domain/limits/limits.js';
import type { HouseholdId, MemberId, UserId } from '../../domain/shared/ids.js';
import type { Instant } from '../../domain/shared/zone.js';
import { diskFull } from '../shared/disk-full.js';
import { type ApplicationError, limitReached } from '../shared/errors.js';
import { describeLimit } from './describe-limit.js';
import type { HouseholdReader, MemberKey } from './ports.js';
import { addAmounts } from '../../domain/shared/amounts.js';

/**
 * `isRemembered` is true if the count comes from a cache. A cached count does not include rows that this transaction
 * has written without a reservation.
 */
export type CountedUsage<Amounts> = { readonly held: Amounts; readonly isRemembered: boolean };

/** The counts that a {@link QuotaGuard} reads, and the reservations that it reports back. */
export type UsageSource = {
  readHousehold(id: HouseholdId): Promise<CountedUsage<HouseholdUsage>>;
  noteHousehold(id: HouseholdId, held: HouseholdUsage): void;
  /**
   * Returns what the member's account has created in all its households. Pauses that are over at `at`, and
   * invitations that nobody can accept any more, do not count. null means that no check is needed: the member has no
   * account, or the account has so few households that it cannot reach its own limits.
   *
   * `growth` is what the transaction is about to add. If the account is near a limit of something that `growth`
   * contains, the source locks the account until the transaction ends. So two parallel transactions cannot exceed the
   * limit together.
   */
  readAccount(of: MemberKey, at: Instant, growth: AccountUsage): Promise<CountedUsage<AccountUsage> | null>;
  noteAccount(of: MemberKey, created: AccountUsage): void;
};

type Created = { readonly householdId: HouseholdId; readonly createdBy: MemberId };

/**
 * Enforces the limits of one transaction. Repositories reserve quota before they create rows, so that a rejected
 * request writes nothing. If the growth is known only after the write, for example when existing rows become longer,
 * they report it then.
 *
 * There are two kinds of limits:
 * - Limits of a household. Parallel transactions do not see each other, so a household may exceed a limit by what its
 *   few running requests write.
 * - Limits of an account, for everything that it creates in all its households. They apply to the member on whose
 *   behalf the transaction runs, and only to rows that this member created. So no member is rejected because of what
 *   another member has in other households, or learns about it.
 */
export class QuotaGuard {
  readonly #source: UsageSource;
  readonly #held = new Map<HouseholdId, HouseholdUsage>();
  #isClosed = false;
  #actor: (MemberKey & { readonly at: Instant }) | null = null;
  /** The usage of the account. undefined means that it was not read yet, null that the account needs no check. */
  #created: AccountUsage | null | undefined;
  /** True if the source has locked the account, so that `#created` is exact until the transaction ends. */
  #isLocked = false;

  constructor(source: UsageSource) {
    this.#source = source;
  }

  /**
   * Sets the member on whose behalf the transaction runs, and the time. Without a member, only the limits of
   * households apply.
   */
  setActor({ householdId, memberId }: MemberKey, at: Instant): void {
    this.#actor = { householdId, memberId, at };
  }

  /** Refuses all growth from now on, because the disk is full. */
  refuseGrowth(): void {
    this.#isClosed = true;
  }

  /** Refuses a creation that no limit counts, such as an account or a household, if the disk is full. */
  requireSpace(): void {
    if (this.#isClosed) throw diskFull();
  }

  /** Returns true if the disk is full and `after` takes more of it than `before`. */
  lacksSpace(before: unknown, after: unknown): boolean {
    return this.#isClosed && JSON.stringify(after).length > JSON.stringify(before).length;
  }

  /** Refuses a change that makes a value longer if the disk is full. */
  requireSpaceFor(before: unknown, after: unknown): void {
    if (this.lacksSpace(before, after)) throw diskFull();
  }

  /**
   * Reserves quota for one row that is about to be inserted by `by`, by default the acting member. It counts for the
   * account of the acting member, if this is `by`, until the row is deleted. Returns `by`, or null if no member acts
   * in this household.
   *
   * @throws LIMIT_REACHED with the name of the limit if the account has reached it.
   * @throws UNAVAILABLE if the disk is full.
   */
  async reserveRow(
    kind: CountedRow,
    householdId: HouseholdId,
    by: MemberId | null = this.actorIn(householdId),
  ): Promise<MemberId | null> {
    if (this.#isClosed) throw diskFull();
    if (by !== null && by === this.actorIn(householdId)) await this.reserveForAccount({ [kind]: 1 });
    return by;
  }

  /**
   * Like `reserveRow`, for rows that the caller can do without: if they would exceed the limit of the account, or the
   * disk is full, it reserves nothing and returns false instead of throwing. Otherwise it returns true. `count` may
   * be an upper bound of the rows that will be inserted.
   */
  async tryReserve(kind: CountedRow, householdId: HouseholdId, count: number): Promise<boolean> {
    if (this.#isClosed) return false;
    const actor = this.#actor;
    if (actor === null || actor.householdId !== householdId) return true;
    const more = { ...NO_ACCOUNT_USAGE, [kind]: count };
    const created = await this.#readCreated(more);
    if (created === null) return true;
    const isFree = findExceededLimit(ACCOUNT_LIMITS, created, more) === null;
    if (isFree) await this.reserveForAccount({ [kind]: count });
    return isFree;
  }

  /** Returns the acting member if they act in this household, null otherwise. */
  actorIn(householdId: HouseholdId): MemberId | null {
    return this.#actor?.householdId === householdId ? this.#actor.memberId : null;
  }

  /**
   * Returns the rows that the acting member created in the household where the member acts. Only these rows count for
   * the member's account.
   */
  listOwnRows<Row extends Created>(rows: readonly Row[]): readonly Row[] {
    const actor = this.#actor;
    if (actor === null) return [];
    return rows.filter(
      ({ householdId, createdBy }) => createdBy === actor.memberId && householdId === actor.householdId,
    );
  }

  /**
   * Reserves quota for `growth`. `own` is the growth by rows that the acting member created.
   *
   * @throws LIMIT_REACHED with the name of the limit that a household or the account would exceed.
   * @throws UNAVAILABLE if the disk is full.
   */
  async reserve(growth: UsageByHousehold, own: UsageByHousehold = NONE): Promise<void> {
    for (const [id, more] of growth) {
      if (this.#isClosed && grows(more)) throw diskFull();
      const held = await this.#heldBy(id);
      const limit = findExceededLimit(HOUSEHOLD_LIMITS, held, more);
      if (limit !== null) throw householdLimitReached(limit);
      this.#held.set(id, addAmounts(held, more));
      this.#source.noteHousehold(id, addAmounts(held, more));
    }
    await this.reserveForAccount(totalOf(own));
  }

  /** Reserves quota in the account of the acting member only. Throws the errors of `reserve`. */
  async reserveForAccount(growth: Partial<AccountUsage>): Promise<void> {
    const more = { ...NO_ACCOUNT_USAGE, ...growth };
    if (this.#isClosed && grows(more)) throw diskFull();
    if (this.#actor === null || (this.#created === undefined && !grows(more))) return;
    const created = await this.#readCreated(more);
    if (created === null) return;
    const limit = findExceededLimit(ACCOUNT_LIMITS, created, more);
    if (limit !== null) throw accountLimitReached(limit);
    this.#created = addAmounts(created, more);
    this.#source.noteAccount(this.#actor, this.#created);
  }

  /**
   * Like `reserve`, for rows that are already written. Some growth is known only after the write, because the write
   * returns the former content.
   */
  async recordWritten(growth: UsageByHousehold, own: UsageByHousehold = NONE): Promise<void> {
    const written = totalOf(own);
    if (grows(written)) await this.#readCreated(written, written);
    for (const [id, more] of growth) {
      if (!this.#held.has(id)) {
        if (!grows(more)) continue;
        const { held, isRemembered } = await this.#source.readHousehold(id);
        this.#held.set(id, isRemembered ? held : subtractUsage(held, more));
      }
      await this.reserve(new Map([[id, more]]));
    }
    await this.reserveForAccount(written);
  }

  /** Returns the households that would exceed a limit with `growth`. */
  async listFullHouseholds(growth: UsageByHousehold): Promise<ReadonlySet<HouseholdId>> {
    const full = new Set<HouseholdId>();
    for (const [id, more] of growth)
      if (grows(more) && findExceededLimit(HOUSEHOLD_LIMITS, await this.#heldBy(id), more) !== null)
        full.add(id);
    return full;
  }

  async #heldBy(id: HouseholdId): Promise<HouseholdUsage> {
    const held = this.#held.get(id) ?? (await this.#source.readHousehold(id)).held;
    this.#held.set(id, held);
    return held;
  }

  /**
   * Returns the usage of the acting member's account. If it is read from the database now, it contains `written`, the
   * rows that this transaction has already written. They are subtracted, because the caller adds them itself.
   */
  async #readCreated(
    growth: AccountUsage,
    written: AccountUsage = NO_ACCOUNT_USAGE,
  ): Promise<AccountUsage | null> {
    const known = this.#created;
    if (this.#actor === null || known === null) return null;
    if (known !== undefined && (this.#isLocked || isFarBelowAccountLimits(known, growth))) return known;
    const found = await this.#source.readAccount(this.#actor, this.#actor.at, growth);
    this.#created = found && (found.isRemembered ? found.held : subtractUsage(found.held, written));
    this.#isLocked = found !== null && !isFarBelowAccountLimits(found.held, growth);
    return this.#created;
  }
}

const NONE: UsageByHousehold = new Map();

function totalOf(growth: UsageByHousehold): AccountUsage {
  return [...growth.values()].reduce(
    (sum: AccountUsage, more) => addAmounts(sum, { ...NO_ACCOUNT_USAGE, ...more }),
    NO_ACCOUNT_USAGE,
  );
}

/**
 * Throws LIMIT_REACHED if the user is in the maximum number of households. Parallel requests are counted
 * separately, so a few of them may exceed the limit.
 */
export async function requireHouseholdQuota(
  households: Pick<HouseholdReader, 'countOf'>,
  userId: UserId,
): Promise<void> {
  if ((await households.countOf(userId)) >= HOUSEHOLDS_LIMIT)
    throw limitReached('households', `An account may belong to at most ${HOUSEHOLDS_LIMIT} households`);
}

const grows = (more: Readonly<Record<string, number>>) => Object.values(more).some((count) => count > 0);

function householdLimitReached(limit: keyof HouseholdUsage): ApplicationError {
  return limitReached(limit, `A household may have at most ${describeLimit(limit, HOUSEHOLD_LIMITS[limit])}`);
}

/** A limit of an account has the name of the household's limit with the prefix `account`, such as `accountOpenSeries`. */
function accountLimitReached(limit: keyof AccountUsage): ApplicationError {
  const most = describeLimit(limit, ACCOUNT_LIMITS[limit]);
  return limitReached(
    `account${limit[0]?.toUpperCase()}${limit.slice(1)}`,
    `An account may create at most ${most} in all its households together`,
  );
}
