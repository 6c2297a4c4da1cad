import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { ApiError } from '../../api/errors.ts';
import { useHousehold } from '../../data/household.ts';
import { changeHousehold, deleteHousehold, type HouseholdEdit } from '../../data/household-settings.ts';
import { leaveHousehold, useMyself } from '../../data/people.ts';
import { list, number } from '../../i18n/formats.ts';
import { LANGUAGES, t, tag, type Language } from '../../i18n/t.ts';
import { presentZone, zoneText } from '../../i18n/zones.ts';
import { Ask } from '../../ui/ask.tsx';
import { Button } from '../../ui/button.tsx';
import { DialogActions } from '../../ui/dialog-actions.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Failure } from '../../ui/empty.tsx';
import { explain } from '../../ui/explain.ts';
import { ZoneOptions } from '../../ui/zone-options.tsx';
import { Field, SelectField } from '../../ui/field.tsx';
import { isOnline } from '../../ui/online.ts';
import { Section } from '../../ui/page.tsx';
import { FormError, SaveButton } from '../../ui/save-button.tsx';
import { notify, useSaving } from '../../ui/saving.ts';
import { Facts } from '../../ui/settings.tsx';
import { RowsSkeleton } from '../../ui/skeleton.tsx';
import styles from '../../ui/settings.module.css';

type Household = NonNullable<ReturnType<typeof useHousehold>['household']['value']>;

/** The weekdays, beginning with Monday. Their names are formatted from 1 January 2024, which was a Monday. */
const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;
const nameWeekday = (weekday: (typeof WEEKDAYS)[number]): string =>
  new Intl.DateTimeFormat(tag.value, { weekday: 'long', timeZone: 'UTC' }).format(
    Date.UTC(2024, 0, 1 + WEEKDAYS.indexOf(weekday)),
  );

/** General settings: name and formats of the household, its storage, leaving it, and deleting it. */
export function General() {
  const household = useHousehold();
  const shown = household.household.value;
  const { isOwner } = useMyself();
  if (household.failure.value !== null)
    return <Failure error={household.failure.value} onRetry={() => void household.load()} />;
  if (shown === null) return <RowsSkeleton />;
  return (
    <>
      {isOwner ? <Form key={household.id} household={shown} /> : <ReadOnly household={shown} />}
      <Storage of={shown.storage} />
      <Leaving household={shown} />
      {isOwner && <End household={shown} />}
    </>
  );
}

function ReadOnly({ household }: { household: Household }) {
  const owners = useHousehold()
    .members.value.filter(({ role }) => role === 'OWNER')
    .map(({ displayName }) => displayName);
  return (
    <>
      <p class={styles.why}>{t('household.readOnly', { owners: list(owners, tag.value) })}</p>
      <Facts
        of={[
          [t('household.nameLabel'), household.name],
          [t('account.zone'), zoneText(household.timeZone)],
          [t('household.language'), <span lang={household.locale}>{LANGUAGES[household.locale]}</span>],
          [t('household.weekStart'), nameWeekday(household.weekStartsOn)],
          [t('household.effort'), t('household.minutes', { count: household.defaultEffortMinutes })],
          [
            t('household.titleFormat'),
            household.calendarTitleFormat
              .replaceAll('{title}', t('household.titleFormatTask'))
              .replaceAll('{members}', t('household.titleFormatWho')),
          ],
        ]}
      />
    </>
  );
}

function Form({ household: shown }: { household: Household }) {
  const household = useHousehold();
  const [edit, setEdit] = useState<HouseholdEdit>({});
  const { error, fields, isBusy, run } = useSaving();
  const now = { ...shown, ...edit };
  const set = (change: HouseholdEdit) => setEdit({ ...edit, ...change });
  const change = Object.fromEntries(
    Object.entries(edit).filter(([field, value]) => shown[field as keyof Household] !== value),
  ) as HouseholdEdit;
  const save = async () => {
    const { undo } = await changeHousehold(household, change);
    setEdit({});
    notify(t('account.saved'), undo);
  };
  return (
    <form
      class={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void run(save);
      }}
    >
      <Field
        label={t('household.nameLabel')}
        required
        maxLength={80}
        value={now.name}
        onValue={(name) => set({ name })}
        error={fields.has('name') ? t('household.nameRefused') : undefined}
      />
      <Field
        label={t('account.zone')}
        hint={t('household.zoneHint')}
        required
        list="zones"
        value={presentZone(now.timeZone)}
        onValue={(timeZone) => set({ timeZone })}
        error={fields.has('timeZone') ? t('account.zoneUnknown') : undefined}
      />
      <datalist id="zones">
        <ZoneOptions />
      </datalist>
      <div class={styles.pair}>
        <SelectField
          label={t('household.weekStart')}
          value={now.weekStartsOn}
          onValue={(day) => set({ weekStartsOn: day as (typeof WEEKDAYS)[number] })}
        >
          {WEEKDAYS.map((day) => (
            <option key={day} value={day} selected={day === now.weekStartsOn}>
              {nameWeekday(day)}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={t('household.language')}
          value={now.locale}
          onValue={(locale) => set({ locale: locale as Language })}
        >
          {(Object.keys(LANGUAGES) as Language[]).map((each) => (
            <option key={each} value={each} lang={each} selected={each === now.locale}>
              {LANGUAGES[each]}
            </option>
          ))}
        </SelectField>
      </div>
      <p class={styles.small}>{t('household.languageHint')}</p>
      <Field
        label={t('household.effort')}
        hint={t('household.effortHint')}
        type="number"
        min={1}
        max={1440}
        required
        value={now.defaultEffortMinutes}
        onValue={(minutes) => set({ defaultEffortMinutes: Number(minutes) })}
        error={fields.has('defaultEffortMinutes') ? t('household.effortRefused') : undefined}
      />
      <Field
        label={t('household.titleFormat')}
        hint={t('household.titleFormatHint', { title: '{title}', members: '{members}' })}
        required
        maxLength={80}
        value={now.calendarTitleFormat}
        onValue={(calendarTitleFormat) => set({ calendarTitleFormat })}
        error={
          fields.has('calendarTitleFormat')
            ? t('household.titleFormatRefused', { title: '{title}' })
            : undefined
        }
      />
      <FormError
        error={error}
        fields={fields}
        shown={['name', 'timeZone', 'defaultEffortMinutes', 'calendarTitleFormat']}
      />
      <div class={styles.buttons}>
        <SaveButton busy={isBusy} disabled={Object.keys(change).length === 0} />
      </div>
    </form>
  );
}

const MEGABYTE = 1_048_576;

function Storage({ of: { usedBytes, limitBytes } }: { of: Household['storage'] }) {
  const share = Math.min(1, usedBytes / limitBytes);
  const inMegabytes = (bytes: number) => number(Math.ceil((bytes * 10) / MEGABYTE) / 10, tag.value);
  const words = t('household.storageUsed', { used: inMegabytes(usedBytes), limit: inMegabytes(limitBytes) });
  return (
    <Section title={t('household.storage')}>
      <p>{words}</p>
      <div class={styles.meter} aria-hidden="true">
        <span style={{ inlineSize: `${share * 100}%` }} />
      </div>
    </Section>
  );
}

function Leaving({ household: shown }: { household: Household }) {
  const household = useHousehold();
  const { route } = useLocation();
  const [isAsking, ask] = useState(false);
  const withAccount = household.members.value.filter(({ hasAccount }) => hasAccount);
  const isLast = withAccount.length === 1;
  const { isAdult } = useMyself();
  return (
    <Section title={t('household.leave')}>
      <p class={styles.small}>{t(isLast ? 'household.leaveLast' : 'household.leaveHint')}</p>
      {!isAdult && <p class={styles.why}>{t('people.adultsOnly')}</p>}
      <div class={styles.buttons}>
        <Button disabled={!isAdult || isLast || !isOnline.value} onClick={() => ask(true)}>
          {t('household.leave')}
        </Button>
      </div>
      {isAsking && (
        <Ask
          title={t('household.leaveAsk', { name: shown.name })}
          action={t('household.leave')}
          onDo={async () => {
            await leaveHousehold(household, shown.memberId);
            route('/', true);
          }}
          explainRefusal={(error) => (isLastOwner(error) ? t('household.lastOwner') : explain(error))}
          onClose={() => ask(false)}
        >
          <p>{t('household.leaveHint')}</p>
        </Ask>
      )}
    </Section>
  );
}

const isLastOwner = (error: unknown) => error instanceof ApiError && error.code === 'LAST_OWNER';

function End({ household: shown }: { household: Household }) {
  const household = useHousehold();
  const { route } = useLocation();
  const [isAsking, ask] = useState(false);
  const [typed, setTyped] = useState('');
  const { error, isBusy, run } = useSaving();
  return (
    <Section title={t('household.delete')}>
      <p class={styles.small}>{t('household.deleteHint')}</p>
      <div class={styles.buttons}>
        <Button look="danger" disabled={!isOnline.value} onClick={() => ask(true)}>
          {t('household.delete')}
        </Button>
      </div>
      {isAsking && (
        <Dialog title={t('household.deleteAsk', { name: shown.name })} onClose={() => ask(false)}>
          <form
            class={styles.form}
            onSubmit={(event) => {
              event.preventDefault();
              void run(async () => {
                await deleteHousehold(household);
                route('/', true);
              });
            }}
          >
            <p>{t('household.deleteHint')}</p>
            <Field
              label={t('household.deleteConfirm', { name: shown.name })}
              value={typed}
              onValue={setTyped}
              autocomplete="off"
            />
            {error !== null && (
              <p role="alert" class={styles.problem}>
                {explain(error)}
              </p>
            )}
            <DialogActions onCancel={() => ask(false)}>
              <SaveButton look="danger" busy={isBusy} disabled={typed.trim() !== shown.name}>
                {t('account.deleteNow')}
              </SaveButton>
            </DialogActions>
          </form>
        </Dialog>
      )}
    </Section>
  );
}
