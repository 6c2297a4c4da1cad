import { requestSignOut, type Me } from '../data/session.ts';
import { SignInForm } from '../features/sign-in/sign-in.tsx';
import { t } from '../i18n/t.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { usePauseInTyping } from './pause-in-typing.ts';

/**
 * Asks the user to sign in again after the session has ended, once they pause in typing. The page behind the dialog
 * does not change, and the user continues there after signing in.
 */
export function EndedSession({ of: { user } }: { of: Me }) {
  const mayInterrupt = usePauseInTyping();
  if (!mayInterrupt) return null;
  return (
    <Dialog title={t('signIn.sessionExpired')} closable={false} onClose={() => undefined}>
      <p>{t('signIn.sessionExpiredHint', { name: user.displayName })}</p>
      <SignInForm email={user.email} />
      <Button look="quiet" wide onClick={() => void requestSignOut()}>
        {t('signIn.somebodyElse')}
      </Button>
    </Dialog>
  );
}
