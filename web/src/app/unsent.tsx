import { signOut, unsentCount } from '../data/session.ts';
import { t } from '../i18n/t.ts';
import { Button } from '../ui/button.tsx';
import { DialogActions } from '../ui/dialog-actions.tsx';
import { Dialog } from '../ui/dialog.tsx';

/** Asks the user before signing out if actions or drafts would be lost. */
export function UnsentDialog() {
  const stay = () => (unsentCount.value = null);
  return (
    <Dialog title={t('unsent.title')} onClose={stay}>
      <p>{t('unsent.text', { count: unsentCount.value ?? 0 })}</p>
      <DialogActions onCancel={stay} cancel={t('unsent.stay')}>
        <Button look="danger" onClick={() => void signOut()}>
          {t('unsent.leave')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
