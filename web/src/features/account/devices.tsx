import { endSession, listSessions, type Device } from '../../data/account.ts';
import { useLoaded } from '../../data/use-loaded.ts';
import { compareCodeUnits } from '../../data/order.ts';
import { me, signOut } from '../../data/session.ts';
import { dateTime } from '../../i18n/formats.ts';
import { t, tag } from '../../i18n/t.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Failure } from '../../ui/empty.tsx';
import { explain } from '../../ui/explain.ts';
import { Rows } from '../../ui/page.tsx';
import { RowsSkeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.tsx';
import styles from '../../ui/settings.module.css';
import { readDevice } from './user-agent.ts';

/** Lists the sessions of the account by device, the current session first. The user can end the others. */
export function Devices() {
  const { data: sessions, error, reload, set } = useLoaded<readonly Device[]>(listSessions, []);
  if (sessions === null)
    return error === null ? <RowsSkeleton rows={3} /> : <Failure error={error} onRetry={reload} />;
  const zone = me.value?.user.timeZone ?? 'UTC';
  const end = async ({ id }: Device) => {
    set(sessions.filter((each) => each.id !== id));
    try {
      await endSession(id);
      toast(t('account.sessionEnded'));
    } catch (problem) {
      set(sessions);
      toast(explain(problem));
    }
  };
  const sorted = [...sessions].sort(
    (a, b) => Number(b.current) - Number(a.current) || compareCodeUnits(b.lastUsedAt, a.lastUsedAt),
  );
  return (
    <>
      <Rows>
        {sorted.map((session) => {
          const device = readDevice(session.userAgent);
          const name = device === null ? t('account.sessionUnknown') : t('account.sessionOn', device);
          const used = dateTime(new Date(session.lastUsedAt), zone, tag.value);
          return (
            <li key={session.id} class={styles.line}>
              <span class={styles.grow}>
                <bdi>{name}</bdi>
                {session.current && <Badge>{t('account.thisDevice')}</Badge>}
                <span class={styles.small}>{t('account.sessionUsed', { at: used })}</span>
              </span>
              {!session.current && (
                <Button aria-label={t('account.sessionEndNamed', { name })} onClick={() => void end(session)}>
                  {t('account.sessionEnd')}
                </Button>
              )}
            </li>
          );
        })}
      </Rows>
      <div class={styles.buttons}>
        <Button look="danger" onClick={() => void signOut(true)}>
          {t('account.everywhere')}
        </Button>
      </div>
    </>
  );
}
