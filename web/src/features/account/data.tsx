import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import Download from 'lucide/dist/esm/icons/download.mjs';
import { ApiError } from '../../api/errors.ts';
import { deleteAccount, exportAll } from '../../data/account.ts';
import { me } from '../../data/session.ts';
import { t } from '../../i18n/t.ts';
import { Button } from '../../ui/button.tsx';
import { DialogActions } from '../../ui/dialog-actions.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { explain } from '../../ui/explain.ts';
import { Field, PasswordField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Section } from '../../ui/page.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { toast } from '../../ui/toast.tsx';
import styles from '../../ui/settings.module.css';

/** Settings page to download all data of the account, and to delete the account. */
export function Data() {
  const [isBusy, setBusy] = useState(false);
  const [isDeleting, setDeleting] = useState(false);
  const download = async () => {
    setBusy(true);
    try {
      saveFile(await exportAll(), 'household-planner.json');
    } catch (error) {
      toast(explain(error));
    }
    setBusy(false);
  };
  return (
    <>
      <Section title={t('account.export')}>
        <p class={styles.small}>{t('account.exportHint')}</p>
        <div class={styles.buttons}>
          <Button icon={Download} busy={isBusy} onClick={() => void download()}>
            {t('account.exportNow')}
          </Button>
        </div>
      </Section>
      <Section title={t('account.delete')}>
        <p class={styles.small}>{t('account.deleteHint')}</p>
        <div class={styles.buttons}>
          <Button look="danger" onClick={() => setDeleting(true)}>
            {t('account.delete')}
          </Button>
        </div>
      </Section>
      {isDeleting && <Deletion onClose={() => setDeleting(false)} />}
    </>
  );
}

function Deletion({ onClose }: { onClose: () => void }) {
  const { route } = useLocation();
  const user = me.value?.user;
  const [proof, setProof] = useState('');
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  if (user === undefined) return null;
  const code = error instanceof ApiError ? error.code : null;
  const problemText =
    code === 'INVALID_CREDENTIALS' || code === 'VALIDATION_FAILED'
      ? t('account.deleteWrong')
      : error === null
        ? undefined
        : explain(error);
  const remove = async () => {
    setBusy(true);
    setError(null);
    try {
      await deleteAccount(user.hasPassword ? { password: proof } : { confirm: proof });
      route('/sign-in', true);
    } catch (problem) {
      setError(problem);
      setBusy(false);
    }
  };
  return (
    <Dialog title={t('account.delete')} onClose={onClose}>
      <Form class={styles.form} onSubmit={() => void remove()}>
        <p>{t('account.deleteHint')}</p>
        {user.hasPassword ? (
          <PasswordField
            label={t('account.deletePassword')}
            value={proof}
            onValue={setProof}
            autoComplete="current-password"
            missing={t('missing.password')}
            error={problemText}
          />
        ) : (
          <Field
            label={t('account.deleteConfirm', { email: user.email })}
            value={proof}
            onValue={setProof}
            missing={t('missing.email')}
            error={problemText}
          />
        )}
        <DialogActions onCancel={onClose}>
          <Button type="submit" look="danger" busy={isBusy}>
            {t('account.deleteNow')}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
