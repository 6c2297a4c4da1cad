import type { Caller } from '../shared/caller.js';
import { endCredentials, type EndCredentialsDependencies } from './end-credentials.js';

/** Ends every credential of the caller, this session and those under way included. */
export function signOutEverywhere(dependencies: EndCredentialsDependencies) {
  return (caller: Caller): Promise<void> => endCredentials(dependencies, 'sessions_revoked', caller);
}
