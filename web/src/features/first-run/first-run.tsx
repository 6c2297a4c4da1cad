import { useEffect, useRef, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { api, newId, value } from '../../api/client.ts';
import { useDraft } from '../../data/drafts.ts';
import { returnSentence } from '../../data/sentences.ts';
import { lastHousehold, requestSignOut, me, reloadMe } from '../../data/session.ts';
import { language, t } from '../../i18n/t.ts';
import { listZones, presentZone, zoneText } from '../../i18n/zones.ts';
import { Button } from '../../ui/button.tsx';
import { explain } from '../../ui/explain.ts';
import { Field, SelectField } from '../../ui/field.tsx';
import { NarrowForm, FormProblem, Narrow } from '../../ui/narrow.tsx';
import { useTitle } from '../../ui/page.tsx';
import { Invite } from './invite.tsx';
import { Starters } from './starters.tsx';

const DAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;
type Step = { readonly at: 'name' } | { readonly at: 'invite' | 'starters'; readonly household: string };

/**
 * The setup of a new household: its name, invitations and starters. All steps except the name can be skipped.
 */
export function FirstRun() {
  const { route } = useLocation();
  // The step is stored, because the household already exists after the first step when the page is reloaded.
  const [draft, setStep] = useDraft<Step>('welcome');
  const step = draft ?? { at: 'name' };
  const before = useRef(step.at);
  useEffect(() => {
    // The element that had the focus was removed together with the step before, so the title gets the focus.
    if (before.current !== step.at) document.querySelector('h1')?.focus();
    before.current = step.at;
  }, [step.at]);
  if (step.at === 'name') return <NameStep onDone={(household) => setStep({ at: 'invite', household })} />;
  if (step.at === 'invite')
    return <Invite household={step.household} onDone={() => setStep({ ...step, at: 'starters' })} />;
  const toToday = () => {
    setStep(null);
    returnSentence(t('welcome.example'));
    route(`/households/${step.household}/today`, true);
  };
  return <Starters household={step.household} onDone={toToday} />;
}

/** Returns the first day of the week in the browser's locale. */
function firstDay(): (typeof DAYS)[number] {
  const locale = new Intl.Locale(navigator.language) as Intl.Locale & {
    getWeekInfo?: () => { firstDay: number };
    weekInfo?: { firstDay: number };
  };
  const day = (locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 1;
  return DAYS[day - 1] ?? 'MO';
}

function NameStep({ onDone }: { onDone: (household: string) => void }) {
  const [typed, setName] = useDraft<string>('welcome.name');
  const name = typed ?? '';
  const [timeZone, setZone] = useState(presentZone(Intl.DateTimeFormat().resolvedOptions().timeZone));
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const [key] = useState(newId);
  useTitle(t('welcome.title'));
  const submit = async () => {
    if (isBusy) return;
    setError(null);
    setBusy(true);
    try {
      const household = await value(
        api.POST('/v1/households', {
          headers: { 'Idempotency-Key': key },
          body: { name: name.trim(), timeZone, locale: language.value, weekStartsOn: firstDay() },
        }),
      );
      await reloadMe();
      setName(null);
      onDone(household.id);
    } catch (refused) {
      setError(refused);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Narrow title={t('welcome.name')} text={t('welcome.nameText')} foot={<WayOut />}>
      <NarrowForm onSubmit={() => void submit()}>
        <Field
          label={t('welcome.nameLabel')}
          name="household"
          autocomplete="off"
          maxLength={80}
          missing={t('missing.home')}
          placeholder={t('welcome.namePlaceholder')}
          value={name}
          onValue={setName}
        />
        <SelectField label={t('welcome.zone')} value={timeZone} onValue={setZone}>
          {listZones(timeZone).map((zone) => (
            <option key={zone} value={zone}>
              {zoneText(zone)}
            </option>
          ))}
        </SelectField>
        {error !== null && <FormProblem>{explain(error)}</FormProblem>}
        <Button type="submit" look="main" wide busy={isBusy}>
          {t('welcome.create')}
        </Button>
      </NarrowForm>
    </Narrow>
  );
}

/** A link back to the user's last household. Users without a household can sign out instead. */
function WayOut() {
  const home = lastHousehold();
  const name = me.value?.households.find(({ id }) => id === home)?.name;
  return home === null ? (
    <button type="button" onClick={() => void requestSignOut()}>
      {t('shell.signOut')}
    </button>
  ) : (
    <a href={`/households/${home}/today`}>{t('welcome.back', { name: name ?? '' })}</a>
  );
}
