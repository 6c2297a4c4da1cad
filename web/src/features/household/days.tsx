import { useEffect, useState } from 'preact/hooks';
import Plus from 'lucide/dist/esm/icons/plus.mjs';
import X from 'lucide/dist/esm/icons/x.mjs';
import {
  changeDayCalendar,
  createDayCalendar,
  deleteDayCalendar,
  listDayCalendars,
  previewDeletion,
  setDays,
  type SpecialDay,
  type DayCalendar,
  type FetchError,
} from '../../data/days.ts';
import { useHousehold } from '../../data/household.ts';
import { useLoaded } from '../../data/use-loaded.ts';
import { useMyself } from '../../data/people.ts';
import { addDays, dateTime, list } from '../../i18n/formats.ts';
import { t, tag } from '../../i18n/t.ts';
import { Badge } from '../../ui/badge.tsx';
import { Ask } from '../../ui/ask.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { daysText } from '../../ui/days-text.ts';
import { DialogActions } from '../../ui/dialog-actions.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Empty, Failure } from '../../ui/empty.tsx';
import { Field } from '../../ui/field.tsx';
import { isOnline } from '../../ui/online.ts';
import { Rows } from '../../ui/page.tsx';
import { FormError, SaveButton } from '../../ui/save-button.tsx';
import { notify, useSaving } from '../../ui/saving.ts';
import { RowsSkeleton } from '../../ui/skeleton.tsx';
import { DatesPreview } from './dates-preview.tsx';
import { DaysPreview } from './days-preview.tsx';
import own from './days.module.css';
import styles from '../../ui/settings.module.css';

const SHOWN = 5;
/**
 * The service shows days only this far ahead. A later day would not appear in the form, so saving the form
 * would delete it.
 */
const DAYS_AHEAD = 399;
const FETCH_PAUSE = 3000;

/** The day calendars of the household, such as public holidays, which series can avoid. */
export function DayCalendarsPage() {
  const household = useHousehold();
  const { isAdult } = useMyself();
  const [open, setOpen] = useState<DayCalendar | 'new' | null>(null);
  const [removing, askToRemove] = useState<DayCalendar | null>(null);
  const { data: calendars, error, reload } = useLoaded(() => listDayCalendars(household), [household.id]);
  // The service fetches a new address within seconds, so this page loads the list again until the days are there.
  const isFetching = calendars?.some(isNew) === true;
  useEffect(() => {
    if (!isFetching) return;
    const timer = setInterval(reload, FETCH_PAUSE);
    return () => clearInterval(timer);
  }, [isFetching]);
  if (calendars === null)
    return error === null ? <RowsSkeleton rows={3} /> : <Failure error={error} onRetry={reload} />;
  const add = isAdult && (
    <Button look="main" icon={Plus} disabled={!isOnline.value} onClick={() => setOpen('new')}>
      {t('days.add')}
    </Button>
  );
  const undoing = (undo: (() => Promise<void>) | null) => undo && (() => undo().finally(reload));
  const remove = async ({ id, name }: DayCalendar) => {
    const { undo } = await deleteDayCalendar(household, id);
    notify(t('days.deleted', { name }), undoing(undo));
    reload();
  };
  return (
    <>
      <p>{t('days.what')}</p>
      {!isAdult && <p class={styles.why}>{t('people.adultsOnly')}</p>}
      {calendars.length === 0 && <Empty action={add}>{t('days.none')}</Empty>}
      {calendars.map((calendar) => (
        <Calendar
          key={calendar.id}
          calendar={calendar}
          onEdit={isAdult ? () => setOpen(calendar) : null}
          onRemove={() => askToRemove(calendar)}
        />
      ))}
      {calendars.length > 0 && <div class={styles.buttons}>{add}</div>}
      {open !== null && (
        <CalendarForm
          calendar={open === 'new' ? null : open}
          onSaved={(text, undo) => {
            notify(text, undoing(undo));
            setOpen(null);
            reload();
          }}
          onClose={() => setOpen(null)}
        />
      )}
      {removing !== null && (
        <Ask
          title={t('days.deleteAsk', { name: removing.name })}
          action={t('days.delete')}
          onDo={() => remove(removing)}
          onClose={() => askToRemove(null)}
        >
          <DatesPreview ask={(signal) => previewDeletion(household, removing.id, signal)} of={removing.id} />
        </Ask>
      )}
    </>
  );
}

const isNew = ({ source, fetchedAt, error }: DayCalendar): boolean =>
  source === 'ICS' && fetchedAt === null && error === null;

/** The address of a fetched calendar, when it was last fetched, and why fetching failed. */
function Source({ calendar }: { calendar: DayCalendar }) {
  const zone = useHousehold().zone.value;
  const { url, fetchedAt, nextFetchAt, error, warnings } = calendar;
  const moment = (instant: string) => dateTime(new Date(instant), zone, tag.value);
  return (
    <>
      <p class={styles.small}>
        {fetchedAt === null
          ? t('days.notFetched', { url: url ?? '' })
          : t('days.fetched', { url: url ?? '', at: moment(fetchedAt) })}
      </p>
      {error !== null && (
        <p class={styles.problem}>
          {explainFetch(error)}
          {nextFetchAt !== null && error !== 'ADDRESS_LOST' && (
            <> {t('days.nextFetch', { at: moment(nextFetchAt) })}</>
          )}
        </p>
      )}
      {warnings.length > 0 && (
        <div class={styles.small}>
          {t('days.warnings')}
          <ul class={own.warnings}>
            {warnings.map((warning) => (
              <li key={warning.code}>{explainWarning(warning)}</li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}

function explainFetch(error: FetchError): string {
  switch (error) {
    case 'NOT_PUBLIC':
      return t('days.error.NOT_PUBLIC');
    case 'REFUSED':
      return t('days.error.REFUSED');
    case 'TOO_LARGE':
    case 'TOO_MANY_EVENTS':
      return t('days.error.TOO_LARGE');
    case 'TOO_MANY_DATES':
      return t('days.error.TOO_MANY_DATES');
    case 'TOO_COMPLEX':
      return t('days.error.TOO_COMPLEX');
    case 'NO_CALENDAR':
      return t('days.error.NO_CALENDAR');
    case 'EMPTY':
      return t('days.error.EMPTY');
    case 'FEWER_DAYS':
      return t('days.error.FEWER_DAYS');
    case 'ADDRESS_LOST':
      return t('days.error.ADDRESS_LOST');
    default:
      return t('days.error.UNREACHABLE');
  }
}

/** Says what the service could not read, how often, and the names of the first few events or time zones. */
function explainWarning({ code, count, examples }: DayCalendar['warnings'][number]): string {
  const warning = countWarning(code, count);
  if (examples.length === 0) return warning;
  return t('days.warningNamed', { warning, names: list([...examples], tag.value) });
}

function countWarning(code: DayCalendar['warnings'][number]['code'], count: number): string {
  switch (code) {
    case 'RULE_NOT_SUPPORTED':
      return t('days.warning.RULE_NOT_SUPPORTED', { count });
    case 'DATE_NOT_READ':
      return t('days.warning.DATE_NOT_READ', { count });
    case 'ZONE_NOT_KNOWN':
      return t('days.warning.ZONE_NOT_KNOWN', { count });
    case 'LINE_NOT_READ':
      return t('days.warning.LINE_NOT_READ', { count });
    case 'NOT_AN_EVENT':
      return t('days.warning.NOT_AN_EVENT', { count });
    case 'CANCELLATION':
      return t('days.warning.CANCELLATION', { count });
    case 'SHORTENED':
      return t('days.warning.SHORTENED', { count });
    default:
      return t('days.warning.DAYS_OVER_LIMIT', { count });
  }
}

/** The next days of a calendar, and the series that avoid them. */
function Calendar({
  calendar,
  onEdit,
  onRemove,
}: {
  calendar: DayCalendar;
  onEdit: (() => void) | null;
  onRemove: () => void;
}) {
  const household = useHousehold();
  const [isWhole, showAll] = useState(false);
  const { id, name, days, ignored } = calendar;
  const today = household.today.value;
  const series = [...household.replica.all('series').values()]
    .filter(({ shift, endedAt }) => endedAt === null && shift?.calendarIds.includes(id) === true)
    .map(({ title }) => title)
    .sort((a, b) => a.localeCompare(b, tag.value));
  const isIgnored = (day: SpecialDay) =>
    ignored.some((each) => each.toLocaleLowerCase() === day.name.toLocaleLowerCase());
  return (
    <section class={styles.form}>
      <h2 class={own.name} dir="auto">
        {name}
      </h2>
      {calendar.source === 'ICS' && <Source calendar={calendar} />}
      {isNew(calendar) ? (
        <RowsSkeleton rows={2} />
      ) : days.length === 0 ? (
        <Empty>{t('days.noneAhead')}</Empty>
      ) : (
        <Rows label={t('days.next', { name })}>
          {(isWhole ? days : days.slice(0, SHOWN)).map((day) => (
            <li key={`${day.from} ${day.name}`} class={own.day}>
              <span class={styles.grow}>
                <bdi>{day.name}</bdi>
                {isIgnored(day) && <Badge>{t('days.isIgnored')}</Badge>}
              </span>
              <span class={`figures ${styles.small}`}>{daysText(day, today)}</span>
            </li>
          ))}
        </Rows>
      )}
      {days.length > SHOWN && !isWhole && (
        <button type="button" class={styles.fold} onClick={() => showAll(true)}>
          {t('days.more', { count: days.length - SHOWN })}
        </button>
      )}
      <p class={styles.small}>
        {series.length === 0
          ? t('days.noSeries')
          : t('days.series', { count: series.length, titles: list(series, tag.value) })}
      </p>
      {onEdit !== null && (
        <div class={styles.buttons}>
          <Button disabled={!isOnline.value} aria-label={t('days.editNamed', { name })} onClick={onEdit}>
            {t('days.edit')}
          </Button>
          <Button
            look="danger"
            disabled={!isOnline.value}
            aria-label={t('days.deleteNamed', { name })}
            onClick={onRemove}
          >
            {t('days.delete')}
          </Button>
        </div>
      )}
    </section>
  );
}

/**
 * A form for a day calendar.
 * @param calendar null creates a new one
 */
function CalendarForm({
  calendar,
  onSaved,
  onClose,
}: {
  calendar: DayCalendar | null;
  onSaved: (text: string, undo: (() => Promise<void>) | null) => void;
  onClose: () => void;
}) {
  const household = useHousehold();
  const today = household.today.value;
  const [name, setName] = useState(calendar?.name ?? '');
  const [days, set] = useState<readonly SpecialDay[]>(calendar?.days ?? [{ from: '', to: '', name: '' }]);
  const [isFetched, setFetched] = useState(calendar?.source === 'ICS');
  const [url, setUrl] = useState('');
  const [ignored, setIgnored] = useState<readonly string[]>(calendar?.ignored ?? []);
  const { error, fields, isBusy, run } = useSaving();
  const change = (place: number, edit: Partial<SpecialDay>) =>
    set(days.map((day, index) => (index === place ? { ...day, ...edit } : day)));
  const isBlank = (day: SpecialDay) => day.from === '' && day.name.trim() === '';
  const filled = days
    .filter((day) => !isBlank(day))
    .map(({ from, to, name: called }) => ({ from, to: to === '' ? from : to, name: called.trim() }));
  const names = ignored.map((each) => each.trim()).filter((each) => each !== '');
  const isWhole = filled.every(({ from, to, name: called }) => from !== '' && from <= to && called !== '');
  const hasOtherDays = !isFetched && JSON.stringify(filled) !== JSON.stringify(calendar?.days);
  const hasOtherNames = JSON.stringify(names) !== JSON.stringify(calendar?.ignored);
  const save = async () => {
    if (calendar === null) {
      const { undo } = await createDayCalendar(household, {
        name: name.trim(),
        ...(isFetched ? { url: url.trim() } : { days: filled }),
        ignored: names,
      });
      onSaved(t('days.added', { name: name.trim() }), undo);
      return;
    }
    let undo: (() => Promise<void>) | null = null;
    const isOther = url.trim() !== '';
    if (isOther || name.trim() !== calendar.name || hasOtherNames)
      ({ undo } = await changeDayCalendar(household, calendar.id, {
        name: name.trim(),
        ignored: names,
        ...(isOther && { url: url.trim() }),
      }));
    if (hasOtherDays) ({ undo } = await setDays(household, calendar.id, filled));
    onSaved(t('account.saved'), undo);
  };
  return (
    <Dialog title={calendar?.name ?? t('days.add')} onClose={onClose}>
      <form
        class={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          void run(save);
        }}
      >
        <Field
          label={t('account.name')}
          hint={calendar === null ? t('days.nameHint') : undefined}
          required
          maxLength={80}
          value={name}
          onValue={setName}
          error={fields.has('name') ? t('categories.nameRefused') : undefined}
        />
        {calendar === null && (
          <div class={styles.choice} role="group" aria-label={t('days.source')}>
            <Chip pressed={!isFetched} onPress={() => setFetched(false)}>
              {t('days.byHand')}
            </Chip>
            <Chip pressed={isFetched} onPress={() => setFetched(true)}>
              {t('days.byAddress')}
            </Chip>
          </div>
        )}
        {isFetched ? (
          <Field
            label={t(calendar === null ? 'days.url' : 'days.otherUrl')}
            hint={t('days.urlHint')}
            type="url"
            autocomplete="off"
            required={calendar === null}
            maxLength={2000}
            value={url}
            onValue={setUrl}
            error={fields.has('url') ? t('days.urlRefused') : undefined}
          />
        ) : (
          <fieldset class={own.days}>
            <legend>{t('days.days')}</legend>
            <ul>
              {days.map((day, place) => (
                <li key={place}>
                  <Field
                    label={t('days.dayName')}
                    required={!isBlank(day)}
                    maxLength={80}
                    value={day.name}
                    onValue={(called) => change(place, { name: called })}
                  />
                  <IconButton
                    icon={X}
                    label={t('days.remove', { name: day.name })}
                    onClick={() => set(days.filter((_, index) => index !== place))}
                  />
                  <Field
                    type="date"
                    label={t('days.from')}
                    required={!isBlank(day)}
                    max={addDays(today, DAYS_AHEAD)}
                    value={day.from}
                    onValue={(from) => change(place, { from, ...(day.to < from && { to: from }) })}
                  />
                  <Field
                    type="date"
                    label={t('days.to')}
                    min={day.from}
                    value={day.to}
                    onValue={(to) => change(place, { to })}
                  />
                </li>
              ))}
            </ul>
            <Button icon={Plus} onClick={() => set([...days, { from: '', to: '', name: '' }])}>
              {t('days.addDay')}
            </Button>
          </fieldset>
        )}
        <IgnoredNames names={ignored} onChange={setIgnored} />
        {calendar !== null && isWhole && (
          <DaysPreview
            calendar={calendar}
            days={hasOtherDays ? filled : null}
            ignored={hasOtherNames ? names : null}
          />
        )}
        <FormError error={error} fields={fields} shown={['name', 'url']} />
        <DialogActions onCancel={onClose}>
          <SaveButton busy={isBusy} disabled={name.trim() === ''} />
        </DialogActions>
      </form>
    </Dialog>
  );
}

/** The names of days that count as normal days, each in a field of its own. */
function IgnoredNames({
  names,
  onChange,
}: {
  names: readonly string[];
  onChange: (names: readonly string[]) => void;
}) {
  return (
    <fieldset class={own.days}>
      <legend>{t('days.ignored')}</legend>
      <p class={styles.small}>{t('days.ignoredHint')}</p>
      <ul>
        {names.map((name, place) => (
          <li key={place} class={own.ignored}>
            <Field
              label={t('days.ignoredName')}
              maxLength={80}
              value={name}
              onValue={(called) => onChange(names.map((each, index) => (index === place ? called : each)))}
            />
            <IconButton
              icon={X}
              label={t('days.remove', { name })}
              onClick={() => onChange(names.filter((_, index) => index !== place))}
            />
          </li>
        ))}
      </ul>
      <Button icon={Plus} onClick={() => onChange([...names, ''])}>
        {t('days.addIgnored')}
      </Button>
    </fieldset>
  );
}
