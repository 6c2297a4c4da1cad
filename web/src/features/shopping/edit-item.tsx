import { useId, useState } from 'preact/hooks';
import { useDraft } from '../../data/drafts.ts';
import { useHousehold } from '../../data/household.ts';
import type { Item, List } from '../../data/shopping.ts';
import { t } from '../../i18n/t.ts';
import { Button } from '../../ui/button.tsx';
import { DialogActions, DialogMore } from '../../ui/dialog-actions.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, SelectField } from '../../ui/field.tsx';
import { offerUndo } from '../../ui/ticking.ts';
import { nameList } from './lists.tsx';
import styles from './shopping.module.css';

type Form = Record<'name' | 'quantity' | 'unit' | 'section' | 'note' | 'listId', string>;

/** The form of one item. Only changed fields are sent, so that changes of others are kept. */
export function EditItem({
  item,
  lists,
  sections,
  onClose,
}: {
  item: Item;
  lists: readonly List[];
  sections: readonly string[];
  onClose: () => void;
}) {
  const household = useHousehold();
  // The draft contains the initial values too. After a reload, the changed fields are found by comparing with
  // them.
  const [draft, setDraft] = useDraft<{ before: Form; form: Form }>(`item:${item.id}`);
  const [began] = useState(() => toForm(item));
  const { before, form } = draft ?? { before: began, form: began };
  const listId = useId();
  const bind = (name: keyof Form) => ({
    value: form[name],
    onValue: (value: string) => setDraft({ before, form: { ...form, [name]: value } }),
  });

  const save = () => {
    const changed = Object.entries(toEdit(form)).filter(
      ([name]) => form[name as keyof Form].trim() !== before[name as keyof Form],
    );
    if (changed.length > 0)
      household.act({ type: 'shopping.set', itemId: item.id, ...Object.fromEntries(changed) });
    close();
  };

  const close = () => {
    setDraft(null);
    onClose();
  };

  const remove = () => {
    const { id, name, updatedAt } = item;
    close();
    const actId = household.act({ type: 'shopping.remove', itemId: id, base: { updatedAt } });
    offerUndo(household, t('shopping.removed', { name }), actId);
  };

  return (
    <Dialog title={item.name} onClose={close}>
      <form
        class={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <Field label={t('shopping.name')} required maxLength={80} {...bind('name')} />
        <div class={styles.amounts}>
          <Field
            label={t('shopping.quantity')}
            type="number"
            min="0.001"
            max="1000000"
            step="any"
            inputMode="decimal"
            {...bind('quantity')}
          />
          <Field label={t('shopping.unit')} maxLength={20} autocapitalize="none" {...bind('unit')} />
        </div>
        <Field label={t('shopping.section')} maxLength={80} list={listId} {...bind('section')} />
        <datalist id={listId}>
          {sections.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        {lists.length > 1 && (
          <SelectField label={t('shopping.list')} {...bind('listId')}>
            {lists.map((list) => (
              <option key={list.id} value={list.id}>
                {nameList(list)}
              </option>
            ))}
          </SelectField>
        )}
        <Field label={t('shopping.note')} maxLength={200} {...bind('note')} />
        <DialogMore>
          <Button look="danger" onClick={remove}>
            {t('shopping.remove')}
          </Button>
        </DialogMore>
        <DialogActions onCancel={close}>
          <Button look="main" type="submit">
            {t('shopping.save')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

const toForm = ({ name, quantity, unit, section, note, listId }: Item): Form => ({
  listId,
  name,
  quantity: quantity === null ? '' : String(quantity),
  unit: unit ?? '',
  section: section ?? '',
  note: note ?? '',
});

const toEdit = ({ name, quantity, unit, section, note, listId }: Form) => ({
  listId,
  name: name.trim(),
  quantity: quantity === '' ? null : Math.round(Number(quantity) * 1000) / 1000,
  unit: unit.trim() || null,
  section: section.trim() || null,
  note: note.trim() || null,
});
