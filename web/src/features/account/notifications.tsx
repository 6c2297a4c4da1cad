import { useEffect, useState } from 'preact/hooks';
import { loadPreferences, savePreferences, type Preferences } from '../../data/notification-preferences.ts';
import {
  disablePush,
  enablePush,
  pushState,
  showsTitles,
  showTitles,
  type PushState,
} from '../../data/push.ts';
import { me } from '../../data/session.ts';
import { t } from '../../i18n/t.ts';
import { Button } from '../../ui/button.tsx';
import { Failure } from '../../ui/empty.tsx';
import { explain } from '../../ui/explain.ts';
import { Field } from '../../ui/field.tsx';
import { Section } from '../../ui/page.tsx';
import { RowsSkeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.tsx';
import styles from '../../ui/settings.module.css';
import { Switch } from '../../ui/switch.tsx';

type Type = keyof Preferences['types'];
type Line = {
  readonly name: string;
  readonly types: readonly [Type, ...Type[]];
};

/** The lines of the settings table. The types in one line are switched together. */
const lines = (): readonly Line[] => [
  { name: t('notifications.kind.TASK_ASSIGNED'), types: ['TASK_ASSIGNED'] },
  { name: t('notifications.kind.TURN_BY_ABSENCE'), types: ['TURN_BY_ABSENCE'] },
  { name: t('notifications.kind.SERIES_HANDED_OVER'), types: ['SERIES_HANDED_OVER'] },
  { name: t('notifications.kind.TASK_REMINDER'), types: ['TASK_REMINDER'] },
  { name: t('notifications.kind.TASK_OVERDUE'), types: ['TASK_OVERDUE'] },
  { name: t('notifications.kind.TASK_ESCALATED'), types: ['TASK_ESCALATED'] },
  { name: t('notifications.kind.TASK_COMPLETED'), types: ['TASK_COMPLETED'] },
  { name: t('notifications.kind.changes'), types: ['TASK_MOVED', 'TASK_DELETED'] },
  { name: t('notifications.kind.handedOver'), types: ['TASK_HANDED_OVER', 'TASK_TAKEN_OVER'] },
  { name: t('notifications.kind.swaps'), types: ['TURN_SWAP_REQUESTED', 'TURN_SWAP_ANSWERED'] },
  {
    name: t('notifications.kind.members'),
    types: ['MEMBER_JOINED', 'MEMBER_LEFT', 'INVITATION_ACCEPTED', 'DISPLAY_LOCKED'],
  },
  {
    name: t('notifications.kind.calendar'),
    types: [
      'CALENDAR_RECONNECT',
      'CALENDAR_INVALID',
      'CALENDAR_BLOCKED',
      'CALENDAR_ERROR',
      'CALENDAR_PENDING',
      'DAY_CALENDAR_FAILED',
    ],
  },
];

const QUIET = { from: '22:00', to: '07:00' };

/**
 * Settings for notifications: pushes on this device, the types and channels, quiet hours, and the morning summary.
 * Each change takes effect immediately.
 */
export function NotificationSettings() {
  const [preferences, set] = useState<Preferences | null>(null);
  const [error, setError] = useState<unknown>(null);
  const load = () => {
    setError(null);
    loadPreferences().then(set, setError);
  };
  useEffect(load, []);
  if (error !== null) return <Failure error={error} onRetry={load} />;
  if (preferences === null) return <RowsSkeleton />;
  const change = (next: Preferences) => {
    set(next);
    savePreferences(next).catch((refused: unknown) => {
      load();
      toast(explain(refused));
    });
  };
  const { quietHours, morningTime, agenda } = preferences;
  return (
    <>
      <Push />
      <Matrix of={preferences} onChange={change} />
      <Section title={t('notifications.hours')}>
        <Switch
          label={t('notifications.quiet')}
          hint={t('notifications.quietHint')}
          isOn={quietHours !== null}
          onSwitch={(isOn) => change({ ...preferences, quietHours: isOn ? QUIET : null })}
        />
        {quietHours !== null && (
          <div class={styles.times}>
            {(['from', 'to'] as const).map((side) => (
              <Field
                key={side}
                type="time"
                required
                label={t(`notifications.${side}`)}
                value={quietHours[side]}
                onChange={({ currentTarget: { value } }) =>
                  value !== '' && change({ ...preferences, quietHours: { ...quietHours, [side]: value } })
                }
              />
            ))}
          </div>
        )}
        <Field
          type="time"
          required
          label={t('notifications.morning')}
          hint={t('notifications.morningHint')}
          value={morningTime}
          onChange={({ currentTarget: { value } }) =>
            value !== '' && change({ ...preferences, morningTime: value })
          }
        />
      </Section>
      <Section title={t('notifications.agenda')}>
        <p>{t('notifications.agendaHint')}</p>
        {(['email', 'push'] as const).map((channel) => (
          <Switch
            key={channel}
            label={t(channel === 'email' ? 'notifications.agendaEmail' : 'notifications.agendaPush')}
            hint={agendaHint(channel)}
            isOn={agenda[channel]}
            onSwitch={(isOn) => change({ ...preferences, agenda: { ...agenda, [channel]: isOn } })}
          />
        ))}
      </Section>
    </>
  );
}

function agendaHint(channel: 'email' | 'push'): string {
  if (channel === 'push') return t('notifications.agendaPushHint');
  const isProved = me.value?.user.emailVerified !== false;
  return t(isProved ? 'notifications.agendaEmailHint' : 'notifications.agendaUnconfirmed');
}

/**
 * A table of notification types with one column per channel: the list in the app, and pushes. A type can be pushed
 * only if it is also in the list.
 */
function Matrix({ of: preferences, onChange }: { of: Preferences; onChange: (next: Preferences) => void }) {
  const { types } = preferences;
  const turn = (line: Line, channels: { inApp: boolean; push: boolean }) =>
    onChange({
      ...preferences,
      types: { ...types, ...Object.fromEntries(line.types.map((type) => [type, channels])) },
    });
  return (
    <table class={styles.matrix}>
      <caption class="unseen">{t('notifications.matrix')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('notifications.type')}</th>
          <th scope="col">{t('notifications.inApp')}</th>
          <th scope="col">{t('notifications.push')}</th>
        </tr>
      </thead>
      <tbody>
        {lines().map((line) => {
          const { inApp, push } = types[line.types[0]];
          return (
            <tr key={line.name}>
              <th dir="auto" scope="row">
                {line.name}
              </th>
              <td>
                <label>
                  <input
                    type="checkbox"
                    aria-label={t('notifications.inAppOf', { what: line.name })}
                    checked={inApp}
                    onChange={() => turn(line, { inApp: !inApp, push: !inApp && push })}
                  />
                </label>
              </td>
              <td>
                <label>
                  <input
                    type="checkbox"
                    aria-label={t('notifications.pushOf', { what: line.name })}
                    checked={inApp && push}
                    onChange={() => turn(line, { inApp: true, push: !(inApp && push) })}
                  />
                </label>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** Settings for pushes on this device. The browser asks for permission only after a click. */
function Push() {
  const [state, setState] = useState<PushState | null>(null);
  const [titles, setTitles] = useState(true);
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    void pushState().then(setState);
    void showsTitles().then(setTitles);
  }, []);
  const turn = async (how: () => Promise<PushState>) => {
    setBusy(true);
    await how().then(setState, (error: unknown) =>
      toast(error instanceof DOMException ? t('push.failed') : explain(error)),
    );
    setBusy(false);
  };
  if (state === null) return null;
  const words = {
    on: t('push.on'),
    off: t('push.offer'),
    denied: t('push.denied'),
    install: t('push.ios'),
    unsupported: t('push.unsupported'),
    shared: t('push.shared'),
    none: t('push.off'),
  }[state];
  return (
    <Section title={t('push.title')}>
      <p>{words}</p>
      {state === 'off' && (
        <div class={styles.buttons}>
          <Button look="main" busy={isBusy} onClick={() => void turn(enablePush)}>
            {t('push.enable')}
          </Button>
        </div>
      )}
      {state === 'on' && (
        <>
          <Switch
            label={t('push.titles')}
            hint={t('push.titlesHint')}
            isOn={titles}
            onSwitch={(isOn) => {
              setTitles(isOn);
              void showTitles(isOn);
            }}
          />
          <div class={styles.buttons}>
            <Button busy={isBusy} onClick={() => void turn(disablePush)}>
              {t('push.disable')}
            </Button>
          </div>
        </>
      )}
    </Section>
  );
}
