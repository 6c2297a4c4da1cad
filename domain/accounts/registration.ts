/**
 * The people who may register an account: everybody (`open`), people with an invitation to a household
 * (`invited`), or nobody (`closed`).
 */
export const REGISTRATION_MODES = ['open', 'invited', 'closed'] as const;
export type RegistrationMode = (typeof REGISTRATION_MODES)[number];
