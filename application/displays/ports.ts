import type { Display } from '../../domain/displays/display.js';
import type { Pin } from '../../domain/displays/pin.js';
import type { Pairing } from '../../domain/displays/pairing.js';
import type { Group, Household, Role } from '../../domain/households/household.js';
import type { DisplayId, HouseholdId, MemberId } from '../../domain/shared/ids.js';
import type { Instant } from '../../domain/shared/zone.js';

/** Who acts on a display. */
export type Actor = {
  readonly memberId: MemberId;
  readonly role: Role;
  readonly group: Group;
  /** When their PIN was set; null: they have none. */
  readonly pinSetAt: Instant | null;
};

/** A display with its household, and the active member who acts: whose pass it is, or who was chosen; null: nobody. */
export type OpenedDisplay = {
  readonly display: Display;
  readonly household: Household;
  readonly actor: Actor | null;
};

export interface DisplayReader {
  /** Oldest first. */
  list(householdId: HouseholdId): Promise<readonly Display[]>;
  /** null for an unknown token; whether it is live is not asked. `chosen` counts where it is nobody's pass. */
  open(tokenHash: string, chosen: MemberId | null): Promise<OpenedDisplay | null>;
  /** Those of them that exist. */
  findAll(keys: readonly Pick<Display, 'householdId' | 'id'>[]): Promise<readonly Display[]>;
}

export interface DisplayRepository extends DisplayReader {
  insert(display: Display): Promise<void>;
  /** Writes all fields; an unknown display changes nothing. */
  save(display: Display): Promise<void>;
  /** Locked until the transaction ends. null when there is none. */
  findForUpdate(householdId: HouseholdId, id: DisplayId): Promise<Display | null>;
  touch(householdId: HouseholdId, id: DisplayId, at: Instant): Promise<void>;
  /** With its pairing. false when there is no such display. */
  remove(householdId: HouseholdId, id: DisplayId): Promise<boolean>;
  /** The passes of a member; gives which went. */
  removePassesOf(householdId: HouseholdId, memberId: MemberId): Promise<readonly DisplayId[]>;
  /** Locked until the transaction ends. null: they have none. */
  findPinForUpdate(householdId: HouseholdId, memberId: MemberId): Promise<Pin | null>;
  /** In place of the one that the member has. */
  savePin(pin: Pin): Promise<void>;
  removePin(householdId: HouseholdId, memberId: MemberId): Promise<void>;
  insertPairing(pairing: Pairing): Promise<void>;
  /** Gives the pairing out, and to nobody again: of two at once one gets it. null for an unknown code. */
  takePairing(codeHash: string): Promise<Pairing | null>;
  /** Removes pairings that expired before then, and what has ended by itself, or was never paired in time. */
  purge(now: Instant): Promise<void>;
}
