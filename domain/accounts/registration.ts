import { isOpen, type Invitation } from '../households/invitation.js';
import { isSameEmail } from './email.js';
import type { Instant } from '../shared/zone.js';

/** Who makes an account of their own here: whoever likes, who holds an invitation to a household, nobody. */
export const REGISTRATION_MODES = ['open', 'invited', 'closed'] as const;
export type RegistrationMode = (typeof REGISTRATION_MODES)[number];

/**
 * Whether the holder of the invitation may register with that address: as many as may join by it, so that a link which
 * nobody accepts is no open door.
 */
export function letsRegister(invitation: Invitation, email: string, now: Instant): boolean {
  if (invitation.email !== null && !isSameEmail(invitation.email, email)) return false;
  return isOpen(invitation, now) && invitation.registrations < invitation.maxUses;
}
