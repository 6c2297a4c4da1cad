import {
  ACCOUNT_LIMITS,
  HOUSEHOLD_LIMITS,
  HOUSEHOLDS_LIMIT,
  isFarBelowAccountLimits,
  subtractUsage,
  NO_ACCOUNT_USAGE,
  findExceededAccountLimit,
  findExceededLimit,
  addUsage,
  type AccountUsage,
  type CountedRow,
  type HouseholdUsage,
  type UsageByHousehold,
} from '../../domain/limits/limits.js';
import type { HouseholdId, MemberId, UserId } from '../../domain/shared/ids.js';
import type { Instant } from '../../domain/shared/zone.js';
import { diskFull } from '../shared/disk-full.js';
import { ApplicationError } from '../shared/errors.js';
import type { HouseholdReader, MemberKey } from './ports.js';

/** `isRemembered`: the count is from before this transaction, so it does not contain what the transaction has written. */
export type CountedUsage<Amounts> = { readonly held: Amounts; readonly isRemembered: boolean };

/** Where a {@link QuotaGuard} reads what is there, and notes what it has taken. */
export type UsageSource = {
  readHousehold(id: HouseholdId): Promise<CountedUsage<HouseholdUsage>>;
  noteHousehold(id: HouseholdId, held: HouseholdUsage): void;
  /**
   * What the member's account has created in all its households. null means that it needs no check: the member has no
   * account, or the account has so few households that their ceilings keep it below its own. Pauses that are over at
   * `at`, and invitations that nobody can accept any more, do not count.
   *
   * If the account is near its ceiling for something that grows, the source locks the account until the transaction
   * ends, so that two transactions cannot both take the last place.
   */
  readAccount(of: MemberKey, at: Instant, growth: AccountUsage): Promise<CountedUsage<AccountUsage> | null>;
  noteAccount(of: MemberKey, created: AccountUsage): void;
};

type Created = { readonly householdId: HouseholdId; readonly createdBy: MemberId };

/**
 * How much more the transaction may write. Repositories take room before they create rows, so that nothing of a refused
 * request is written. For rows that a change makes longer they take it after the write.
 *
 * There are two kinds of ceilings:
 * - Of a household. Transactions at the same time do not see each other, so a household may pass a ceiling by what its
 *   few requests at work write.
 * - Of an account, for what it creates in all its households. They apply to the member on whose behalf the transaction
 *   runs, and only to rows that this member created: nobody is refused, or learns anything, because of what another
 *   member keeps elsewhere.
 */
export class QuotaGuard {
  readonly #source: UsageSource;
  readonly #held = new Map<HouseholdId, HouseholdUsage>();
  #isClosed = false;
  #actor: (MemberKey & { readonly at: Instant }) | null = null;
  /** undefined means that it was not read yet, null that the account needs no check. */
  #created: AccountUsage | null | undefined;
  /** Whether the source has locked the account, so that `#created` is exact until the transaction ends. */
  #isLocked = false;

  constructor(source: UsageSource) {
    this.#source = source;
  }

  /**
   * Names the member on whose behalf the transaction runs, and when. Without one, only the ceilings of households apply.
   */
  setActor({ householdId, memberId }: MemberKey, at: Instant): void {
    this.#actor = { householdId, memberId, at };
  }

  /** Refuses all growth from now on: the disk is full. */
  refuseGrowth(): void {
    this.#isClosed = true;
  }

  /** Refuses a creation that no ceiling counts, such as an account or a household, if the disk is full. */
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
   * Takes room for one row that is about to be inserted. `by` is the member who created it, by default the acting member.
   * Returns that member, whose account the row counts for as long as it is there; null if nobody acts.
   *
   * @throws LIMIT_REACHED with the name of the limit if the account has no room for it.
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
   * As `takeRow`, for rows that are left out if there is no room for them: returns false then. `count` may be too large.
   */
  async tryReserve(kind: CountedRow, householdId: HouseholdId, count: number): Promise<boolean> {
    if (this.#isClosed) return false;
    const actor = this.#actor;
    if (actor === null || actor.householdId !== householdId) return true;
    const more = { ...NO_ACCOUNT_USAGE, [kind]: count };
    const created = await this.#readCreated(more);
    if (created === null) return true;
    const isFree = findExceededAccountLimit(created, more) === null;
    if (isFree) await this.reserveForAccount({ [kind]: count });
    return isFree;
  }

  /** Returns the acting member if they act in this household, null otherwise. */
  actorIn(householdId: HouseholdId): MemberId | null {
    return this.#actor?.householdId === householdId ? this.#actor.memberId : null;
  }

  /** The rows that this member created: what counts for their account. */
  listOwnRows<Row extends Created>(rows: readonly Row[]): readonly Row[] {
    const actor = this.#actor;
    if (actor === null) return [];
    return rows.filter(
      ({ householdId, createdBy }) => createdBy === actor.memberId && householdId === actor.householdId,
    );
  }

  /**
   * Takes room for `growth`, of which `own` is what the acting member created.
   *
   * @throws LIMIT_REACHED with the name of the limit if a household or the account has no room for it.
   */
  async reserve(growth: UsageByHousehold, own: UsageByHousehold = NONE): Promise<void> {
    for (const [id, more] of growth) {
      if (this.#isClosed && grows(more)) throw diskFull();
      const held = await this.#heldBy(id);
      const limit = findExceededLimit(held, more);
      if (limit !== null) throw limitReached(limit);
      this.#held.set(id, addUsage(held, more));
      this.#source.noteHousehold(id, addUsage(held, more));
    }
    await this.reserveForAccount(totalOf(own));
  }

  /** Takes room in the account of the acting member alone. */
  async reserveForAccount(growth: Partial<AccountUsage>): Promise<void> {
    const more = { ...NO_ACCOUNT_USAGE, ...growth };
    if (this.#isClosed && grows(more)) throw diskFull();
    if (this.#actor === null || (this.#created === undefined && !grows(more))) return;
    const created = await this.#readCreated(more);
    if (created === null) return;
    const limit = findExceededAccountLimit(created, more);
    if (limit !== null) throw accountLimitReached(limit);
    this.#created = addUsage(created, more);
    this.#source.noteAccount(this.#actor, this.#created);
  }

  /** As `take`, for rows that are written already: only the write tells what was there before. */
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

  /** Returns the households that have no room for `growth`. */
  async listFullHouseholds(growth: UsageByHousehold): Promise<ReadonlySet<HouseholdId>> {
    const full = new Set<HouseholdId>();
    for (const [id, more] of growth)
      if (grows(more) && findExceededLimit(await this.#heldBy(id), more) !== null) full.add(id);
    return full;
  }

  async #heldBy(id: HouseholdId): Promise<HouseholdUsage> {
    const held = this.#held.get(id) ?? (await this.#source.readHousehold(id)).held;
    this.#held.set(id, held);
    return held;
  }

  /** Returns what the account has created without `written`, which this transaction has written already. */
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
    (sum: AccountUsage, more) => addUsage(sum, { ...NO_ACCOUNT_USAGE, ...more }),
    NO_ACCOUNT_USAGE,
  );
}

/**
 * LIMIT_REACHED where the user is in as many households as one may be. Of several who ask at once each counts for itself:
 * their few requests at work may pass the limit by as many.
 */
export async function requireHouseholdQuota(
  households: Pick<HouseholdReader, 'countOf'>,
  userId: UserId,
): Promise<void> {
  if ((await households.countOf(userId)) >= HOUSEHOLDS_LIMIT)
    throw new ApplicationError(
      'LIMIT_REACHED',
      `An account may belong to at most ${HOUSEHOLDS_LIMIT} households`,
      {
        limit: 'households',
      },
    );
}

const grows = (more: Readonly<Record<string, number>>) => Object.values(more).some((count) => count > 0);

function limitReached(limit: keyof HouseholdUsage): ApplicationError {
  return new ApplicationError(
    'LIMIT_REACHED',
    `A household may have at most ${HOUSEHOLD_LIMITS[limit]} (${limit})`,
    {
      limit,
    },
  );
}

/** The limit of an account is called as that of a household, with `account` before it: `accountOpenSeries`. */
function accountLimitReached(limit: keyof AccountUsage): ApplicationError {
  const name = `account${limit[0]?.toUpperCase()}${limit.slice(1)}`;
  return new ApplicationError(
    'LIMIT_REACHED',
    `An account may create at most ${ACCOUNT_LIMITS[limit]} in all its households (${name})`,
    { limit: name },
  );
}
