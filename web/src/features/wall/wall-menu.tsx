import { useState } from 'preact/hooks';
import Maximize from 'lucide/dist/esm/icons/maximize.mjs';
import RotateCw from 'lucide/dist/esm/icons/rotate-cw.mjs';
import { LANGUAGES, language, setLanguage, t, type Language } from '../../i18n/t.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { DialogActions } from '../../ui/dialog-actions.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { CheckField, Field, SelectField } from '../../ui/field.tsx';
import { theme, setTheme, type Theme } from '../../ui/theme.ts';
import { useLeaving } from './choose-member.tsx';
import { night, setNight } from './night.ts';
import settings from '../../ui/settings.module.css';
import { reloadIfReachable } from '../../ui/reload.ts';

const THEMES = ['system', 'light', 'dark'] as const satisfies readonly Theme[];

/** The settings of this tablet. All other settings are on pages that need an account. */
export function WallMenu({ leave, onClose }: { leave: string | null; onClose: () => void }) {
  const [hours, setHours] = useState(night.value ?? { from: '22:00', to: '06:00' });
  useLeaving(onClose);
  const set = (change: Partial<typeof hours>) => {
    const next = { ...hours, ...change };
    setHours(next);
    if (next.from !== '' && next.to !== '') setNight(next);
  };
  const isDimmed = night.value !== null;
  return (
    <Dialog title={t('wall.menu')} onClose={onClose}>
      <div class={settings.form}>
        <CheckField
          label={t('wall.dim')}
          hint={t('wall.dimHint')}
          checked={isDimmed}
          onCheck={(is) => setNight(is ? hours : null)}
        />
        {isDimmed && (
          <div class={settings.times}>
            <Field
              type="time"
              label={t('wall.dimFrom')}
              value={hours.from}
              onValue={(from) => set({ from })}
            />
            <Field type="time" label={t('wall.dimTo')} value={hours.to} onValue={(to) => set({ to })} />
          </div>
        )}
        <div class={settings.pair}>
          <SelectField
            label={t('theme.label')}
            value={theme.value}
            onValue={(value) => setTheme(value as Theme)}
          >
            {THEMES.map((each) => (
              <option key={each} value={each} selected={each === theme.value}>
                {t(`theme.${each}`)}
              </option>
            ))}
          </SelectField>
          <SelectField
            label={t('account.language')}
            value={language.value}
            onValue={(value) => void setLanguage(value as Language)}
          >
            {(Object.keys(LANGUAGES) as Language[]).map((each) => (
              <option key={each} value={each} lang={each} selected={each === language.value}>
                {LANGUAGES[each]}
              </option>
            ))}
          </SelectField>
        </div>
        <div class={settings.buttons}>
          {document.fullscreenEnabled && (
            <Button icon={Maximize} onClick={() => void toggleFullScreen().catch(() => undefined)}>
              {t('wall.fullScreen')}
            </Button>
          )}
          <Button icon={RotateCw} onClick={() => void reloadIfReachable()}>
            {t('error.reload')}
          </Button>
        </div>
        {leave === null && <p class={settings.small}>{t('wall.end')}</p>}
      </div>
      <DialogActions onCancel={onClose} cancel={t('dialog.close')}>
        {leave !== null && <ButtonLink href={leave}>{t('wall.leave')}</ButtonLink>}
      </DialogActions>
    </Dialog>
  );
}

const toggleFullScreen = (): Promise<void> =>
  document.fullscreenElement === null
    ? document.documentElement.requestFullscreen()
    : document.exitFullscreen();
