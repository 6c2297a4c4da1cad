import { createCategory, deleteCategory, editCategory } from './categories.js';
import { listCategories, listHouseholds, listInvitations, showHousehold } from './queries.js';
import { mailInvitation } from './mail-invitation.js';
import type { Ports } from '../use-case-ports.js';
import { acceptInvitation } from './accept-invitation.js';
import { createHousehold } from './create-household.js';
import { createInvitation } from './create-invitation.js';
import { deleteHousehold } from './end-household.js';
import { editHousehold } from './edit-household.js';
import { editMember } from './edit-member.js';
import { removeMember } from './remove-member.js';
import { revokeInvitation } from './revoke-invitation.js';

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
