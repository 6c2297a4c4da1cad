import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { useHousehold } from '../../data/household.ts';
import { useLoaded } from '../../data/use-loaded.ts';
import {
  invite,
  inviteAs,
  listInvitations,
  revokeInvitation,
  useMyself,
  type Invitation,
} from '../../data/people.ts';
import { civilDate, shortDate } from '../../i18n/formats.ts';
import { t, tag } from '../../i18n/t.ts';
import { Breakable } from '../../ui/breakable.tsx';
import { Button } from '../../ui/button.tsx';
import { Empty, Failure } from '../../ui/empty.tsx';
import { explain } from '../../ui/explain.ts';
import { Field, SelectField } from '../../ui/field.tsx';
import { HelpWithLink } from '../../ui/help.tsx';
import { LinkToShare } from '../../ui/link-to-share.tsx';
import { isOnline } from '../../ui/online.ts';
import { Rows, Section } from '../../ui/page.tsx';
import { FormError, SaveButton } from '../../ui/save-button.tsx';
import { useSaving } from '../../ui/saving.ts';
import { RowsSkeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.tsx';
import styles from '../../ui/settings.module.css';

const MOST_USES = 50;
const LIVES = [1, 7, 30] as const;

/** The open invitations, and a form for a new one. */
export function Invitations() {
  const household = useHousehold();
  const { self } = useMyself();
  const mayInvite = self === undefined || self.group === 'ADULT';
  const {
    data: open,
    error,
    reload,
    set,
  } = useLoaded<readonly Invitation[]>(
    async () => (mayInvite ? (await listInvitations(household.id)).filter(isOpen) : []),
    [household.id, mayInvite],
  );
  if (!mayInvite) return <Empty>{t('people.adultsOnly')}</Empty>;
  const revoke = async (invitation: Invitation) => {
    set((open ?? []).filter(({ id }) => id !== invitation.id));
    try {
      await revokeInvitation(household.id, invitation.id);
      toast(t('invitations.revoked'));
    } catch (problem) {
      toast(explain(problem));
      reload();
    }
  };
  return (
    <>
      <HelpWithLink to={{ href: `/households/${household.id}/settings/members`, text: t('members.title') }}>
        {(section) => t('invitations.what', { section })}
      </HelpWithLink>
      <NewInvitation onMade={reload} />
      <Section title={t('invitations.open')}>
        {error !== null ? (
          <Failure error={error} onRetry={reload} />
        ) : open === null ? (
          <RowsSkeleton rows={2} />
        ) : open.length === 0 ? (
          <Empty>{t('invitations.none')}</Empty>
        ) : (
          <Rows>
            {open.map((invitation) => {
              const until = civilDate(new Date(invitation.expiresAt), household.zone.value);
              const whose = invitation.memberId === null ? undefined : household.member(invitation.memberId);
              const name =
                whose === undefined
                  ? (invitation.email ?? t('invitations.link'))
                  : t('invitations.for', { name: whose.displayName });
              return (
                <li key={invitation.id} class={styles.line}>
                  <span class={styles.grow}>
                    <bdi>{name}</bdi>
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
                    disabled={!isOnline.value}
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
  const [uses, setUses] = useState('1');
  return (
    <InvitationForm
      make={(input) => invite(household.id, { ...input, maxUses: Number(uses) })}
      onMade={onMade}
    >
      <Field
        label={t('invitations.uses')}
        type="number"
        min={1}
        max={MOST_USES}
        required
        value={uses}
        onValue={setUses}
      />
    </InvitationForm>
  );
}

/**
 * A form for an invitation by which an account is connected to a member without one. The member keeps their
 * turns, colour and history.
 */
export function ClaimForm({ memberId }: { memberId: string }) {
  const household = useHousehold();
  return <InvitationForm make={(input) => inviteAs(household, memberId, input)} />;
}

type Input = { expiresInDays: number; email?: string };

function InvitationForm({
  make,
  onMade,
  children,
}: {
  make: (input: Input) => Promise<Invitation>;
  onMade?: () => void;
  children?: ComponentChildren;
}) {
  const [email, setEmail] = useState('');
  const [days, setDays] = useState<number>(7);
  const [made, setMade] = useState<Invitation | null>(null);
  const { error, fields, isBusy, run } = useSaving();
  const create = async () => {
    const address = email.trim();
    setMade(await make({ expiresInDays: days, ...(address !== '' && { email: address }) }));
    setEmail('');
    onMade?.();
  };
  return (
    <>
      <form
        class={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          void run(create);
        }}
      >
        <Field
          label={t('invitations.email')}
          hint={t('invitations.emailHint')}
          type="email"
          autoComplete="off"
          value={email}
          onValue={setEmail}
          error={fields.has('email') ? t('register.emailRefused') : undefined}
        />
        <div class={styles.pair}>
          {children}
          <SelectField
            label={t('invitations.days')}
            value={String(days)}
            onValue={(value) => setDays(Number(value))}
          >
            {LIVES.map((each) => (
              <option key={each} value={each} selected={each === days}>
                {t('invitations.daysOf', { count: each })}
              </option>
            ))}
          </SelectField>
        </div>
        <FormError error={error} fields={fields} shown={['email']} />
        <div class={styles.buttons}>
          <SaveButton busy={isBusy}>{t('invitations.create')}</SaveButton>
        </div>
      </form>
      {made !== null && <CreatedInvitation invitation={made} />}
    </>
  );
}

/** Shows the link of a new invitation. It is shown only once, because the service stores only its hash. */
function CreatedInvitation({ invitation: { token, email, mailed } }: { invitation: Invitation }) {
  return (
    <div class={styles.made} role="status">
      {email !== null && (
        <p>
          {mailed === true ? (
            <Breakable text={t('invitations.mailed', { email })} />
          ) : (
            t('invitations.notMailed')
          )}
        </p>
      )}
      <LinkToShare
        url={`${location.origin}/join#token=${token ?? ''}`}
        label={t('invite.link')}
        code={t('link.code')}
      />
    </div>
  );
}
