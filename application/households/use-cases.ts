import { createCategory } from './create-category.js';
import { deleteCategory } from './delete-category.js';
import { editCategory } from './edit-category.js';
import { listCategories } from './list-categories.js';
import { mailInvitation } from './mail-invitation.js';
import type { Ports } from '../use-case-ports.js';
import { acceptInvitation } from './accept-invitation.js';
import { createHousehold } from './create-household.js';
import { createInvitation } from './create-invitation.js';
import { deleteHousehold } from './delete-household.js';
import { editHousehold } from './edit-household.js';
import { editMember } from './edit-member.js';
import { listHouseholds } from './list-households.js';
import { listInvitations } from './list-invitations.js';
import { removeMember } from './remove-member.js';
import { revokeInvitation } from './revoke-invitation.js';
import { showHousehold } from './show-household.js';

/** Households, who belongs to them, and what they sort their tasks by. */
export function householdUseCases(ports: Ports) {
  return {
    createHousehold: createHousehold(ports),
    listHouseholds: listHouseholds(ports),
    showHousehold: showHousehold(ports),
    editHousehold: editHousehold(ports),
    deleteHousehold: deleteHousehold(ports),
    editMember: editMember(ports),
    removeMember: removeMember(ports),
    createInvitation: createInvitation(ports),
    listInvitations: listInvitations(ports),
    revokeInvitation: revokeInvitation(ports),
    acceptInvitation: acceptInvitation(ports),
    mailInvitation: mailInvitation(ports),

    listCategories: listCategories(ports),
    createCategory: createCategory(ports),
    editCategory: editCategory(ports),
    deleteCategory: deleteCategory(ports),
  };
}
