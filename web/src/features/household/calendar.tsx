import { useEffect, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import {
  connectCalendar,
  disconnectCalendar,
  linkCalendar,
  listCalendars,
  listConnections,
  showLink,
  synchronise,
  unlinkCalendar,
  type CalendarLink,
  type Connection,
  type SyncCounts,
} from '../../data/calendar.ts';
import { useHousehold } from '../../data/household.ts';
import { useLoaded } from '../../data/use-loaded.ts';
import { askMeta, meta } from '../../data/meta.ts';
import { useMyself } from '../../data/people.ts';
import { clockTime, dateTime, civilDate, list } from '../../i18n/formats.ts';
import { t, tag } from '../../i18n/t.ts';
import { Breakable } from '../../ui/breakable.tsx';
import { Ask } from '../../ui/ask.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Empty, Failure } from '../../ui/empty.tsx';
import { explain } from '../../ui/explain.ts';
import { Fold } from '../../ui/fold.tsx';
import { isOnline } from '../../ui/online.ts';
import { Rows, Section } from '../../ui/page.tsx';
import { useSaving } from '../../ui/saving.ts';
import { RowsSkeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.tsx';
import own from './calendar.module.css';
import styles from '../../ui/settings.module.css';

const ASKS_AGAIN = 15_000;

/**
 * The settings page for Google Calendar: the connected accounts, the calendar with which the household is
 * synchronised, and the state of the synchronisation.
 */
export function Calendar() {
  const household = useHousehold();
  const { isAdult } = useMyself();
  const [isChoosing, choose] = useState(false);
  const ended = useConnectEnd();
  useEffect(() => void askMeta(), []);
  const { data, error, reload } = useLoaded(async () => {
    const [link, connections] = await Promise.all([showLink(household), isAdult ? listConnections() : []]);
    return { link, connections };
  }, [household.id, isAdult]);
  const hasLink = data !== null && data.link !== null;
  useEffect(() => {
    if (!hasLink) return;
    const timer = setInterval(() => document.visibilityState === 'visible' && reload(), ASKS_AGAIN);
    return () => clearInterval(timer);
  }, [hasLink]);
  const offered = meta.value?.features.calendar;
  if (offered === 'none') return <Empty>{t('gcal.none')}</Empty>;
  if (error !== null && data === null) return <Failure error={error} onRetry={reload} />;
  if (data === null || offered === undefined) return <RowsSkeleton rows={2} />;
  const { link, connections } = data;
  const usable = connections.filter(({ status }) => status === 'ACTIVE');
  const done = () => {
    choose(false);
    reload();
  };
  return (
    <>
      <p>{t('gcal.what')}</p>
      {offered === 'demo' && <p class={styles.why}>{t('gcal.demo')}</p>}
      {ended !== null && link === null && (
        <p class={styles.made} role="status">
          {ended}
        </p>
      )}
      {!isAdult && <p class={styles.why}>{t('people.adultsOnly')}</p>}
      {link !== null && !isChoosing ? (
        <Linked link={link} isAdult={isAdult} onChanged={reload} onOther={() => choose(true)} />
      ) : usable.length > 0 ? (
        <Choice connections={usable} link={link} onDone={done} onClose={link && (() => choose(false))} />
      ) : (
        isAdult && (
          <div class={styles.buttons}>
            {link !== null && <Button onClick={() => choose(false)}>{t('dialog.cancel')}</Button>}
            <Connect look="main" />
          </div>
        )
      )}
      {offered === 'demo' && link !== null && isAdult && (
        <Section title={t('provider.title')}>
          <p class={styles.small}>{t('gcal.providerHint')}</p>
          <div class={styles.buttons}>
            <ButtonLink href={`/households/${household.id}/settings/provider`}>
              {t('gcal.toProvider')}
            </ButtonLink>
          </div>
        </Section>
      )}
      {connections.length > 0 && <Connections connections={connections} onChanged={reload} />}
    </>
  );
}

/**
 * Returns the result of connecting an account, from the query of the address, and removes it from the address
 * so that it is shown only once.
 */
function useConnectEnd(): string | null {
  const { path, query, route } = useLocation();
  const [ended] = useState<string | null>(() => {
    const { calendar, calendarError } = query;
    if (calendarError !== undefined) return explainConnect(calendarError);
    return calendar === 'connected' ? t('gcal.connected') : null;
  });
  useEffect(() => {
    if ('calendar' in query || 'calendarError' in query) route(path, true);
  }, []);
  return ended;
}

function explainConnect(error: string): string {
  switch (error) {
    case 'access_denied':
      return t('gcal.error.access_denied');
    case 'missing_scope':
      return t('gcal.error.missing_scope');
    case 'invalid_state':
      return t('gcal.error.invalid_state');
    default:
      return t('gcal.error.exchange_failed');
  }
}

function Connect({ look = 'plain' }: { look?: 'main' | 'plain' }) {
  const household = useHousehold();
  const [isBusy, setBusy] = useState(false);
  return (
    <Button
      look={look}
      busy={isBusy}
      disabled={!isOnline.value}
      onClick={() => {
        setBusy(true);
        connectCalendar(`/households/${household.id}/settings/calendar`).catch((error: unknown) => {
          setBusy(false);
          toast(explain(error));
        });
      }}
    >
      {t(look === 'main' ? 'gcal.connect' : 'gcal.connectAnother')}
    </Button>
  );
}

/** A choice of the calendar within an account. Read-only calendars say why they cannot be chosen. */
function Choice({
  connections,
  link,
  onDone,
  onClose,
}: {
  connections: readonly Connection[];
  link: CalendarLink | null;
  onDone: () => void;
  onClose: (() => void) | null;
}) {
  const household = useHousehold();
  const [connectionId, chooseConnection] = useState(connections[0]?.id ?? '');
  const [calendarId, choose] = useState<string | null>(link?.calendarId ?? null);
  const saving = useSaving();
  const {
    data: calendars,
    error,
    reload,
  } = useLoaded(() => listCalendars(household, connectionId), [household.id, connectionId]);
  const save = async () => {
    if (calendarId === null) return;
    const linked = await linkCalendar(household, connectionId, calendarId);
    toast(t('gcal.linked', { name: linked.calendarName }));
    onDone();
  };
  return (
    <form
      class={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void saving.run(save);
      }}
    >
      {connections.length > 1 && (
        <fieldset class={own.choices}>
          <legend>{t('gcal.account')}</legend>
          {connections.map(({ id, email }) => (
            <label key={id}>
              <input
                type="radio"
                name="connection"
                checked={id === connectionId}
                onChange={() => chooseConnection(id)}
              />
              <span class={styles.grow}>
                <Breakable text={email} />
              </span>
            </label>
          ))}
        </fieldset>
      )}
      {error !== null ? (
        <Failure error={error} onRetry={reload} />
      ) : calendars === null ? (
        <RowsSkeleton rows={3} />
      ) : (
        <fieldset class={own.choices}>
          <legend>{t('gcal.choose')}</legend>
          {calendars.map(({ id, name, selectable, primary }) => (
            <label key={id} data-off={selectable ? undefined : ''}>
              <input
                type="radio"
                name="calendar"
                disabled={!selectable}
                checked={id === calendarId}
                onChange={() => choose(id)}
              />
              <span class={styles.grow}>
                <bdi>{name}</bdi>
                {(primary || !selectable) && (
                  <span class={styles.small}>{t(selectable ? 'gcal.primary' : 'gcal.readOnly')}</span>
                )}
              </span>
            </label>
          ))}
        </fieldset>
      )}
      {saving.error !== null && (
        <p role="alert" class={styles.problem}>
          {explain(saving.error)}
        </p>
      )}
      <div class={styles.buttons}>
        {onClose !== null && <Button onClick={onClose}>{t('dialog.cancel')}</Button>}
        <Button
          type="submit"
          look="main"
          busy={saving.isBusy}
          disabled={calendarId === null || !isOnline.value}
        >
          {t('gcal.use')}
        </Button>
      </div>
    </form>
  );
}

/** The state of the linked calendar in words, with the available actions. */
function Linked({
  link,
  isAdult,
  onChanged,
  onOther,
}: {
  link: CalendarLink;
  isAdult: boolean;
  onChanged: () => void;
  onOther: () => void;
}) {
  const household = useHousehold();
  const [counts, setCounts] = useState<SyncCounts | null>(null);
  const [isAsking, ask] = useState(false);
  const { error, isBusy, run } = useSaving();
  const isTroubled = link.status === 'INVALID' || link.syncPending || link.errorCount > 0;
  const zone = household.zone.value;
  const moment = (instant: string) => {
    const date = new Date(instant);
    return civilDate(date, zone) === household.today.value
      ? clockTime(date, zone, tag.value)
      : dateTime(date, zone, tag.value);
  };
  const unlink = async () => {
    await unlinkCalendar(household);
    toast(t('gcal.unlinked'));
    onChanged();
  };
  return (
    <section class={`${own.state} ${isTroubled ? own.troubled : ''}`} aria-label={link.calendarName}>
      <h2>{link.calendarName}</h2>
      <p>{describeState(link)}</p>
      <ul class={own.facts}>
        <li>
          {link.lastSyncedAt === null ? t('gcal.never') : t('gcal.last', { at: moment(link.lastSyncedAt) })}
        </li>
        {link.pendingCount > 0 && <li>{t('gcal.waiting', { count: link.pendingCount })}</li>}
        {link.blockedCount > 0 && <li>{t('gcal.blocked', { count: link.blockedCount })}</li>}
        {link.errorCount > 0 && <li>{t('gcal.failed', { count: link.errorCount })}</li>}
        {link.nextTryAt !== null && <li>{t('gcal.nextTry', { at: moment(link.nextTryAt) })}</li>}
      </ul>
      {link.lastError !== null && (
        <Fold name={t('error.details')}>
          <code>{link.lastError}</code>
        </Fold>
      )}
      <div role="status">{counts !== null && <p>{describeCounts(counts)}</p>}</div>
      {error !== null && (
        <p role="alert" class={styles.problem}>
          {explain(error)}
        </p>
      )}
      {isAdult && (
        <div class={styles.buttons}>
          {link.status === 'ACTIVE' ? (
            <Button
              look="main"
              busy={isBusy}
              disabled={!isOnline.value}
              onClick={() =>
                void run(async () => {
                  setCounts(await synchronise(household));
                  onChanged();
                })
              }
            >
              {t('gcal.sync')}
            </Button>
          ) : link.reason === 'GOOGLE_REVOKED' ? (
            <Connect look="main" />
          ) : null}
          <Button disabled={!isOnline.value} onClick={onOther}>
            {t('gcal.other')}
          </Button>
          <Button disabled={!isOnline.value} onClick={() => ask(true)}>
            {t('gcal.unlink')}
          </Button>
        </div>
      )}
      {isAsking && (
        <Ask title={t('gcal.unlinkAsk')} action={t('gcal.unlink')} onDo={unlink} onClose={() => ask(false)}>
          <p>{t('gcal.unlinkHint', { name: link.calendarName })}</p>
        </Ask>
      )}
    </section>
  );
}

function describeState({ status, reason, syncPending, errorCount, pendingCount }: CalendarLink): string {
  if (status === 'INVALID')
    switch (reason) {
      case 'CALENDAR_NOT_FOUND':
        return t('gcal.reason.CALENDAR_NOT_FOUND');
      case 'NO_WRITE_ACCESS':
        return t('gcal.reason.NO_WRITE_ACCESS');
      default:
        return t('gcal.reason.GOOGLE_REVOKED');
    }
  if (syncPending) return t('gcal.late');
  if (errorCount > 0) return t('gcal.someFailed');
  return t(pendingCount > 0 ? 'gcal.busy' : 'gcal.upToDate');
}

function describeCounts({ pulled, created, updated, deleted, failed }: SyncCounts): string {
  const parts = [
    pulled > 0 && t('gcal.count.pulled', { count: pulled }),
    created > 0 && t('gcal.count.created', { count: created }),
    updated > 0 && t('gcal.count.updated', { count: updated }),
    deleted > 0 && t('gcal.count.deleted', { count: deleted }),
    failed > 0 && t('gcal.count.failed', { count: failed }),
  ].filter((part) => part !== false);
  return parts.length === 0 ? t('gcal.count.none') : t('gcal.count', { what: list(parts, tag.value) });
}

/** The Google accounts that the user has connected. */
function Connections({
  connections,
  onChanged,
}: {
  connections: readonly Connection[];
  onChanged: () => void;
}) {
  const [leaving, leave] = useState<Connection | null>(null);
  const disconnect = async (connection: Connection) => {
    await disconnectCalendar(connection.id);
    toast(t('gcal.disconnected'));
    onChanged();
  };
  return (
    <Section title={t('gcal.accounts')}>
      <Rows>
        {connections.map((connection) => (
          <li key={connection.id} class={styles.line}>
            <span class={styles.grow}>
              <Breakable text={connection.email} />
              {connection.status === 'REVOKED' && <span class={styles.small}>{t('gcal.revoked')}</span>}
            </span>
            <Button
              disabled={!isOnline.value}
              aria-label={t('gcal.disconnectNamed', { email: connection.email })}
              onClick={() => leave(connection)}
            >
              {t('gcal.disconnect')}
            </Button>
          </li>
        ))}
      </Rows>
      <div class={styles.buttons}>
        <Connect />
      </div>
      {leaving !== null && (
        <Ask
          title={t('gcal.disconnectAsk', { email: leaving.email })}
          action={t('gcal.disconnect')}
          onDo={() => disconnect(leaving)}
          onClose={() => leave(null)}
        >
          <p>{t('gcal.disconnectHint')}</p>
        </Ask>
      )}
    </Section>
  );
}
