import type { HouseholdId } from '../../../domain/shared/ids.js';
import { Absent } from '../schema/presence.js';
import { Flag, Id } from '../schema/values.js';

export class CreateFeedInput {
  @Id() householdId!: HouseholdId;
  /** Absent: false. */
  @Absent() @Flag() personal?: boolean;
}
