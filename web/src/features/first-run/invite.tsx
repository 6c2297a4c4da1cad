import { useEffect, useState } from 'preact/hooks';
import Copy from 'lucide/dist/esm/icons/copy.mjs';
import Mail from 'lucide/dist/esm/icons/mail.mjs';
import Share2 from 'lucide/dist/esm/icons/share-2.mjs';
import type { Dto } from '../../api/client.ts';
import { ApiError, refusedFields } from '../../api/errors.ts';
import { invite } from '../../data/people.ts';
import { askMeta, meta } from '../../data/meta.ts';
import { t } from '../../i18n/t.ts';
import { Button } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy.ts';
import { Failure } from '../../ui/empty.tsx';
import { explain } from '../../ui/explain.ts';
import { Field } from '../../ui/field.tsx';
import { NarrowForm, FormProblem, Narrow } from '../../ui/narrow.tsx';
import { useTitle } from '../../ui/page.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import styles from './first-run.module.css';

const USES = 5;

/**
 * Shows an invitation link to copy, to share, or to scan as a QR code. If the service sends e-mails, a form sends
 * other invitations by e-mail.
 */
export function Invite({ household, onDone }: { household: string; onDone: () => void }) {
  const [invitation, setInvitation] = useState<Dto['InvitationDto'] | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [isCopied, setCopied] = useState(false);
  useTitle(t('invite.title'));
  const make = () => {
    setError(null);
    invite(household, { maxUses: USES }).then(setInvitation, setError);
  };
  useEffect(make, [household]);
  useEffect(() => void askMeta(), []);
  const url = invitation === null ? null : `${location.origin}/join#token=${invitation.token ?? ''}`;
  return (
    <Narrow title={t('invite.title')} text={t('invite.text', { count: USES })}>
      {error !== null && <Failure error={error} onRetry={make} />}
      {url !== null && (
        <>
          <Field
            label={t('invite.link')}
            readOnly
            value={url}
            onFocus={(event) => event.currentTarget.select()}
          />
          <div class={styles.buttons}>
            <Button
              icon={Copy}
              onClick={() => {
                void copyText(url).then(setCopied);
              }}
            >
              {isCopied ? t('link.copied') : t('link.copy')}
            </Button>
            {'share' in navigator && (
              <Button icon={Share2} onClick={() => void navigator.share({ url }).catch(() => undefined)}>
                {t('link.share')}
              </Button>
            )}
          </div>
          <div class={styles.code}>
            <QrCode of={url} label={t('link.code')} />
          </div>
        </>
      )}
      {meta.value?.features.mail === true && <ByMail household={household} />}
      <Button look="main" wide onClick={onDone}>
        {t('welcome.next')}
      </Button>
    </Narrow>
  );
}

/** A form that sends an invitation for one person by e-mail. */
function ByMail({ household }: { household: string }) {
  const [email, setEmail] = useState('');
  const [sentTo, setSentTo] = useState<readonly string[]>([]);
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const submit = async () => {
    const address = email.trim();
    if (isBusy) return;
    setBusy(true);
    setError(null);
    try {
      const { mailed } = await invite(household, { email: address, maxUses: 1 });
      if (!mailed) throw new ApiError('NOT_MAILED', t('invite.notMailed'));
      setSentTo([...sentTo, address]);
      setEmail('');
    } catch (refused) {
      setError(refused);
    }
    setBusy(false);
  };
  const isNoAddress = refusedFields(error).has('email');
  return (
    <NarrowForm onSubmit={() => void submit()}>
      <Field
        label={t('invite.email')}
        type="email"
        autocomplete="off"
        autocapitalize="none"
        missing={t('missing.email')}
        value={email}
        onValue={setEmail}
        error={isNoAddress ? t('register.emailRefused') : undefined}
      />
      {error !== null && !isNoAddress && <FormProblem>{explain(error)}</FormProblem>}
      <Button type="submit" icon={Mail} busy={isBusy}>
        {t('invite.mail')}
      </Button>
      <div role="status">
        {sentTo.map((address) => (
          <p key={address}>{t('invite.mailed', { email: address })}</p>
        ))}
      </div>
    </NarrowForm>
  );
}
