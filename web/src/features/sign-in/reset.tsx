import { useEffect, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { api, ok } from '../../api/client.ts';
import { ApiError, refusedFields } from '../../api/errors.ts';
import { askMeta, meta } from '../../data/meta.ts';
import { dropToken, takeToken } from '../../data/link-token.ts';
import { t } from '../../i18n/t.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { explain } from '../../ui/explain.ts';
import { PasswordField } from '../../ui/field.tsx';
import { NarrowForm, FormProblem, Narrow } from '../../ui/narrow.tsx';
import { useTitle } from '../../ui/page.tsx';
import { toast } from '../../ui/toast.tsx';

/** Sets a new password with the token of a reset link. */
export function Reset() {
  const { route } = useLocation();
  const [token] = useState(takeToken);
  const [newPassword, setPassword] = useState('');
  const [error, setError] = useState<unknown>(null);
  useTitle(t('reset.title'));
  const isOver = token === null || (error instanceof ApiError && error.code === 'TOKEN_INVALID');
  const [isBusy, setBusy] = useState(false);
  useEffect(() => void askMeta(), []);
  const min = meta.value?.limits.passwordMin ?? 10;
  const submit = () => {
    if (token === null || isBusy) return;
    setBusy(true);
    setError(null);
    ok(api.POST('/v1/auth/password/reset', { body: { token, newPassword } }))
      .then(() => {
        dropToken('/reset-password');
        toast(t('reset.done'));
        route('/sign-in', true);
      }, setError)
      .finally(() => setBusy(false));
  };
  return (
    <Narrow title={t('reset.title')} text={isOver ? t('reset.expired') : t('reset.text')}>
      {isOver ? (
        <ButtonLink look="main" href="/forgot">
          {t('reset.newLink')}
        </ButtonLink>
      ) : (
        <NarrowForm onSubmit={submit}>
          <PasswordField
            label={t('reset.password')}
            name="password"
            autocomplete="new-password"
            missing={t('missing.newPassword')}
            value={newPassword}
            onValue={setPassword}
            hint={t('register.passwordHint', { count: min })}
            error={
              refusedFields(error).has('newPassword')
                ? t('register.passwordRefused', { count: min })
                : undefined
            }
          />
          {error !== null && !refusedFields(error).has('newPassword') && (
            <FormProblem>{explain(error)}</FormProblem>
          )}
          <Button type="submit" look="main" wide busy={isBusy}>
            {t('reset.submit')}
          </Button>
        </NarrowForm>
      )}
    </Narrow>
  );
}
