import { isOperationName, policyOf, type WhenFull } from './operations.js';

/**
 * Operations that concern an account, or nobody, by operationId: everything that may write. Operations of households have
 * their decision in OPERATION_POLICIES.
 */
const ACCOUNT_OPERATIONS: Readonly<Record<string, WhenFull>> = {
  reportClientError: 'allowed',
  createFeed: 'refused',
  revokeFeed: 'allowed',
  saveNotificationPreferences: 'allowed',
  registerDevice: 'refused',
  removeDevice: 'allowed',
  pairDisplay: 'allowed',
  createHousehold: 'refused',
  previewInvitation: 'allowed',
  acceptInvitation: 'refused',
  revokeSession: 'allowed',
  updateMe: 'allowed',
  deleteMe: 'allowed',
  linkGoogle: 'allowed',
  // A newcomer gets an account, for which there must be space; everybody else is signed in.
  finishGoogleSignIn: 'measured',
  exchangeMobileCode: 'allowed',
  unlinkGoogle: 'allowed',
  forgotPassword: 'allowed',
  resetPassword: 'allowed',
  changePassword: 'allowed',
  register: 'refused',
  login: 'allowed',
  refresh: 'allowed',
  logout: 'allowed',
  logoutAll: 'allowed',
  requestEmailChange: 'refused',
  proveEmail: 'allowed',
  refuseEmailChange: 'allowed',
  revertEmailChange: 'allowed',
  issueConnectTicket: 'refused',
  finishCalendarConnect: 'refused',
  disconnectCalendar: 'allowed',
};

/** Returns the decision about an operation, or null if none was made, as for operations that only read. */
export function decisionWhenFull(operationId: string): WhenFull | null {
  if (isOperationName(operationId)) return policyOf(operationId).whenFull ?? null;
  return ACCOUNT_OPERATIONS[operationId] ?? null;
}
