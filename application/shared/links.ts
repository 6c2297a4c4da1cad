/**
 * Where the web client takes over. The token of a reset stands in the fragment, which no browser sends: it shows
 * up in no log of a server or proxy and in no Referer.
 */
export const resetPasswordLink = (webBaseUrl: string, token: string): string =>
  `${webBaseUrl}/reset-password#token=${token}`;

/** As that of a reset, in the fragment: proves an address, refuses another one. */
export const proveEmailLink = (webBaseUrl: string, token: string): string =>
  `${webBaseUrl}/confirm-email#token=${token}`;
export const refuseEmailLink = (webBaseUrl: string, token: string): string =>
  `${webBaseUrl}/refuse-email#token=${token}`;
export const revertEmailLink = (webBaseUrl: string, token: string): string =>
  `${webBaseUrl}/revert-email#token=${token}`;

/** Where an account's ways to sign in are seen and changed. */
export const securityLink = (webBaseUrl: string): string => `${webBaseUrl}/account/security`;

/** As that of a reset, in the fragment. */
export const joinLink = (webBaseUrl: string, token: string): string => `${webBaseUrl}/join#token=${token}`;

/** As that of a reset, in the fragment: whoever opens it shows the household as a display of one person. */
export const passLink = (webBaseUrl: string, token: string): string => `${webBaseUrl}/pass#token=${token}`;

export const occurrenceLink = (webBaseUrl: string, householdId: string, occurrenceId: string): string =>
  `${webBaseUrl}/households/${householdId}/occurrences/${occurrenceId}`;

export const todayLink = (webBaseUrl: string, householdId: string): string =>
  `${webBaseUrl}/households/${householdId}`;
