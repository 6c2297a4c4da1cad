import { useEffect, useState } from 'preact/hooks';
import Monitor from 'lucide/dist/esm/icons/monitor.mjs';
import Plus from 'lucide/dist/esm/icons/plus.mjs';
import { now, useHousehold } from '../../data/household.ts';
import {
  CODE_MINUTES,
  createDisplay,
  listDisplays,
  removeDisplay,
  type Display,
  type NewDisplay,
} from '../../data/displays.ts';
import { useLoaded } from '../../data/use-loaded.ts';
import { useMyself } from '../../data/people.ts';
import { civilDate, dateTime, shortDate } from '../../i18n/formats.ts';
import { t, tag } from '../../i18n/t.ts';
import { Ask } from '../../ui/ask.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { DialogActions } from '../../ui/dialog-actions.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Empty, Failure } from '../../ui/empty.tsx';
import { Face } from '../../ui/face.tsx';
import { Field } from '../../ui/field.tsx';
import { HelpWithLink } from '../../ui/help.tsx';
import { Icon } from '../../ui/icon.tsx';
import { isOnline } from '../../ui/online.ts';
import { Rows, Section } from '../../ui/page.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { FormError, SaveButton } from '../../ui/save-button.tsx';
import { useSaving } from '../../ui/saving.ts';
import { RowsSkeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.tsx';
import own from './displays.module.css';
import styles from '../../ui/settings.module.css';

/** How often the page checks whether the pairing code was used, in milliseconds. */
const LOOK_AGAIN = 3000;

/** The displays of the household: tablets on the wall, and guest links. */
export function Displays() {
  const household = useHousehold();
  const { isOwner, self, speaksFor } = useMyself();
  const looksAfterSomebody = household.members.value.some((each) => !each.hasAccount && speaksFor(each));
  if (household.failure.value !== null)
    return <Failure error={household.failure.value} onRetry={() => void household.load()} />;
  if (!household.replica.isWhole.value) return <RowsSkeleton rows={2} />;
  return (
    <>
      <p>{t('displays.text')}</p>
      {isOwner || looksAfterSomebody ? (
        <Lists isOwner={isOwner} />
      ) : (
        <p class={styles.why}>{t('displays.ownersOnly')}</p>
      )}
      {self?.group === 'ADULT' && (
        <div class={own.here}>
          <div class={styles.buttons}>
            <ButtonLink href={`/households/${household.id}/wall`}>{t('displays.here')}</ButtonLink>
            {isOwner && <ButtonLink href="/display">{t('displays.useThisDevice')}</ButtonLink>}
          </div>
          <p class={styles.small}>{t('displays.hereText')}</p>
        </div>
      )}
    </>
  );
}

/**
 * Lists the tablets and the guest links. Owners see all of them; managers see the guest links of the members they
 * manage.
 */
function Lists({ isOwner }: { isOwner: boolean }) {
  const household = useHousehold();
  const { data, error, reload, set } = useLoaded(() => listDisplays(household.id), [household.id]);
  const [open, setOpen] = useState<'new' | NewDisplay | null>(null);
  const [removing, remove] = useState<Display | null>(null);
  if (error !== null && data === null) return <Failure error={error} onRetry={reload} />;
  if (data === null) return <RowsSkeleton rows={2} />;
  const tablets = data.filter(({ kind }) => kind === 'DISPLAY');
  const passes = data.filter(({ kind }) => kind === 'PASS');
  const members = { href: `/households/${household.id}/settings/members`, text: t('members.title') };
  const add = (
    <Button look="main" icon={Plus} disabled={!isOnline.value} onClick={() => setOpen('new')}>
      {t('displays.add')}
    </Button>
  );
  return (
    <>
      {isOwner && (
        <>
          {tablets.length === 0 ? (
            <Empty action={add}>{t('displays.none')}</Empty>
          ) : (
            <>
              <Rows label={t('sections.displays')}>
                {tablets.map((each) => (
                  <Line key={each.id} display={each} onRemove={() => remove(each)} />
                ))}
              </Rows>
              <div class={styles.buttons}>{add}</div>
            </>
          )}
          <HelpWithLink to={members}>{(section) => t('displays.pin', { section })}</HelpWithLink>
        </>
      )}
      <Section title={t('displays.passes')}>
        {isOwner ? (
          <HelpWithLink to={members}>{(section) => t('displays.passesText', { section })}</HelpWithLink>
        ) : (
          <p class={styles.small}>{t('displays.passesOfYours')}</p>
        )}
        {passes.length === 0 ? (
          <p>{t('displays.noPasses')}</p>
        ) : (
          <Rows label={t('displays.passes')}>
            {passes.map((each) => (
              <Line key={each.id} display={each} onRemove={() => remove(each)} />
            ))}
          </Rows>
        )}
      </Section>
      {open === 'new' && (
        <NewDisplayForm
          onMade={(made) => {
            setOpen(made);
            reload();
          }}
          onClose={() => setOpen(null)}
        />
      )}
      {open !== null && open !== 'new' && (
        <PairingCode
          of={open}
          onClose={() => {
            setOpen(null);
            reload();
          }}
        />
      )}
      {removing !== null && (
        <Removal
          display={removing}
          onRemoved={() => {
            set(data.filter(({ id }) => id !== removing.id));
            remove(null);
          }}
          onClose={() => remove(null)}
        />
      )}
    </>
  );
}

function Line({ display, onRemove }: { display: Display; onRemove: () => void }) {
  const household = useHousehold();
  const { name, memberId, paired, lastSeenAt, createdAt, firstDate, lastDate } = display;
  const words = removalWords(display);
  const today = household.today.value;
  const member = memberId === null ? undefined : household.member(memberId);
  const seen =
    lastSeenAt === null
      ? null
      : t('displays.seen', { at: dateTime(new Date(lastSeenAt), household.zone.value, tag.value) });
  const about =
    firstDate !== null && lastDate !== null
      ? [
          t('displays.passLine', {
            from: shortDate(firstDate, tag.value, today),
            until: shortDate(lastDate, tag.value, today),
          }),
          seen ?? t('displays.neverUsed'),
        ]
      : [
          t('displays.since', {
            date: shortDate(civilDate(new Date(createdAt), household.zone.value), tag.value, today),
          }),
          paired ? (seen ?? t('displays.neverSeen')) : t('displays.notConnected'),
        ];
  return (
    <li class={styles.line}>
      {member === undefined ? (
        <span class={own.icon}>
          <Icon of={Monitor} size={20} />
        </span>
      ) : (
        <Face of={member} size={34} named={false} />
      )}
      <span class={styles.grow}>
        <bdi>{name}</bdi>
        <span class={styles.small}>{about.join(' · ')}</span>
      </span>
      <Button aria-label={words.named} disabled={!isOnline.value} onClick={onRemove}>
        {words.remove}
      </Button>
    </li>
  );
}

function NewDisplayForm({ onMade, onClose }: { onMade: (made: NewDisplay) => void; onClose: () => void }) {
  const household = useHousehold();
  const [name, setName] = useState('');
  const { error, fields, isBusy, run } = useSaving();
  return (
    <Dialog title={t('displays.add')} onClose={onClose}>
      <form
        class={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          void run(async () => onMade(await createDisplay(household.id, name.trim())));
        }}
      >
        <Field
          label={t('displays.name')}
          placeholder={t('displays.namePlaceholder')}
          required
          maxLength={80}
          autoComplete="off"
          value={name}
          onValue={setName}
        />
        <FormError error={error} fields={fields} />
        <DialogActions onCancel={onClose}>
          <SaveButton busy={isBusy} disabled={name.trim() === ''}>
            {t('displays.create')}
          </SaveButton>
        </DialogActions>
      </form>
    </Dialog>
  );
}

/** Shows the pairing code while it is valid. Closes when a device has been paired with it. */
function PairingCode({ of: made, onClose }: { of: NewDisplay; onClose: () => void }) {
  const household = useHousehold();
  const { id, name, pairingCode: code, createdAt } = made;
  const left = Math.ceil((Date.parse(createdAt) + CODE_MINUTES * 60_000 - now.value.getTime()) / 60_000);
  const isOver = left <= 0;
  useEffect(() => {
    if (isOver) return;
    const timer = setInterval(() => {
      listDisplays(household.id).then(
        (all) => {
          if (all.find((each) => each.id === id)?.paired !== true) return;
          toast(t('displays.paired', { name }));
          onClose();
        },
        () => undefined,
      );
    }, LOOK_AGAIN);
    return () => clearInterval(timer);
  }, [id, isOver]);
  return (
    <Dialog title={t('displays.codeTitle', { name })} onClose={onClose}>
      {isOver ? (
        <p class={styles.problem}>{t('displays.codeExpired')}</p>
      ) : (
        <>
          <p>{t('displays.codeText', { address: `${location.host}/display` })}</p>
          <p class={own.code} dir="ltr" data-testid="pairing-code">
            <span>{code.slice(0, 4)}</span> <span>{code.slice(4)}</span>
          </p>
          <p class={styles.small} role="status">
            {t('displays.codeFor', { minutes: Math.min(left, CODE_MINUTES) })}
          </p>
          <QrCode of={`${location.origin}/display#token=${code}`} label={t('displays.code')} />
        </>
      )}
      <DialogActions onCancel={onClose} cancel={t('dialog.close')} />
    </Dialog>
  );
}

/** The texts for removing a tablet, or for ending a guest link, which keeps the guest as a member. */
const removalWords = ({ kind, name }: Display) =>
  kind === 'PASS'
    ? {
        remove: t('displays.passRemove'),
        named: t('displays.passRemoveNamed', { name }),
        title: t('displays.passRemoveTitle', { name }),
        text: t('displays.passRemoveText', { name }),
        removed: t('displays.passRemoved', { name }),
      }
    : {
        remove: t('displays.remove'),
        named: t('displays.removeNamed', { name }),
        title: t('displays.removeTitle', { name }),
        text: t('displays.removeText'),
        removed: t('displays.removed', { name }),
      };

function Removal({
  display,
  onRemoved,
  onClose,
}: {
  display: Display;
  onRemoved: () => void;
  onClose: () => void;
}) {
  const household = useHousehold();
  const words = removalWords(display);
  const remove = async () => {
    await removeDisplay(household.id, display.id);
    toast(words.removed);
    onRemoved();
  };
  return (
    <Ask title={words.title} action={words.remove} onDo={remove} onClose={onClose}>
      <p>{words.text}</p>
    </Ask>
  );
}
