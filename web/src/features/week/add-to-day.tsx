import { useContext, useState } from 'preact/hooks';
import { useHousehold } from '../../data/household.ts';
import type { DropTarget } from '../../data/plan.ts';
import type { SpanState } from '../../data/span.ts';
import { keepTyped, readTyped } from '../../data/sentences.ts';
import { t } from '../../i18n/t.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { explain } from '../../ui/explain.ts';
import { SlotsContext } from '../../ui/slots.ts';
import styles from './week.module.css';

/**
 * Says why the tasks of days before those in this client's copy of the household could not be loaded from the
 * service.
 */
export function EarlierDaysNotice({ span }: { span: SpanState }) {
  if (span.state !== 'failed') return null;
  return (
    <div class={styles.before} role="alert">
      <p>{t('week.earlierUnavailable', { reason: explain(span.error) })}</p>
      <Button onClick={span.retry}>{t('error.tryAgain')}</Button>
    </div>
  );
}

/** A quick-add field that already contains the day and the member as text, so that they can be edited. */
export function AddToDay({ place, onClose }: { place: DropTarget; onClose: () => void }) {
  const household = useHousehold();
  const slots = useContext(SlotsContext);
  const name = typeof place.memberId === 'string' ? household.member(place.memberId)?.displayName : undefined;
  const [given] = useState(() => ` ${place.date}${name === undefined ? '' : ` ${mention(name)}`}`);
  const close = () => {
    // Keeps what the user typed, without the words that the field contained from the start.
    const { text } = readTyped();
    if (text.endsWith(given)) keepTyped(text.slice(0, -given.length));
    onClose();
  };
  return (
    <Dialog title={t('quickAdd.label')} onClose={close}>
      {slots && <slots.QuickAdd autoFocus given={given} onAdded={onClose} />}
    </Dialog>
  );
}

const mention = (name: string): string => (/^[\p{L}\d-]+$/u.test(name) ? `@${name}` : `@"${name}"`);
