import type { HouseholdId } from '../../../domain/shared/ids.js';
import { Absent } from './decorators/presence.js';
import { Flag, Id } from './decorators/values.js';

export class CreateFeedInput {
  @Id() householdId!: HouseholdId;
  /** Absent: false. */
  @Absent() @Flag() personal?: boolean;
}
