import { leaveAllConnections } from '../calendar/connection/leave-connection.js';
import { mailIdentityLinked } from './mail-identity-linked.js';
import { mailPasswordReset } from './mail-password-reset.js';
import type { Ports } from '../use-case-ports.js';
import { changePassword } from './change-password.js';
import { describeMe } from './describe-me.js';
import { editProfile } from './edit-profile.js';
import { eraseAccount } from './erase-account.js';
import { exchangeMobileCode } from './exchange-mobile-code.js';
import { exportAccount } from './export-account.js';
import { finishGoogleSignIn } from './finish-google-sign-in.js';
import { listSessions } from './list-sessions.js';
import { purgeExpired } from './purge-expired.js';
import { refreshSession } from './refresh-session.js';
import { registerAccount } from './register-account.js';
import { requestPasswordReset } from './request-password-reset.js';
import { resetPassword } from './reset-password.js';
import { revokeSession } from './revoke-session.js';
import { signIn } from './sign-in.js';
import { signOutEverywhere } from './sign-out-everywhere.js';
import { signOut } from './sign-out.js';
import { startGoogleLink, startGoogleSignIn } from './start-google-flow.js';
import { unlinkGoogle } from './unlink-google.js';

/** Accounts, their sessions and the ways to sign in. */
export function accountUseCases(ports: Ports) {
  return {
    registerAccount: registerAccount(ports),
    signIn: signIn(ports),
    refreshSession: refreshSession(ports),
    signOut: signOut(ports),
    signOutEverywhere: signOutEverywhere(ports),
    describeMe: describeMe(ports),
    editProfile: editProfile(ports),
    exportAccount: exportAccount(ports),
    eraseAccount: eraseAccount({
      ...ports,
      beforeErasure: [(scope, userId) => leaveAllConnections(ports, scope, userId)],
    }),
    listSessions: listSessions(ports),
    revokeSession: revokeSession(ports),
    requestPasswordReset: requestPasswordReset(ports),
    resetPassword: resetPassword(ports),
    changePassword: changePassword(ports),
    mailPasswordReset: mailPasswordReset(ports),
    mailIdentityLinked: mailIdentityLinked(ports),
    purgeExpired: purgeExpired(ports),
    signInMethods: () => ({ password: true as const, google: ports.identityProvider !== null }),
    startGoogleSignIn: startGoogleSignIn(ports),
    startGoogleLink: startGoogleLink(ports),
    finishGoogleSignIn: finishGoogleSignIn(ports),
    exchangeMobileCode: exchangeMobileCode(ports),
    unlinkGoogle: unlinkGoogle(ports),
  };
}
