import { INVITATION_DAYS, INVITATION_USES } from '../../../domain/households/invitation.js';
import { Absent, Nullable } from '../schema/presence.js';
import { Email, Text } from '../schema/text.js';
import { WholeNumber } from '../schema/values.js';

export class CreateInvitationInput {
  @Nullable() @Email() email?: string | null;
  @Absent() @WholeNumber(INVITATION_DAYS) expiresInDays?: number;
  @Absent() @WholeNumber(INVITATION_USES) maxUses?: number;
}

export class AcceptInvitationInput {
  @Text({ max: 500 }) token!: string;
}
