import { signOut, unsent } from '../data/session.ts';
import { t } from '../i18n/t.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';

/** Whoever signs out while something waits to be sent or decided is asked, since it goes with the rest. */
export function Unsent() {
  const stay = () => (unsent.value = null);
  return (
    <Dialog title={t('unsent.title')} onClose={stay}>
      <p>{t('unsent.text', { count: unsent.value ?? 0 })}</p>
      <DialogActions>
        <Button look="danger" onClick={() => void signOut()}>
          {t('unsent.leave')}
        </Button>
        <Button look="main" onClick={stay}>
          {t('unsent.stay')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
