import { leaveAllConnections } from '../calendar/connection/leave-connection.js';
import { mailIdentityLinked, mailPasswordReset } from './mails.js';
import type { Ports } from '../use-case-ports.js';
import type { SessionAtHome } from './ports.js';
import { authenticate, authenticateIfSignedIn, authenticateMember, identify } from './authenticate.js';
import { changePassword } from './change-password.js';
import { describeMe, exportAccount, listSessions } from './queries.js';
import { editProfile } from './edit-profile.js';
import { eraseAccount } from './erase-account.js';
import { exchangeMobileCode } from './mobile-codes.js';
import { finishGoogleSignIn } from './finish-google-sign-in.js';
import { purgeExpired } from './purge-expired.js';
import { refreshSession } from './refresh-session.js';
import { registerAccount } from './register-account.js';
import { requestPasswordReset } from './request-password-reset.js';
import { resetPassword } from './reset-password.js';
import { revokeSession, signOutEverywhere, signOut } from './sign-out.js';
import { signIn } from './sign-in.js';
import { startGoogleLink, startGoogleSignIn } from './start-google-flow.js';
import { unlinkGoogle } from './unlink-google.js';

/** Accounts, their sessions and the ways to sign in. */
export function accountUseCases(ports: Ports) {
  return {
    identify: identify(ports),
    authenticate: authenticate(ports),
    authenticateMember: authenticateMember(ports),
    authenticateIfSignedIn: authenticateIfSignedIn(ports),
    areAdmitted: (asked: readonly SessionAtHome[]) => ports.access.areAdmitted(asked),
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
