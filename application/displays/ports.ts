import type { Display } from '../../domain/displays/display.js';
import type { Pin } from '../../domain/displays/pin.js';
import type { Pairing } from '../../domain/displays/pairing.js';
import type { Group, Household, Role } from '../../domain/households/household.js';
import type { DisplayId, HouseholdId, MemberId } from '../../domain/shared/ids.js';
import type { Instant } from '../../domain/shared/zone.js';

/** The member who acts on a display. */
export type Actor = {
  readonly memberId: MemberId;
  readonly role: Role;
  readonly group: Group;
  /** The time when the member's PIN was set, or null if the member has no PIN. */
  readonly pinSetAt: Instant | null;
};

/**
 * A display with its household and the active member who acts: the guest of a guest link (pass), or the member who was
 * chosen on the display. `actor` is null if there is none.
 */
export type OpenedDisplay = {
  readonly display: Display;
  readonly household: Household;
  readonly actor: Actor | null;
};

/** Reads displays and guest links (passes). */
export interface DisplayReader {
  /** Lists the displays of the household, oldest first. */
  list(householdId: HouseholdId): Promise<readonly Display[]>;
  /**
   * Returns null for an unknown token. It does not check whether the display is live. `chosen` is ignored for a guest
   * link (pass), because its guest always acts.
   */
  open(tokenHash: string, chosen: MemberId | null): Promise<OpenedDisplay | null>;
  /** Returns those of the displays that exist, in no particular order. */
  findAll(keys: readonly Pick<Display, 'householdId' | 'id'>[]): Promise<readonly Display[]>;
}

export interface DisplayRepository extends DisplayReader {
  insert(display: Display): Promise<void>;
  /** Writes all fields. Does nothing if the display is unknown. */
  save(display: Display): Promise<void>;
  /** Locks the display until the transaction ends. Returns null if there is no such display. */
  findForUpdate(householdId: HouseholdId, id: DisplayId): Promise<Display | null>;
  touch(householdId: HouseholdId, id: DisplayId, at: Instant): Promise<void>;
  /** Deletes the display and its pairing. Returns false if there is no such display. */
  remove(householdId: HouseholdId, id: DisplayId): Promise<boolean>;
  /** Deletes the guest links (passes) of a member. Returns their ids. */
  removePassesOf(householdId: HouseholdId, memberId: MemberId): Promise<readonly DisplayId[]>;
  /** Locks the PIN until the transaction ends. Returns null if the member has no PIN. */
  findPinForUpdate(householdId: HouseholdId, memberId: MemberId): Promise<Pin | null>;
  /** Stores the PIN, and replaces an earlier PIN of the member. */
  savePin(pin: Pin): Promise<void>;
  removePin(householdId: HouseholdId, memberId: MemberId): Promise<void>;
  insertPairing(pairing: Pairing): Promise<void>;
  /**
   * Removes the pairing and returns it, so that only one of several parallel requests gets it. Returns null if the code
   * is unknown.
   */
  takePairing(codeHash: string): Promise<Pairing | null>;
  /** Deletes expired pairings, displays and guest links (passes), and displays that were not paired in time. */
  purge(now: Instant): Promise<void>;
}
