import { useEffect, useState } from 'preact/hooks';
import Copy from 'lucide/dist/esm/icons/copy.mjs';
import Share2 from 'lucide/dist/esm/icons/share-2.mjs';
import { refusedFields } from '../../api/errors.ts';
import { invite, listInvitations, revokeInvitation, type Invitation } from '../../data/account.ts';
import { useHousehold } from '../../data/household.ts';
import { civilDate, shortDate } from '../../i18n/formats.ts';
import { t, tag } from '../../i18n/t.ts';
import { Button } from '../../ui/button.tsx';
import { Empty, Failure, explain } from '../../ui/empty.tsx';
import { Field } from '../../ui/field.tsx';
import { Rows, Section } from '../../ui/page.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { RowsSkeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.tsx';
import styles from './account.module.css';

const MOST_USES = 50;

/** Links by which others come in: a new one, and those that are open. */
export function Invitations() {
  const household = useHousehold();
  const [open, setOpen] = useState<readonly Invitation[] | null>(null);
  const [error, setError] = useState<unknown>(null);
  const load = () => {
    setError(null);
    listInvitations(household.id).then(
      (all) => setOpen(all.filter(isOpen)),
      (problem: unknown) => setError(problem),
    );
  };
  useEffect(load, [household.id]);
  const revoke = async (invitation: Invitation) => {
    setOpen((before) => (before ?? []).filter(({ id }) => id !== invitation.id));
    try {
      await revokeInvitation(household.id, invitation.id);
      toast(t('invitations.revoked'));
    } catch (problem) {
      toast(explain(problem));
      load();
    }
  };
  return (
    <>
      <NewInvitation onMade={load} />
      <Section title={t('invitations.open')}>
        {error !== null ? (
          <Failure error={error} onRetry={load} />
        ) : open === null ? (
          <RowsSkeleton rows={2} />
        ) : open.length === 0 ? (
          <Empty>{t('invitations.none')}</Empty>
        ) : (
          <Rows>
            {open.map((invitation) => {
              const until = civilDate(new Date(invitation.expiresAt), household.zone.value);
              const name = invitation.email ?? t('invitations.link');
              return (
                <li key={invitation.id} class={styles.line}>
                  <span class={styles.grow}>
                    {name}
                    <span class={styles.small}>
                      {t('invitations.line', {
                        uses: invitation.uses,
                        max: invitation.maxUses,
                        date: shortDate(until, tag.value, household.today.value),
                      })}
                    </span>
                  </span>
                  <Button
                    aria-label={t('invitations.revokeNamed', { name })}
                    onClick={() => void revoke(invitation)}
                  >
                    {t('invitations.revoke')}
                  </Button>
                </li>
              );
            })}
          </Rows>
        )}
      </Section>
    </>
  );
}

const isOpen = ({ revokedAt, uses, maxUses, expiresAt }: Invitation): boolean =>
  revokedAt === null && uses < maxUses && new Date(expiresAt) > new Date();

function NewInvitation({ onMade }: { onMade: () => void }) {
  const household = useHousehold();
  const [email, setEmail] = useState('');
  const [uses, setUses] = useState('1');
  const [made, setMade] = useState<Invitation | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const refused = refusedFields(error);
  const make = async () => {
    setBusy(true);
    setError(null);
    try {
      const address = email.trim();
      setMade(
        await invite(household.id, {
          maxUses: Number(uses),
          ...(address !== '' && { email: address }),
        }),
      );
      setEmail('');
      onMade();
    } catch (problem) {
      setError(problem);
    }
    setBusy(false);
  };
  return (
    <>
      <form
        class={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          void make();
        }}
      >
        <Field
          label={t('invitations.email')}
          hint={t('invitations.emailHint')}
          type="email"
          autoComplete="off"
          value={email}
          onValue={setEmail}
          error={refused.has('email') ? t('register.emailRefused') : undefined}
        />
        <Field
          label={t('invitations.uses')}
          type="number"
          min={1}
          max={MOST_USES}
          value={uses}
          onValue={setUses}
        />
        {error !== null && refused.size === 0 && (
          <p role="alert" class={styles.problem}>
            {explain(error)}
          </p>
        )}
        <div class={styles.buttons}>
          <Button type="submit" look="main" busy={isBusy}>
            {t('invitations.create')}
          </Button>
        </div>
      </form>
      {made !== null && <Made invitation={made} />}
    </>
  );
}

/** The link that was made: shown once, since only its hash is kept. */
function Made({ invitation: { token, email, mailed } }: { invitation: Invitation }) {
  const url = `${location.origin}/join#token=${token ?? ''}`;
  return (
    <div class={styles.made} role="status">
      {email !== null && (
        <p>{mailed === true ? t('invitations.mailed', { email }) : t('invitations.notMailed')}</p>
      )}
      <Field
        label={t('invite.link')}
        readOnly
        value={url}
        onFocus={(event) => event.currentTarget.select()}
      />
      <div class={styles.buttons}>
        <Button
          icon={Copy}
          onClick={() => void navigator.clipboard.writeText(url).then(() => toast(t('invite.copied')))}
        >
          {t('invite.copy')}
        </Button>
        {'share' in navigator && (
          <Button icon={Share2} onClick={() => void navigator.share({ url }).catch(() => undefined)}>
            {t('invite.share')}
          </Button>
        )}
      </div>
      <QrCode of={url} label={t('invite.code')} />
    </div>
  );
}
