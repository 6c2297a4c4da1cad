import type { HouseholdId } from '../../../domain/shared/ids.js';
import { Id } from './decorators/values.js';

export class CreateFeedInput {
  @Id() householdId!: HouseholdId;
}
