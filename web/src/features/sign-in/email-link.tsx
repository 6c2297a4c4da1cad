import { useState } from 'preact/hooks';
import { api, ok } from '../../api/client.ts';
import { ApiError } from '../../api/errors.ts';
import { dropToken, takeToken } from '../../data/link-token.ts';
import { me, reloadMe } from '../../data/session.ts';
import { t } from '../../i18n/t.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { explain } from '../../ui/explain.ts';
import { FormProblem, Narrow } from '../../ui/narrow.tsx';
import { useTitle } from '../../ui/page.tsx';

type Words = {
  readonly title: string;
  readonly text: string;
  readonly submit: string;
  readonly done: string;
  /** The text that is shown if the link can no longer be used. */
  readonly over: string;
};

/** The page of the link that verifies an e-mail address. The user has to be signed in. */
export function ConfirmEmail() {
  const words = {
    title: t('email.confirm'),
    text: t(me.value === null ? 'email.signInFirst' : 'email.confirmText'),
    submit: t('email.confirmSubmit'),
    done: t('email.confirmed'),
    over: t('email.linkExpired'),
  };
  const confirm = async (token: string) => {
    await ok(api.POST('/v1/me/email/prove', { body: { token } }));
    await reloadMe();
  };
  return <ByLink path="/confirm-email" words={words} needsSession send={confirm} />;
}

/**
 * The page of the link that refuses a change of the e-mail address. It is sent to the current address and
 * works without signing in.
 */
export function RefuseEmail() {
  const words = {
    title: t('email.refuse'),
    text: t('email.refuseText'),
    submit: t('email.refuseSubmit'),
    done: t('email.refused'),
    over: t('email.linkExpired'),
  };
  const refuse = (token: string) => ok(api.POST('/v1/auth/email/refuse', { body: { token } }));
  return <ByLink path="/refuse-email" words={words} send={refuse} />;
}

/** The page of the link that reverts a change of the e-mail address. It is sent to the previous address. */
export function RevertEmail() {
  const words = {
    title: t('email.revert'),
    text: t('email.revertText'),
    submit: t('email.revertSubmit'),
    done: t('email.reverted'),
    over: t('email.revertLinkExpired'),
  };
  const revert = (token: string) => ok(api.POST('/v1/auth/email/revert', { body: { token } }));
  return <ByLink path="/revert-email" words={words} leadsToNewPassword send={revert} />;
}

function ByLink({
  path,
  words,
  needsSession = false,
  leadsToNewPassword = false,
  send,
}: {
  path: string;
  words: Words;
  needsSession?: boolean;
  leadsToNewPassword?: boolean;
  send: (token: string) => Promise<unknown>;
}) {
  const [token] = useState(takeToken);
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const [isDone, setDone] = useState(false);
  useTitle(words.title);
  const submit = async () => {
    if (token === null || isBusy) return;
    setBusy(true);
    setError(null);
    try {
      await send(token);
      dropToken(path);
      setDone(true);
    } catch (refused) {
      setError(refused);
    }
    setBusy(false);
  };
  const code = error instanceof ApiError ? error.code : null;
  const isOver = token === null || code === 'TOKEN_INVALID';
  if (isDone || isOver)
    return (
      <Narrow title={words.title} text={isDone ? words.done : words.over}>
        <ButtonLink look="main" href={leadsToNewPassword ? '/forgot' : '/'}>
          {t(leadsToNewPassword ? 'email.newPassword' : 'gone.continue')}
        </ButtonLink>
      </Narrow>
    );
  return (
    <Narrow title={words.title} text={words.text}>
      {error !== null && (
        <FormProblem>{code === 'EMAIL_ALREADY_USED' ? t('register.emailTaken') : explain(error)}</FormProblem>
      )}
      {needsSession && me.value === null ? (
        <ButtonLink look="main" href={`/sign-in?next=${path}`}>
          {t('email.signIn')}
        </ButtonLink>
      ) : (
        <Button look="main" wide busy={isBusy} onClick={() => void submit()}>
          {words.submit}
        </Button>
      )}
    </Narrow>
  );
}
