import { useState } from 'preact/hooks';
import ChevronRight from 'lucide/dist/esm/icons/chevron-right.mjs';
import Plus from 'lucide/dist/esm/icons/plus.mjs';
import { ApiError } from '../../api/errors.ts';
import { useHousehold, type Occurrence } from '../../data/household.ts';
import {
  changeCategory,
  createCategory,
  deleteCategory,
  listCategories,
  type Category,
} from '../../data/household-settings.ts';
import { useMyself } from '../../data/people.ts';
import { t, tag } from '../../i18n/t.ts';
import { Button } from '../../ui/button.tsx';
import { ColourField } from '../../ui/colour-field.tsx';
import { COLOURS } from '../../ui/colours.ts';
import { DialogActions, DialogMore } from '../../ui/dialog-actions.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Empty, Failure } from '../../ui/empty.tsx';
import { Field } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { isOnline } from '../../ui/online.ts';
import { Rows } from '../../ui/page.tsx';
import { FormError, SaveButton } from '../../ui/save-button.tsx';
import { notify, useSaving } from '../../ui/saving.ts';
import { RowsSkeleton } from '../../ui/skeleton.tsx';
import { CATEGORY_ICONS, iconNamed } from './category-icons.ts';
import own from './categories.module.css';
import styles from '../../ui/settings.module.css';

/** The categories of the household, each with a colour and an icon. */
export function Categories() {
  const household = useHousehold();
  const { isAdult } = useMyself();
  const [open, setOpen] = useState<Category | 'new' | null>(null);
  if (household.failure.value !== null)
    return <Failure error={household.failure.value} onRetry={() => void household.load()} />;
  if (!household.replica.isWhole.value) return <RowsSkeleton />;
  const categories = listCategories(household, tag.value);
  const toDo = countTasks(household.occurrences.value);
  const add = isAdult && (
    <Button look="main" icon={Plus} disabled={!isOnline.value} onClick={() => setOpen('new')}>
      {t('categories.add')}
    </Button>
  );
  return (
    <>
      {!isAdult && <p class={styles.why}>{t('people.adultsOnly')}</p>}
      {categories.length === 0 ? (
        <Empty action={add}>{t('categories.none')}</Empty>
      ) : (
        <>
          <Rows label={t('sections.categories')}>
            {categories.map((category) => {
              const line = (
                <>
                  <Drawing of={category} />
                  <span class={styles.grow}>
                    <bdi>{category.name}</bdi>
                    <span class={styles.small}>
                      {t('categories.open', { count: toDo.get(category.id) ?? 0 })}
                    </span>
                  </span>
                </>
              );
              return (
                <li key={category.id}>
                  {isAdult ? (
                    <button
                      type="button"
                      class={`${styles.line} ${styles.press}`}
                      onClick={() => setOpen(category)}
                    >
                      {line}
                      <Icon of={ChevronRight} size={18} />
                    </button>
                  ) : (
                    <div class={styles.line}>{line}</div>
                  )}
                </li>
              );
            })}
          </Rows>
          <div class={styles.buttons}>{add}</div>
        </>
      )}
      {open !== null && (
        <CategoryForm category={open === 'new' ? null : open} onClose={() => setOpen(null)} />
      )}
    </>
  );
}

function Drawing({ of: { color, icon } }: { of: Pick<Category, 'color' | 'icon'> }) {
  return (
    <span class={color === null ? own.drawing : `who ${own.drawing}`} style={{ '--who': color ?? undefined }}>
      <Icon of={iconNamed(icon)} size={20} />
    </span>
  );
}

/**
 * Returns the number of open tasks of each category. A series counts once, even if several of its dates are open.
 */
function countTasks(rows: readonly Occurrence[]): ReadonlyMap<string | null, number> {
  const open = Map.groupBy(
    rows.filter(({ status }) => status === 'TODO'),
    ({ categoryId }) => categoryId,
  );
  return new Map(
    [...open].map(([categoryId, ofIt]) => [categoryId, new Set(ofIt.map(({ taskId }) => taskId)).size]),
  );
}

/**
 * A form for a category.
 * @param category null creates a new one
 */
function CategoryForm({ category, onClose }: { category: Category | null; onClose: () => void }) {
  const household = useHousehold();
  const [name, setName] = useState(category?.name ?? '');
  const [color, setColor] = useState<string | null>(category === null ? COLOURS[0] : category.color);
  const [icon, setIcon] = useState(category?.icon ?? null);
  const [isRemoving, askRemoving] = useState(false);
  const { error, fields, isBusy, run } = useSaving();
  const isTaken = error instanceof ApiError && error.code === 'CATEGORY_NAME_TAKEN';
  const save = async () => {
    const input = { name: name.trim(), color, icon };
    if (category === null) {
      const { undo } = await createCategory(household, input);
      notify(t('categories.added', { name: input.name }), undo);
    } else {
      const { undo } = await changeCategory(household, category.id, input);
      notify(t('account.saved'), undo);
    }
    onClose();
  };
  const remove = async () => {
    if (category === null) return;
    const { undo } = await deleteCategory(household, category.id);
    notify(t('categories.deleted', { name: category.name }), undo);
    onClose();
  };
  return (
    <Dialog title={category?.name ?? t('categories.add')} onClose={onClose}>
      <form
        class={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          void run(isRemoving ? remove : save);
        }}
      >
        {isRemoving ? (
          <p>{t('categories.removeHint')}</p>
        ) : (
          <>
            <Field
              label={t('account.name')}
              required
              maxLength={80}
              value={name}
              onValue={setName}
              error={
                isTaken
                  ? t('categories.nameTaken')
                  : fields.has('name')
                    ? t('categories.nameRefused')
                    : undefined
              }
            />
            <ColourField
              label={t('members.color')}
              value={color ?? ''}
              onValue={setColor}
              draw={(each) => <Drawing of={{ color: each, icon }} />}
            />
            <fieldset class={own.icons}>
              <legend>{t('categories.icon')}</legend>
              {Object.entries(CATEGORY_ICONS).map(([each, node]) => (
                <label key={each}>
                  <input
                    type="radio"
                    name="icon"
                    checked={each === (icon ?? 'tag')}
                    onChange={() => setIcon(each)}
                    aria-label={t('categories.iconNamed', { name: each.replaceAll('-', ' ') })}
                  />
                  <Icon of={node} size={20} />
                </label>
              ))}
            </fieldset>
          </>
        )}
        {!isTaken && <FormError error={error} fields={fields} shown={['name']} />}
        {category !== null && !isRemoving && (
          <DialogMore>
            <Button look="danger" onClick={() => askRemoving(true)}>
              {t('categories.remove')}
            </Button>
          </DialogMore>
        )}
        <DialogActions onCancel={isRemoving ? () => askRemoving(false) : onClose}>
          <SaveButton
            busy={isBusy}
            look={isRemoving ? 'danger' : 'main'}
            disabled={!isRemoving && name.trim() === ''}
          >
            {isRemoving ? t('categories.remove') : undefined}
          </SaveButton>
        </DialogActions>
      </form>
    </Dialog>
  );
}
