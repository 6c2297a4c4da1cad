import { useState } from 'preact/hooks';
import { keepPersonalTasks } from '../../data/account.ts';
import { me } from '../../data/session.ts';
import { isShared } from '../../data/shared-device.ts';
import { keepsPersonalTasks } from '../../data/store.ts';
import { t } from '../../i18n/t.ts';
import { Switch } from '../../ui/switch.tsx';

/** The settings that decide which data this device stores. */
export function Privacy() {
  const [isOn, setOn] = useState(() => keepsPersonalTasks.of(me.value?.user.id ?? ''));
  if (isShared()) return <p>{t('account.keepPersonalShared')}</p>;
  return (
    <Switch
      label={t('account.keepPersonal')}
      hint={t('account.keepPersonalHint')}
      isOn={isOn}
      onSwitch={(next) => {
        setOn(next);
        void keepPersonalTasks(next);
      }}
    />
  );
}
