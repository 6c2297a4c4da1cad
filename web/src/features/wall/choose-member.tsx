import { useEffect, useState } from 'preact/hooks';
import Delete from 'lucide/dist/esm/icons/delete.mjs';
import { ApiError } from '../../api/errors.ts';
import { choose } from '../../data/display.ts';
import { useHousehold, type Member } from '../../data/household.ts';
import { isPresent, isPerson } from '../../data/presence.ts';
import { t } from '../../i18n/t.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { explain } from '../../ui/explain.ts';
import { Face } from '../../ui/face.tsx';
import { useSaving } from '../../ui/saving.ts';
import styles from './choosing.module.css';

const DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];
const FEWEST = 4;
const MOST = 8;
const LEFT_AFTER = 60_000;

/**
 * Calls `onLeave` after a while without input, because the person has probably left the wall. If `onLeave` is
 * null, this is the guest's own phone, and nothing closes.
 */
export function useLeaving(onLeave: (() => void) | null): void {
  useEffect(() => {
    if (onLeave === null) return;
    let timer = setTimeout(onLeave, LEFT_AFTER);
    const again = () => {
      clearTimeout(timer);
      timer = setTimeout(onLeave, LEFT_AFTER);
    };
    for (const kind of ['pointerdown', 'keydown']) addEventListener(kind, again);
    return () => {
      clearTimeout(timer);
      for (const kind of ['pointerdown', 'keydown']) removeEventListener(kind, again);
    };
  }, []);
}

/** Asks which member does the action, for example if the row is not assigned to anybody. */
export function ChooseMember({
  question,
  title,
  onChoose,
  onClose,
}: {
  question: string;
  title: string;
  onChoose: (member: Member) => void;
  onClose: () => void;
}) {
  const household = useHousehold();
  useLeaving(onClose);
  const people = household.members.value.filter(
    (member) => isPerson(member) && isPresent(member, household.today.value),
  );
  return (
    <Dialog title={question} onClose={onClose}>
      <p class={styles.about} dir="auto">
        {title}
      </p>
      <ul class={styles.people}>
        {people.map((member) => (
          <li key={member.id}>
            <button type="button" class={styles.person} onClick={() => onChoose(member)}>
              <Face of={member} size={44} named={false} />
              <bdi>{member.displayName}</bdi>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

/** Asks for the member's PIN before somebody can act as this member. */
export function PinPad({
  member: { id, displayName: name, color },
  onChosen,
  onClose,
}: {
  member: Member;
  onChosen: () => void;
  onClose: () => void;
}) {
  const [pin, setPin] = useState('');
  const { error, isBusy, run } = useSaving();
  useLeaving(onClose);
  const add = (digit: string) => setPin((before) => (before + digit).slice(0, MOST));
  const submit = async () => {
    if (pin.length < FEWEST) return;
    if (await run(() => choose(id, pin))) onChosen();
    else setPin('');
  };
  const code = error instanceof ApiError ? error.code : null;
  return (
    <Dialog title={t('wall.pin', { name })} onClose={onClose}>
      <form
        class={styles.pad}
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <div class={styles.typed}>
          <Face of={{ displayName: name, color }} size={44} named={false} />
          <input
            type="password"
            inputMode="numeric"
            autoComplete="off"
            aria-label={t('wall.pinLabel')}
            pattern="[0-9]*"
            maxLength={MOST}
            value={pin}
            onInput={({ currentTarget }) => setPin(currentTarget.value.replaceAll(/\D/g, ''))}
          />
        </div>
        {error !== null && (
          <p role="alert" class={styles.problem}>
            {code === 'PIN_REJECTED'
              ? t('wall.pinRejected')
              : code === 'RATE_LIMITED'
                ? t('wall.pinLocked', { name })
                : explain(error)}
          </p>
        )}
        <div class={styles.digits} dir="ltr">
          {DIGITS.map((digit) => (
            <button key={digit} type="button" onClick={() => add(digit)}>
              {digit}
            </button>
          ))}
          <IconButton icon={Delete} label={t('wall.pinDelete')} onClick={() => setPin(pin.slice(0, -1))} />
          <button type="button" onClick={() => add('0')}>
            0
          </button>
          <Button type="submit" look="main" busy={isBusy} disabled={pin.length < FEWEST}>
            {t('wall.pinSubmit')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
