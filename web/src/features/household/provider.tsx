import { useEffect, useState } from 'preact/hooks';
import {
  changeEvent,
  deleteEvent,
  listCalendars,
  listConnections,
  listEvents,
  showLink,
  synchronise,
  type DemoEvent,
} from '../../data/calendar.ts';
import { useHousehold } from '../../data/household.ts';
import { useLoaded } from '../../data/use-loaded.ts';
import { addDays, capitalised, civilDate, clockTime, shortDate } from '../../i18n/formats.ts';
import { t, tag } from '../../i18n/t.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { DialogActions } from '../../ui/dialog-actions.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Empty, Failure } from '../../ui/empty.tsx';
import { explain } from '../../ui/explain.ts';
import { Field } from '../../ui/field.tsx';
import { Rows } from '../../ui/page.tsx';
import { FormError, SaveButton } from '../../ui/save-button.tsx';
import { useSaving } from '../../ui/saving.ts';
import { RowsSkeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.tsx';
import own from './calendar.module.css';
import styles from '../../ui/settings.module.css';

/**
 * Replaces Google Calendar in the demo. The user can move, rename and delete events on this page, and the changes are
 * synchronised back to the household.
 */
export function Provider() {
  const household = useHousehold();
  const [chosen, choose] = useState<string | null>(null);
  const [open, setOpen] = useState<DemoEvent | null>(null);
  const calendars = useLoaded(async () => {
    const [link, connections] = await Promise.all([showLink(household), listConnections()]);
    const connection = connections[0];
    const all = connection === undefined ? [] : await listCalendars(household, connection.id);
    return { all, linked: link?.calendarId ?? null };
  }, [household.id]);
  const at = chosen ?? calendars.data?.linked ?? calendars.data?.all[0]?.id ?? null;
  const events = useLoaded<readonly DemoEvent[]>(
    async () => (at === null ? [] : listEvents(household, at)),
    [household.id, at],
  );
  const { isBusy, run } = useSaving();
  useEffect(() => setOpen(null), [at]);
  if (calendars.error !== null) return <Failure error={calendars.error} onRetry={calendars.reload} />;
  if (calendars.data === null) return <RowsSkeleton rows={4} />;
  const back = (
    <ButtonLink href={`/households/${household.id}/settings/calendar`}>{t('provider.back')}</ButtonLink>
  );
  if (at === null) return <Empty action={back}>{t('provider.none')}</Empty>;
  const isOwn = calendars.data.all.find(({ id }) => id === at)?.selectable === true;
  const zone = household.zone.value;
  const today = household.today.value;
  const dayOf = ({ allDay, start }: DemoEvent) => (allDay ? start : civilDate(new Date(start), zone));
  const days = [...Map.groupBy(events.data ?? [], dayOf)].filter(([day]) => day >= addDays(today, -7));
  const act = async (work: () => Promise<unknown>, text: string) => {
    try {
      await work();
      toast(text);
      events.reload();
    } catch (error) {
      toast(explain(error));
    }
  };
  return (
    <>
      <p>{t('provider.what')}</p>
      <div class={styles.choice} role="group" aria-label={t('gcal.choose')}>
        {calendars.data.all.map(({ id, name }) => (
          <Chip key={id} pressed={id === at} onPress={() => choose(id)}>
            <bdi>{name}</bdi>
          </Chip>
        ))}
      </div>
      {!isOwn && <p class={styles.why}>{t('gcal.readOnly')}</p>}
      {events.error !== null ? (
        <Failure error={events.error} onRetry={events.reload} />
      ) : events.data === null ? (
        <RowsSkeleton rows={4} />
      ) : days.length === 0 ? (
        <Empty>{t('provider.empty')}</Empty>
      ) : (
        days.map(([day, ofDay]) => (
          <section key={day} class={styles.form}>
            <h2 class={own.day}>{capitalised(shortDate(day, tag.value, today), tag.value)}</h2>
            <Rows>
              {ofDay.map((event) => (
                <li key={event.id} class={styles.line}>
                  <span class={styles.grow}>
                    <bdi>{event.title}</bdi>
                    <span class={`figures ${styles.small}`}>
                      {event.allDay
                        ? t('provider.allDay')
                        : clockTime(new Date(event.start), zone, tag.value)}
                      {event.occurrenceId !== null && ` · ${t('provider.fromPlanner')}`}
                    </span>
                  </span>
                  {isOwn && (
                    <span class={styles.buttons}>
                      <Button
                        aria-label={t('provider.moveNamed', { title: event.title })}
                        onClick={() => setOpen(event)}
                      >
                        {t('provider.move')}
                      </Button>
                      <Button
                        aria-label={t('provider.deleteNamed', { title: event.title })}
                        onClick={() => void act(() => deleteEvent(household, event), t('provider.deleted'))}
                      >
                        {t('provider.delete')}
                      </Button>
                    </span>
                  )}
                </li>
              ))}
            </Rows>
          </section>
        ))
      )}
      <div class={styles.buttons}>
        <Button
          look="main"
          busy={isBusy}
          onClick={() => void run(() => act(() => synchronise(household), t('provider.synced')))}
        >
          {t('gcal.sync')}
        </Button>
        {back}
      </div>
      {open !== null && (
        <Move
          key={open.id}
          event={open}
          day={dayOf(open)}
          onMove={(body) => changeEvent(household, open, body)}
          onMoved={() => {
            setOpen(null);
            toast(t('provider.moved'));
            events.reload();
          }}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  );
}

/**
 * A form to rename or move an event. An all-day event gets another day, an event with a time gets another date and
 * time.
 */
function Move({
  event,
  day,
  onMove,
  onMoved,
  onClose,
}: {
  event: DemoEvent;
  day: string;
  onMove: (body: { title: string; start: string }) => Promise<unknown>;
  onMoved: () => void;
  onClose: () => void;
}) {
  const [title, setTitle] = useState(event.title);
  const [start, setStart] = useState(event.allDay ? day : localInput(event.start));
  const { error, fields, isBusy, run } = useSaving();
  return (
    <Dialog title={t('provider.moveTitle')} onClose={onClose}>
      <form
        class={styles.form}
        onSubmit={(submit) => {
          submit.preventDefault();
          void run(async () => {
            await onMove({ title, start: event.allDay ? start : new Date(start).toISOString() });
            onMoved();
          });
        }}
      >
        <Field label={t('provider.eventTitle')} required value={title} onValue={setTitle} />
        <Field
          label={t('provider.start')}
          type={event.allDay ? 'date' : 'datetime-local'}
          required
          value={start}
          onValue={setStart}
        />
        <FormError error={error} fields={fields} />
        <DialogActions onCancel={onClose}>
          <SaveButton busy={isBusy} />
        </DialogActions>
      </form>
    </Dialog>
  );
}

/** Returns an instant in the format of a `datetime-local` input, in the time zone of this device. */
function localInput(instant: string): string {
  const date = new Date(instant);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
