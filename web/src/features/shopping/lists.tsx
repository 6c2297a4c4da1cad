import { useState } from 'preact/hooks';
import ArrowDown from 'lucide/dist/esm/icons/arrow-down.mjs';
import ArrowUp from 'lucide/dist/esm/icons/arrow-up.mjs';
import X from 'lucide/dist/esm/icons/x.mjs';
import { useHousehold } from '../../data/household.ts';
import { changeList, createList, deleteList, showList, type List } from '../../data/shopping.ts';
import { t } from '../../i18n/t.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { DialogActions, DialogMore } from '../../ui/dialog-actions.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { explain } from '../../ui/explain.ts';
import { Field } from '../../ui/field.tsx';
import { toast, undoAction } from '../../ui/toast.tsx';
import styles from './lists.module.css';

/** Returns the name of a list. A list without a name is called "Shopping". */
export const nameList = ({ name }: List): string => name ?? t('nav.shopping');

/** Shows buttons to choose a list, if there are several lists. */
export function Lists({ lists, list }: { lists: readonly List[]; list: List }) {
  if (lists.length < 2) return null;
  return (
    <div class={styles.lists} role="group" aria-label={t('shopping.lists')}>
      {lists.map((each) => (
        <Chip key={each.id} pressed={each.id === list.id} onPress={() => showList(each.id)}>
          <span class={styles.name} dir="auto">
            {nameList(each)}
          </span>
        </Chip>
      ))}
    </div>
  );
}

/** The form for a new list. */
export function NewList({ onClose }: { onClose: () => void }) {
  const household = useHousehold();
  const [name, setName] = useState('');
  const { error, isBusy, run } = useSaving(onClose);
  return (
    <Dialog title={t('shopping.newList')} onClose={onClose}>
      <form
        class={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          void run(() => createList(household, name.trim()));
        }}
      >
        <Field
          label={t('shopping.listName')}
          required
          maxLength={60}
          value={name}
          onValue={setName}
          error={error}
        />
        <DialogActions onCancel={onClose}>
          <Button look="main" type="submit" busy={isBusy}>
            {t('shopping.createList')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

/**
 * The form of a list: its name, and its sections in their order.
 * @param sections the list's sections in their order, followed by other sections of its items
 */
export function ArrangeList({
  list,
  sections,
  isFirst,
  onClose,
}: {
  list: List;
  sections: readonly string[];
  isFirst: boolean;
  onClose: () => void;
}) {
  const household = useHousehold();
  const [name, setName] = useState(nameList(list));
  const [way, setWay] = useState(sections);
  const [added, setAdded] = useState('');
  const { error, isBusy, run } = useSaving(onClose);

  const isOnWay = (section: string) =>
    way.some((each) => each.toLocaleLowerCase() === section.toLocaleLowerCase());
  const withAdded = () => {
    const section = added.trim();
    return section === '' || isOnWay(section) ? way : [...way, section];
  };
  const add = () => {
    setWay(withAdded());
    setAdded('');
  };
  const move = (place: number, by: number) => {
    const moved = [...way];
    moved.splice(place + by, 0, ...moved.splice(place, 1));
    setWay(moved);
  };
  const save = () =>
    changeList(household, list, {
      ...(name.trim() !== nameList(list) && { name: name.trim() }),
      sections: withAdded().map((section) => ({ name: section })),
    });
  const remove = async () => {
    const undo = await deleteList(household, list);
    toast(t('shopping.listDeleted', { name: nameList(list) }), undoAction(undo));
  };

  return (
    <Dialog title={nameList(list)} onClose={onClose}>
      <form
        class={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          void run(save);
        }}
      >
        <Field
          label={t('shopping.listName')}
          required
          maxLength={60}
          value={name}
          onValue={setName}
          error={error}
        />
        <fieldset class={styles.way}>
          <legend>{t('shopping.sectionOrder')}</legend>
          <p>{t('shopping.sectionOrderHint')}</p>
          <ol>
            {way.map((section, place) => (
              <li key={section} class={styles.section}>
                <span class={styles.name} dir="auto">
                  {section}
                </span>
                <IconButton
                  icon={ArrowUp}
                  label={t('shopping.moveSectionUp', { section })}
                  aria-disabled={place === 0 ? 'true' : undefined}
                  onClick={() => place > 0 && move(place, -1)}
                />
                <IconButton
                  icon={ArrowDown}
                  label={t('shopping.moveSectionDown', { section })}
                  aria-disabled={place === way.length - 1 ? 'true' : undefined}
                  onClick={() => place < way.length - 1 && move(place, 1)}
                />
                <IconButton
                  icon={X}
                  label={t('shopping.removeSection', { section })}
                  onClick={() => setWay(way.filter((each) => each !== section))}
                />
              </li>
            ))}
          </ol>
          {way.length < 60 && (
            <div class={styles.add}>
              <Field
                label={t('shopping.addSection')}
                maxLength={80}
                value={added}
                onValue={setAdded}
                onKeyDown={(event) => {
                  if (event.key !== 'Enter' || added.trim() === '') return;
                  event.preventDefault();
                  add();
                }}
              />
              <Button onClick={add}>{t('shopping.addSectionSubmit')}</Button>
            </div>
          )}
        </fieldset>
        {!isFirst && (
          <DialogMore>
            <Button look="danger" busy={isBusy} onClick={() => void run(remove)}>
              {t('shopping.deleteList')}
            </Button>
          </DialogMore>
        )}
        <DialogActions onCancel={onClose}>
          <Button look="main" type="submit" busy={isBusy}>
            {t('shopping.save')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

/** Keeps the state of a form that closes when its request has succeeded. */
function useSaving(onDone: () => void) {
  const [error, setError] = useState<string | undefined>(undefined);
  const [isBusy, setBusy] = useState(false);
  const run = async (work: () => Promise<void>) => {
    setBusy(true);
    setError(undefined);
    try {
      await work();
      onDone();
    } catch (failed) {
      setError(explain(failed));
      setBusy(false);
    }
  };
  return { error, isBusy, run };
}
