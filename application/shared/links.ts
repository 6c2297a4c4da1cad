/**
 * The page of the web client that sets a new password. The token is in the fragment, which browsers never send,
 * so it appears in no log and in no Referer header.
 */
export const resetPasswordLink = (webBaseUrl: string, token: string): string =>
  `${webBaseUrl}/reset-password#token=${token}`;

/** The page that confirms an e-mail address. The token is in the fragment. */
export const proveEmailLink = (webBaseUrl: string, token: string): string =>
  `${webBaseUrl}/confirm-email#token=${token}`;
export const refuseEmailLink = (webBaseUrl: string, token: string): string =>
  `${webBaseUrl}/refuse-email#token=${token}`;
export const revertEmailLink = (webBaseUrl: string, token: string): string =>
  `${webBaseUrl}/revert-email#token=${token}`;

/** Returns the address of the page with the account's ways to sign in. */
export const securityLink = (webBaseUrl: string): string => `${webBaseUrl}/account/security`;

/** The page that accepts an invitation. The token is in the fragment. */
export const joinLink = (webBaseUrl: string, token: string): string => `${webBaseUrl}/join#token=${token}`;

/**
 * The guest link. The token is in the fragment. A person who opens the link sees the household as a display of
 * one guest.
 */
export const passLink = (webBaseUrl: string, token: string): string => `${webBaseUrl}/pass#token=${token}`;

export const occurrenceLink = (webBaseUrl: string, householdId: string, occurrenceId: string): string =>
  `${webBaseUrl}/households/${householdId}/occurrences/${occurrenceId}`;

export const todayLink = (webBaseUrl: string, householdId: string): string =>
  `${webBaseUrl}/households/${householdId}`;
