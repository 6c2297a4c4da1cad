import lazy, { ErrorBoundary as Suspense } from 'preact-iso/lazy';
import { useState } from 'preact/hooks';
import { ApiError } from '../../api/errors.ts';
import { useHousehold, type Member } from '../../data/household.ts';
import { changeMember, createMember, removeMember, useMyself, type MemberEdit } from '../../data/people.ts';
import { isPerson } from '../../data/presence.ts';
import { memberIn } from '../../data/session.ts';
import { t } from '../../i18n/t.ts';
import { Ask } from '../../ui/ask.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { ColourField } from '../../ui/colour-field.tsx';
import { COLOURS } from '../../ui/colours.ts';
import { DialogActions, DialogMore } from '../../ui/dialog-actions.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Face } from '../../ui/face.tsx';
import { CheckField, Field, SelectField } from '../../ui/field.tsx';
import { Chip } from '../../ui/chip.tsx';
import { FormError, SaveButton } from '../../ui/save-button.tsx';
import { notify, useSaving } from '../../ui/saving.ts';
import { ClaimForm } from './invitations.tsx';
import { PassForm } from './member-pass.tsx';
import { PinForm } from './member-pin.tsx';
import styles from '../../ui/settings.module.css';

const StayPreview = lazy(() => import('./stay-preview.tsx').then((m) => m.StayPreview));

const GROUPS = ['ADULT', 'CHILD', 'PET', 'GUEST'] as const;
type Group = (typeof GROUPS)[number];

type Values = {
  displayName: string;
  color: string;
  role: Member['role'];
  group: Group;
  takesTurns: boolean;
  weight: number;
  managerIds: readonly string[];
  activeFrom: string | null;
  activeUntil: string | null;
};
const SHOWN = ['displayName', 'activeUntil', 'weight'];

/**
 * A form for a new member without an account: a child, a pet, a guest for some days, or an adult who does not
 * want an account.
 */
export function NewMemberForm({ onClose }: { onClose: () => void }) {
  const household = useHousehold();
  const mine = memberIn(household.id);
  const taken = household.members.value.map(({ color }) => color);
  const { error, fields, isBusy, run } = useSaving();
  const [values, setValues] = useState<Values>({
    displayName: '',
    color: COLOURS.find((each) => !taken.includes(each)) ?? COLOURS[0],
    role: 'MEMBER',
    group: 'CHILD',
    takesTurns: true,
    weight: 100,
    managerIds: mine === null ? [] : [mine],
    activeFrom: null,
    activeUntil: null,
  });
  const set = (change: Partial<Values>) => setValues({ ...values, ...change });
  const save = async () => {
    const { displayName, color, group, takesTurns, managerIds, activeFrom, activeUntil } = values;
    await createMember(household, {
      displayName: displayName.trim(),
      color,
      group,
      takesTurns,
      managerIds: [...managerIds],
      activeFrom,
      activeUntil,
    });
    notify(t('members.added', { name: displayName.trim() }), null);
    onClose();
  };
  return (
    <Dialog title={t('members.addTitle')} onClose={onClose}>
      <form
        class={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          void run(save);
        }}
      >
        <p class={styles.small}>{t('members.addHint')}</p>
        <Field
          label={t('account.name')}
          required
          maxLength={80}
          autocomplete="off"
          value={values.displayName}
          onValue={(displayName) => set({ displayName })}
          error={fields.has('displayName') ? t('register.nameRefused') : undefined}
        />
        <GroupField
          groups={GROUPS}
          value={values.group}
          onValue={(group) => set({ group, takesTurns: group !== 'PET' })}
        />
        <Colour values={values} set={set} />
        <Turns values={values} set={set} />
        <Managers values={values} set={set} />
        <Stay values={values} set={set} isRefused={fields.has('activeUntil')} />
        <FormError error={error} fields={fields} shown={SHOWN} />
        <DialogActions onCancel={onClose}>
          <SaveButton busy={isBusy} disabled={values.displayName.trim() === ''}>
            {t('members.addNow')}
          </SaveButton>
        </DialogActions>
      </form>
    </Dialog>
  );
}

/** A form to edit a member. Fields that only owners may change are hidden from others. */
export function MemberForm({ member, onClose }: { member: Member; onClose: () => void }) {
  const household = useHousehold();
  const { isOwner, self } = useMyself();
  const isMine = member.id === self?.id;
  const { id, hasAccount, displayName: name } = member;
  const [begun] = useState(member);
  const [values, setValues] = useState<Values>(begun);
  const [part, show] = useState<'form' | 'claim' | 'pin' | 'pass' | 'remove'>('form');
  const { error, fields, isBusy, run } = useSaving();
  const set = (change: Partial<Values>) => setValues({ ...values, ...change });
  const isManager = !isMine && !hasAccount;
  // Only fields that differ from their values when the form was opened are sent, so that changes of others in
  // between are kept.
  const edit = Object.fromEntries(
    Object.entries(values).filter(
      ([field, value]) => JSON.stringify(begun[field as keyof Member]) !== JSON.stringify(value),
    ),
  ) as MemberEdit;
  const save = async () => {
    const emptied = values.displayName.trim() === '';
    const { undo } = await changeMember(household.id, id, {
      ...edit,
      ...(edit.displayName !== undefined && { displayName: emptied ? null : values.displayName.trim() }),
    });
    notify(t('account.saved'), undo);
    onClose();
  };
  if (part === 'claim') return <Claim member={member} onClose={onClose} />;
  const back = () => show('form');
  if (part === 'pin') return <PinForm member={member} onClose={onClose} onBack={back} />;
  if (part === 'pass') return <PassForm member={member} onClose={onClose} onBack={back} />;
  if (part === 'remove') return <Removal member={member} onClose={onClose} onBack={back} />;
  return (
    <Dialog title={isMine ? t('members.you', { name }) : name} onClose={onClose}>
      <form
        class={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          void run(save);
        }}
      >
        <Field
          label={t('account.name')}
          hint={hasAccount ? t('members.nameHint') : undefined}
          required={!hasAccount}
          maxLength={80}
          autocomplete="off"
          value={values.displayName}
          onValue={(displayName) => set({ displayName })}
          error={fields.has('displayName') ? t('register.nameRefused') : undefined}
        />
        <Colour values={values} set={set} />
        {isOwner && hasAccount && (
          <SelectField
            label={t('members.role')}
            hint={t('members.roleHint')}
            value={values.role}
            onValue={(role) => set({ role: role as Member['role'] })}
          >
            {(['OWNER', 'MEMBER'] as const).map((role) => (
              <option key={role} value={role} selected={role === values.role}>
                {t(`role.${role}`)}
              </option>
            ))}
          </SelectField>
        )}
        {(isOwner || isManager) && (
          <>
            <GroupField
              groups={hasAccount ? GROUPS.filter((group) => group !== 'PET') : GROUPS}
              value={values.group}
              onValue={(group) => set({ group })}
              error={fields.has('group') ? t('members.ownerIsAdult') : undefined}
            />
            <Turns values={values} set={set} />
          </>
        )}
        {isOwner && values.takesTurns && (
          <Field
            label={t('members.weight')}
            hint={t('members.weightHint')}
            type="number"
            min={0}
            max={100}
            required
            value={values.weight}
            onValue={(weight) => set({ weight: Number(weight) })}
            error={fields.has('weight') ? t('error.invalid') : undefined}
          />
        )}
        {(isOwner || isManager) && (
          <>
            {!hasAccount && <Managers values={values} set={set} />}
            <Stay values={values} set={set} isRefused={fields.has('activeUntil')} />
            {(edit.activeFrom !== undefined || edit.activeUntil !== undefined) && (
              <Suspense>
                <StayPreview
                  memberId={id}
                  stay={{ activeFrom: values.activeFrom, activeUntil: values.activeUntil }}
                />
              </Suspense>
            )}
          </>
        )}
        {error !== null && explainMember(error) !== null ? (
          <p role="alert" class={styles.problem}>
            {explainMember(error)}
          </p>
        ) : (
          <FormError error={error} fields={fields} shown={[...SHOWN, 'group']} />
        )}
        <DialogMore>
          <ButtonLink href={`/households/${household.id}/away`}>{t('members.away')}</ButtonLink>
          {isPerson(member) && <Button onClick={() => show('pin')}>{t('members.pin')}</Button>}
          {!hasAccount && isPerson(member) && (
            <>
              <Button onClick={() => show('pass')}>{t('members.pass')}</Button>
              <Button onClick={() => show('claim')}>{t('members.claim')}</Button>
            </>
          )}
          {isOwner && !isMine && (
            <Button look="danger" onClick={() => show('remove')}>
              {t('members.remove')}
            </Button>
          )}
        </DialogMore>
        <DialogActions onCancel={onClose}>
          <SaveButton busy={isBusy} disabled={Object.keys(edit).length === 0} />
        </DialogActions>
      </form>
    </Dialog>
  );
}

/** Returns the explanation of a refused edit that does not concern a single field, or null if there is none. */
function explainMember(error: unknown): string | null {
  const code = error instanceof ApiError ? error.code : null;
  if (code === 'LAST_OWNER') return t('household.lastOwner');
  if (code === 'INVALID_STATE') return t('members.inRotation');
  return null;
}

type Part = { values: Values; set: (change: Partial<Values>) => void };

function Colour({ values, set }: Part) {
  return (
    <ColourField
      label={t('members.color')}
      value={values.color}
      onValue={(color) => set({ color })}
      draw={(color) => <Face of={{ displayName: values.displayName, color }} size={36} named={false} />}
    />
  );
}

function GroupField({
  groups,
  value,
  onValue,
  error,
}: {
  groups: readonly Group[];
  value: Group;
  onValue: (group: Group) => void;
  error?: string | undefined;
}) {
  return (
    <SelectField
      label={t('members.group')}
      hint={t(`group.${value}.may`)}
      value={value}
      onValue={(group) => onValue(group as Group)}
      error={error}
    >
      {groups.map((group) => (
        <option key={group} value={group} selected={group === value}>
          {t(`group.${group}`)}
        </option>
      ))}
    </SelectField>
  );
}

function Turns({ values, set }: Part) {
  return (
    <CheckField
      label={t('members.takesTurns')}
      hint={t('members.takesTurnsHint')}
      checked={values.takesTurns}
      onCheck={(takesTurns) => set({ takesTurns })}
    />
  );
}

/** A choice of the managers, who receive the member's notifications and decide for them. */
function Managers({ values: { managerIds }, set }: Part) {
  const household = useHousehold();
  return (
    <fieldset class={styles.choice}>
      <legend>{t('members.managers')}</legend>
      {household.members.value
        .filter(({ hasAccount }) => hasAccount)
        .map((each) => {
          const isChosen = managerIds.includes(each.id);
          return (
            <Chip
              key={each.id}
              pressed={isChosen}
              onPress={() =>
                set({
                  managerIds: isChosen
                    ? managerIds.filter((one) => one !== each.id)
                    : [...managerIds, each.id],
                })
              }
            >
              <Face of={each} size={24} named={false} />
              <bdi>{each.displayName}</bdi>
            </Chip>
          );
        })}
      <p class={styles.small}>{t('members.managersHint')}</p>
    </fieldset>
  );
}

/** The first and the last day of a member in the household. */
function Stay({ values: { activeFrom, activeUntil }, set, isRefused }: Part & { isRefused: boolean }) {
  const orNull = (value: string) => (value === '' ? null : value);
  return (
    <div>
      <div class={styles.pair}>
        <Field
          type="date"
          label={t('members.firstDay')}
          value={activeFrom ?? ''}
          onValue={(day) => set({ activeFrom: orNull(day) })}
        />
        <Field
          type="date"
          label={t('members.lastDay')}
          value={activeUntil ?? ''}
          min={activeFrom ?? undefined}
          onValue={(day) => set({ activeUntil: orNull(day) })}
          error={isRefused ? t('members.lastDayRefused') : undefined}
        />
      </div>
      <p class={styles.small}>{t('members.stayHint')}</p>
    </div>
  );
}

function Claim({ member: { id, displayName: name }, onClose }: { member: Member; onClose: () => void }) {
  return (
    <Dialog title={t('members.claimTitle', { name })} onClose={onClose}>
      <p class={styles.small}>{t('members.claimHint', { name })}</p>
      <ClaimForm memberId={id} />
    </Dialog>
  );
}

function Removal({
  member: { id, displayName: name, hasAccount },
  onClose,
  onBack,
}: {
  member: Member;
  onClose: () => void;
  onBack: () => void;
}) {
  const household = useHousehold();
  const remove = async () => {
    await removeMember(household, id);
    notify(t('members.removed', { name }), null);
  };
  return (
    <Ask
      title={t('members.removeTitle', { name })}
      action={t('members.remove')}
      onDo={remove}
      onBack={onBack}
      onClose={onClose}
    >
      <p>{t('members.removeHint', { name })}</p>
      {hasAccount && <p>{t('members.removeAccount', { name })}</p>}
    </Ask>
  );
}
