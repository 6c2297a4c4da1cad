import { useState } from 'preact/hooks';
import lazy, { ErrorBoundary as Suspense } from 'preact-iso/lazy';
import { refusedFields } from '../../api/errors.ts';
import { changeProfile } from '../../data/account.ts';
import { areKeysOn, setKeysOn } from '../../ui/keys.ts';
import { me } from '../../data/session.ts';
import { LANGUAGES, language, setLanguage, t, type Language } from '../../i18n/t.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { explain } from '../../ui/explain.ts';
import { Field } from '../../ui/field.tsx';
import { HelpWithLink } from '../../ui/help.tsx';
import { theme, setTheme } from '../../ui/theme.ts';
import { toast } from '../../ui/toast.tsx';
import styles from '../../ui/settings.module.css';
import { Switch } from '../../ui/switch.tsx';

const ZoneOptions = lazy(() => import('../../ui/zone-options.tsx').then((m) => m.ZoneOptions));

/** Settings for name, language and time zone, and for the appearance and the keyboard shortcuts on this device. */
export function Profile() {
  const user = me.value?.user;
  const [name, setName] = useState(user?.displayName ?? '');
  const [zone, setZone] = useState(user?.timeZone ?? 'UTC');
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  if (user === undefined) return null;
  const refused = refusedFields(error);
  const isChanged = name.trim() !== user.displayName || zone !== user.timeZone;
  const save = async () => {
    setBusy(true);
    setError(null);
    try {
      await changeProfile({ displayName: name, timeZone: zone });
      toast(t('account.saved'));
    } catch (problem) {
      setError(problem);
    }
    setBusy(false);
  };
  const choose = (locale: Language) => {
    void setLanguage(locale);
    changeProfile({ locale }).catch((problem: unknown) => toast(explain(problem)));
  };
  return (
    <>
      <form
        class={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <Field
          label={t('account.name')}
          value={name}
          onValue={setName}
          autoComplete="name"
          maxLength={80}
          required
          error={refused.has('displayName') ? t('register.nameRefused') : undefined}
        />
        <div class={styles.fixed}>
          <Field label={t('account.email')} value={user.email} readOnly type="email" />
          <HelpWithLink to={{ href: '/account/security', text: t('sections.security') }}>
            {(section) => t('account.emailHint', { section })}
          </HelpWithLink>
        </div>
        <Field
          label={t('account.zone')}
          value={zone}
          onValue={setZone}
          list="zones"
          error={refused.has('timeZone') ? t('account.zoneUnknown') : undefined}
        />
        <datalist id="zones">
          <Suspense>
            <ZoneOptions />
          </Suspense>
        </datalist>
        {error !== null && refused.size === 0 && (
          <p role="alert" class={styles.problem}>
            {explain(error)}
          </p>
        )}
        <div class={styles.buttons}>
          <Button type="submit" look="main" busy={isBusy} disabled={!isChanged}>
            {t('account.save')}
          </Button>
        </div>
      </form>
      <fieldset class={styles.choice}>
        <legend>{t('account.language')}</legend>
        {(Object.keys(LANGUAGES) as Language[]).map((each) => (
          <Chip key={each} pressed={language.value === each} onPress={() => choose(each)}>
            <span lang={each}>{LANGUAGES[each]}</span>
          </Chip>
        ))}
      </fieldset>
      <fieldset class={styles.choice}>
        <legend>{t('account.theme')}</legend>
        {(['system', 'light', 'dark'] as const).map((each) => (
          <Chip key={each} pressed={theme.value === each} onPress={() => setTheme(each)}>
            {t(`theme.${each}`)}
          </Chip>
        ))}
      </fieldset>
      <Switch
        label={t('account.keys')}
        hint={t('account.keysHint')}
        isOn={areKeysOn.value}
        onSwitch={setKeysOn}
      />
    </>
  );
}
