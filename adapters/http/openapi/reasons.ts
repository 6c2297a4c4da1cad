import type { ForbiddenReason, InvalidStateReason } from '../../../application/shared/errors.js';

/** The explanation of each `details.reason` of INVALID_STATE in the OpenAPI document. */
export const INVALID_STATE_MEANINGS: Readonly<Record<InvalidStateReason, string>> = {
  GOOGLE_REVOKED: 'Google no longer accepts the authorisation. Connect the calendar again.',
  CALENDAR_NOT_FOUND: 'The linked calendar was deleted or is no longer shared. Choose another one.',
  NO_WRITE_ACCESS: 'The account may no longer write to the linked calendar. Choose another one.',
  ALREADY_ANSWERED: 'The swap request was answered, or was declined automatically.',
  COMPLETED_DIFFERENTLY: 'A different completion is recorded. Send its `version` to correct it.',
  DATE_TAKEN: 'The series has another occurrence on the same date.',
  DAYS_FETCHED: 'The days of the day calendar are fetched from its address and cannot be edited.',
  DAYS_SET_BY_HAND: 'The days of the day calendar are entered by hand, so it has no address.',
  EMAIL_ALREADY_VERIFIED: 'The e-mail address is verified already.',
  FIRST_LIST: 'The first shopping list cannot be deleted.',
  HAS_ACCOUNT: 'The member has an account, and signs in instead of using a guest pass.',
  IN_ROTATION: 'A rotation names the member. `details.seriesId` is its series.',
  LINK_UNAVAILABLE: 'The link of the guest pass can no longer be shown. Create a new pass.',
  NEVER_UNDONE: 'The operation is not finished yet, is too large, or is of a kind that is never undone.',
  NOT_CLAIMABLE: 'The member has an account, has left or is a pet, so nobody can become this member.',
  OWN_TURN: 'The task was assigned to the caller without a claim, so it cannot be released.',
  PASS_NOT_STARTED: 'The guest pass is not valid before `details.firstDate`.',
  PET: 'The member is a pet and cannot have a guest pass.',
  ROTATION_OUTDATED: 'The rotation of the deleted series names a member who does not take turns.',
  SHOPPING_NAME_TAKEN:
    'The item `details.itemId` of the list has the same name, and the notes are too long to be merged.',
  SWAP_OUTDATED: 'One of the turns has changed since the swap was requested.',
  TASK_NOT_OPEN: 'The task is not open.',
  TURN_PASSED: 'The date of the turn has passed.',
  WRONG_STATUS: 'The status of the occurrence does not allow the request.',
};

/** The explanation of each `details.reason` of FORBIDDEN in the OpenAPI document. */
export const FORBIDDEN_MEANINGS: Readonly<Record<ForbiddenReason, string>> = {
  GROWN_UPS_ONLY: 'Children and guests may not do this, or only for themselves and for their own tasks.',
  NOBODY_CHOSEN: 'The display has to choose a member first, with `POST /v1/displays/act`.',
  NOT_ASKED: 'The caller may not answer the swap request.',
  NOT_ON_DISPLAYS: 'Displays may not do this.',
  NOT_THE_AUTHOR: 'Only the creator of the task may make it personal or share it.',
  NOT_YOUR_REQUEST: 'Another member made the swap request.',
  NOT_YOUR_TURN: 'The offered turn is not the turn of the caller.',
  OTHER_DISPLAY: 'The operation was not made on this display.',
  OTHER_PERSONS_LINK: 'The guest pass belongs to another guest.',
  OWNERS_ONLY: 'Only owners may do this.',
  OWNERS_OR_INVITER_ONLY:
    'Only the creator of the invitation, owners, and managers of the invited member may do this.',
  OWNERS_OR_MANAGERS_ONLY: 'Only owners may do this. Managers of the member may do a part of it.',
  READ_ONLY: 'The page of the operator is read-only.',
  REGISTRATION_CLOSED: 'Nobody may create an account, or only with an invitation.',
};
