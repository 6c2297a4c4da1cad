import { useEffect, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { api, value, type Dto } from '../../api/client.ts';
import { ApiError } from '../../api/errors.ts';
import { changeMember } from '../../data/people.ts';
import { dropToken, takeToken } from '../../data/link-token.ts';
import { askMeta, mayRegister } from '../../data/meta.ts';
import { readLimit } from '../../data/outbox-rules.ts';
import { me, reloadMe } from '../../data/session.ts';
import { t } from '../../i18n/t.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { COLOURS, nameColour } from '../../ui/colours.ts';
import { Failure } from '../../ui/empty.tsx';
import { explain } from '../../ui/explain.ts';
import { Face } from '../../ui/face.tsx';
import { FormProblem, Narrow } from '../../ui/narrow.tsx';
import { useTitle } from '../../ui/page.tsx';
import styles from './join.module.css';

/** The page of an invitation link: shows the household, then lets the user join it. */
export function Join() {
  const { route } = useLocation();
  const [token] = useState(takeToken);
  const [invitation, setInvitation] = useState<Dto['InvitationPreviewDto'] | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const [joined, setJoined] = useState<Dto['HouseholdDto'] | null>(null);
  useTitle(t('join.title'));
  useEffect(() => {
    // The element that had the focus was removed together with the invitation, so the title gets the focus.
    if (joined !== null) document.querySelector('h1')?.focus();
  }, [joined]);
  const load = () => {
    if (token === null) return;
    setError(null);
    value(api.POST('/v1/invitations/preview', { body: { token } })).then(setInvitation, setError);
  };
  useEffect(load, [token]);
  useEffect(() => void askMeta(), []);
  const accept = async () => {
    if (token === null || isBusy) return;
    setBusy(true);
    try {
      const household = await value(api.POST('/v1/invitations/accept', { body: { token } }));
      dropToken('/join');
      await reloadMe();
      setJoined(household);
    } catch (refused) {
      setError(refused);
    } finally {
      setBusy(false);
    }
  };
  if (joined !== null)
    return <Colour household={joined} onDone={() => route(`/households/${joined.id}/today`, true)} />;
  const over = token === null ? t('join.invalid') : explainEnd(error);
  if (over !== null)
    return (
      <Narrow title={t('join.title')} text={over}>
        <ButtonLink look="main" href="/">
          {t('gone.continue')}
        </ButtonLink>
      </Narrow>
    );
  if (invitation === null && error !== null)
    return (
      <Narrow title={t('join.title')}>
        <Failure error={error} onRetry={load} />
      </Narrow>
    );
  return (
    <Narrow
      title={
        invitation === null
          ? t('join.title')
          : t('join.invited', { by: invitation.invitedBy, household: invitation.householdName })
      }
      text={
        invitation === null
          ? undefined
          : invitation.forMember === null
            ? t('join.people', { count: invitation.memberCount })
            : t('join.as', { name: invitation.forMember.displayName })
      }
    >
      {error !== null && <FormProblem>{explain(error)}</FormProblem>}
      {invitation !== null &&
        (me.value === null ? (
          <>
            {mayRegister(true) && (
              <ButtonLink look="main" href="/register?next=/join">
                {t('join.register')}
              </ButtonLink>
            )}
            <ButtonLink href="/sign-in?next=/join">{t('join.signIn')}</ButtonLink>
          </>
        ) : (
          <Button look="main" wide busy={isBusy} onClick={() => void accept()}>
            {t('join.accept', { name: me.value.user.displayName })}
          </Button>
        ))}
    </Narrow>
  );
}

/**
 * Lets a new member choose their colour. If they do not choose one, they keep the colour that the service
 * assigned.
 */
function Colour({ household, onDone }: { household: Dto['HouseholdDto']; onDone: () => void }) {
  const self = household.memberId;
  const others = (household.members ?? []).filter(({ id, leftAt }) => id !== self && leftAt === null);
  const own = household.members?.find(({ id }) => id === self);
  const [color, choose] = useState(own?.color ?? COLOURS[0]);
  const [error, setError] = useState<unknown>(null);
  const free = COLOURS.filter((each) => others.every((other) => other.color !== each));
  const save = () => {
    if (color === own?.color) onDone();
    else changeMember(household.id, self, { color }).then(onDone, setError);
  };
  return (
    <Narrow title={t('join.colour')} text={t('join.colourText')}>
      <fieldset class={styles.colours}>
        <legend class="unseen">{t('join.colour')}</legend>
        {[...new Set([own?.color ?? COLOURS[0], ...free])].map((each) => (
          <label key={each}>
            <input
              type="radio"
              name="colour"
              checked={each === color}
              onChange={() => choose(each)}
              aria-label={t(nameColour(each))}
            />
            <Face of={{ displayName: own?.displayName ?? '', color: each }} size={40} named={false} />
          </label>
        ))}
      </fieldset>
      {error !== null && <FormProblem>{explain(error)}</FormProblem>}
      <Button look="main" wide onClick={save}>
        {t('welcome.next')}
      </Button>
    </Narrow>
  );
}

/** Returns why an invitation cannot be used. null if it can be, or if the error is a different one. */
function explainEnd(error: unknown): string | null {
  if (!(error instanceof ApiError)) return null;
  switch (error.code) {
    case 'TOKEN_INVALID':
      return t('join.invalid');
    // The service does not say whether the invitation has expired, was used up or was revoked. The user needs
    // a new one in each case.
    case 'INVITATION_EXPIRED':
      return t('join.expired');
    case 'NOT_FOUND':
      return t('join.forAnother');
    case 'LIMIT_REACHED':
      return readLimit(error.details) === 'members' ? t('join.full') : explain(error);
    default:
      return null;
  }
}
