import {
  CEILINGS,
  HOUSEHOLDS_LIMIT,
  minus,
  passedCeiling,
  plus,
  type Holdings,
  type HoldingsByHousehold,
} from '../../domain/households/ceilings.js';
import type { HouseholdId, UserId } from '../../domain/shared/ids.js';
import { ApplicationError } from '../shared/errors.js';
import type { HouseholdReader } from './ports.js';

/** `isRemembered`: from before this transaction, so that it does not count what it has written. */
export type ReadHoldings = (
  id: HouseholdId,
) => Promise<{ readonly held: Holdings; readonly isRemembered: boolean }>;

/**
 * How much more the households may hold that one transaction writes to. Repositories take room before they create
 * anything, so that what is refused was not written, and for what a change has let grow when it is written.
 * Transactions at once do not see each other: a household may pass a ceiling by what its few requests at work write.
 */
export class Room {
  readonly #read: ReadHoldings;
  readonly #note: (id: HouseholdId, held: Holdings) => void;
  readonly #held = new Map<HouseholdId, Holdings>();

  /** `note` hears what a household holds with what has been taken. */
  constructor(read: ReadHoldings, note: (id: HouseholdId, held: Holdings) => void = () => undefined) {
    this.#read = read;
    this.#note = note;
  }

  /** LIMIT_REACHED, with the name of the limit, where it is too much for any of them. */
  async take(growth: HoldingsByHousehold): Promise<void> {
    for (const [id, more] of growth) {
      const held = await this.#heldBy(id);
      const limit = passedCeiling(held, more);
      if (limit !== null) throw limitReached(limit);
      this.#held.set(id, plus(held, more));
      this.#note(id, plus(held, more));
    }
  }

  /** As `take`, for what is written already: only the write tells what was there before. */
  async takeWritten(growth: HoldingsByHousehold): Promise<void> {
    for (const [id, more] of growth) {
      if (!this.#held.has(id)) {
        if (!grows(more)) continue;
        const { held, isRemembered } = await this.#read(id);
        this.#held.set(id, isRemembered ? held : minus(held, more));
      }
      await this.take(new Map([[id, more]]));
    }
  }

  /** Which of them have no room for that. */
  async lacking(growth: HoldingsByHousehold): Promise<ReadonlySet<HouseholdId>> {
    const full = new Set<HouseholdId>();
    for (const [id, more] of growth)
      if (grows(more) && passedCeiling(await this.#heldBy(id), more) !== null) full.add(id);
    return full;
  }

  async #heldBy(id: HouseholdId): Promise<Holdings> {
    const held = this.#held.get(id) ?? (await this.#read(id)).held;
    this.#held.set(id, held);
    return held;
  }
}

/**
 * LIMIT_REACHED where the user is in as many households as one may be. Of several who ask at once each counts for itself:
 * their few requests at work may pass the limit by as many.
 */
export async function requireRoomForOneMore(
  households: Pick<HouseholdReader, 'countOf'>,
  userId: UserId,
): Promise<void> {
  if ((await households.countOf(userId)) >= HOUSEHOLDS_LIMIT)
    throw new ApplicationError('LIMIT_REACHED', `One may be in no more than ${HOUSEHOLDS_LIMIT} households`, {
      limit: 'households',
    });
}

const grows = (more: Holdings) => Object.values(more).some((count) => count > 0);

function limitReached(limit: keyof Holdings): ApplicationError {
  return new ApplicationError(
    'LIMIT_REACHED',
    `A household may hold no more than ${CEILINGS[limit]}: ${limit}`,
    {
      limit,
    },
  );
}
