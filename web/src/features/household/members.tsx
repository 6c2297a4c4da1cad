import { useState } from 'preact/hooks';
import ChevronDown from 'lucide/dist/esm/icons/chevron-down.mjs';
import ChevronRight from 'lucide/dist/esm/icons/chevron-right.mjs';
import UserPlus from 'lucide/dist/esm/icons/user-plus.mjs';
import { useHousehold, type Member } from '../../data/household.ts';
import { compareCodeUnits } from '../../data/order.ts';
import { useMyself } from '../../data/people.ts';
import { findAbsence } from '../../data/presence.ts';
import { memberIn } from '../../data/session.ts';
import { civilDate, list, shortDate } from '../../i18n/formats.ts';
import { t, tag } from '../../i18n/t.ts';
import { describeUntil } from '../../ui/away-text.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Failure } from '../../ui/empty.tsx';
import { Face } from '../../ui/face.tsx';
import { Icon } from '../../ui/icon.tsx';
import { isOnline } from '../../ui/online.ts';
import { Rows, Section } from '../../ui/page.tsx';
import { RowsSkeleton } from '../../ui/skeleton.tsx';
import { MemberForm, NewMemberForm } from './member-form.tsx';
import styles from '../../ui/settings.module.css';

/** The current members, with or without an account. Former members are in a collapsed section. */
export function Members() {
  const household = useHousehold();
  const { isOwner, isAdult, speaksFor } = useMyself();
  const [open, setOpen] = useState<string | null>(null);
  const [isAdding, add] = useState(false);
  if (household.failure.value !== null)
    return <Failure error={household.failure.value} onRetry={() => void household.load()} />;
  if (!household.replica.isWhole.value) return <RowsSkeleton />;
  const member = open === null ? undefined : household.member(open);
  const former = [...household.replica.all('members').values()]
    .filter(({ leftAt }) => leftAt !== null)
    .sort((a, b) => compareCodeUnits(b.leftAt ?? '', a.leftAt ?? ''));
  return (
    <>
      <Rows label={t('members.title')}>
        {household.members.value.map((each) => (
          <li key={each.id}>
            {speaksFor(each) ? (
              <button type="button" class={`${styles.line} ${styles.press}`} onClick={() => setOpen(each.id)}>
                <Line member={each} />
                <Icon of={ChevronRight} size={18} />
              </button>
            ) : (
              <div class={styles.line}>
                <Line member={each} />
              </div>
            )}
          </li>
        ))}
      </Rows>
      {!isOwner && <p class={styles.why}>{t(isAdult ? 'members.ownersOnly' : 'people.adultsOnly')}</p>}
      <div class={styles.buttons}>
        {isAdult && (
          <ButtonLink look="main" href={`/households/${household.id}/settings/invitations`}>
            {t('invitations.new')}
          </ButtonLink>
        )}
        {isOwner && (
          <Button icon={UserPlus} disabled={!isOnline.value} onClick={() => add(true)}>
            {t('members.add')}
          </Button>
        )}
      </div>
      {former.length > 0 && <Former members={former} />}
      {member !== undefined && member.leftAt === null && (
        <MemberForm key={member.id} member={member} onClose={() => setOpen(null)} />
      )}
      {isAdding && <NewMemberForm onClose={() => add(false)} />}
    </>
  );
}

function Line({ member }: { member: Member }) {
  const household = useHousehold();
  const today = household.today.value;
  const { id, displayName: name, role, group, hasAccount, joinedAt, managerIds } = member;
  const joined = civilDate(new Date(joinedAt), household.zone.value);
  const away = findAbsence(member, today);
  const managers = managerIds.flatMap((each) => household.member(each)?.displayName ?? []);
  const about = [
    away !== undefined && describeUntil(away, today),
    !hasAccount &&
      (managers.length === 0
        ? t('members.noAccount')
        : t('members.lookedAfter', { names: list(managers, tag.value) })),
    !member.takesTurns && t('members.noTurns'),
    describeStay(member, today) ?? t('members.since', { date: shortDate(joined, tag.value, today) }),
  ].filter((each) => each !== false);
  return (
    <>
      <Face of={member} size={34} named={false} />
      <span class={styles.grow}>
        <bdi>{id === memberIn(household.id) ? t('members.you', { name }) : name}</bdi>
        {role === 'OWNER' && <Badge>{t('members.owner')}</Badge>}
        {group !== 'ADULT' && <Badge>{t(`group.${group}`)}</Badge>}
        <span class={styles.small}>{about.join(' · ')}</span>
      </span>
    </>
  );
}

/** Returns the first and last day of a member's stay in words. null if it is not limited. */
function describeStay({ activeFrom, activeUntil }: Member, today: string): string | null {
  const date = (civil: string) => shortDate(civil, tag.value, today);
  if (activeFrom !== null && activeUntil !== null)
    return t('members.fromUntil', { from: date(activeFrom), until: date(activeUntil) });
  if (activeUntil !== null) return t('members.until', { date: date(activeUntil) });
  return activeFrom === null ? null : t('members.from', { date: date(activeFrom) });
}

function Former({ members }: { members: readonly Member[] }) {
  const household = useHousehold();
  const [isOpen, open] = useState(false);
  const count = members.length;
  return (
    <Section title={t('members.former')}>
      <button type="button" class={styles.fold} aria-expanded={isOpen} onClick={() => open(!isOpen)}>
        {isOpen ? t('members.hideFormer') : t('members.showFormer', { count })}
        <Icon of={ChevronDown} size={18} />
      </button>
      {isOpen && (
        <Rows label={t('members.former')}>
          {members.map((member) => (
            <li key={member.id} class={styles.line}>
              <Face of={member} size={34} named={false} />
              <span class={styles.grow}>
                <bdi>{member.displayName}</bdi>
                <span class={styles.small}>
                  {t('members.left', {
                    date: shortDate(
                      civilDate(new Date(member.leftAt ?? ''), household.zone.value),
                      tag.value,
                      household.today.value,
                    ),
                  })}
                </span>
              </span>
            </li>
          ))}
        </Rows>
      )}
    </Section>
  );
}
