import { useState } from 'preact/hooks';
import Ellipsis from 'lucide/dist/esm/icons/ellipsis.mjs';
import Plus from 'lucide/dist/esm/icons/plus.mjs';
import { useHousehold, type HouseholdData } from '../../data/household.ts';
import { undoOperation } from '../../data/outbox.ts';
import { useRights } from '../../data/rights.ts';
import { deleteTemplate, useTemplates, type Template, type TemplateTask } from '../../data/templates.ts';
import { t } from '../../i18n/t.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Empty, Failure } from '../../ui/empty.tsx';
import { explain } from '../../ui/explain.ts';
import { Icon } from '../../ui/icon.tsx';
import { Menu } from '../../ui/menu.tsx';
import { PageHead, useTitle } from '../../ui/page.tsx';
import { RowsSkeleton } from '../../ui/skeleton.tsx';
import { toast, undoAction } from '../../ui/toast.tsx';
import { ApplyDialog } from './apply-dialog.tsx';
import { EditDialog } from './edit-dialog.tsx';
import styles from './templates.module.css';

type Opened =
  | { readonly kind: 'edit'; readonly template: Template | null }
  | { readonly kind: 'apply'; readonly template: Template };

/** The templates: groups of tasks that are created together, for example before a holiday. */
export function Templates() {
  const household = useHousehold();
  const templates = useTemplates().value;
  const { isAdult } = useRights();
  const [opened, open] = useState<Opened | null>(null);
  useTitle(t('templates.title'), household.household.value?.name);
  if (household.failure.value !== null)
    return <Failure error={household.failure.value} onRetry={() => void household.load()} />;
  const isThere = household.replica.isWhole.value;
  const create = () => open({ kind: 'edit', template: null });
  return (
    <div class={styles.page}>
      <PageHead
        above={t('templates.about')}
        title={t('templates.title')}
        aside={
          isThere &&
          isAdult &&
          templates.length > 0 && (
            <Button icon={Plus} onClick={create}>
              {t('templates.new')}
            </Button>
          )
        }
      />
      {!isThere && <RowsSkeleton />}
      {isThere && templates.length === 0 && (
        <Empty
          action={
            isAdult && (
              <Button look="main" icon={Plus} onClick={create}>
                {t('templates.new')}
              </Button>
            )
          }
        >
          {t('templates.empty')}
        </Empty>
      )}
      <ul class={styles.cards}>
        {templates.map((template) => (
          <Card
            key={template.id}
            template={template}
            onEdit={() => open({ kind: 'edit', template })}
            onApply={() => open({ kind: 'apply', template })}
            onDelete={() => void remove(household, template)}
          />
        ))}
      </ul>
      {isAdult && (
        <p class={styles.more}>
          <ButtonLink look="quiet" href={`/households/${household.id}/starters`}>
            {t('templates.starters')}
          </ButtonLink>
        </p>
      )}
      {opened?.kind === 'edit' && <EditDialog template={opened.template} onClose={() => open(null)} />}
      {opened?.kind === 'apply' && <ApplyDialog template={opened.template} onClose={() => open(null)} />}
    </div>
  );
}

function Card({
  template,
  onEdit,
  onApply,
  onDelete,
}: {
  template: Template;
  onEdit: () => void;
  onApply: () => void;
  onDelete: () => void;
}) {
  const { name, tasks } = template;
  const { isAdult } = useRights();
  return (
    <li class={styles.card}>
      <h2 dir="auto">{name}</h2>
      <ul class={styles.tasks}>
        {tasks.map((task, place) => (
          <li key={place}>
            <span dir="auto">{task.title}</span>
            <span class={styles.when}>{describeOffset(task)}</span>
          </li>
        ))}
      </ul>
      {isAdult && (
        <div class={styles.acts}>
          <Button look="main" onClick={onApply}>
            {t('templates.useTemplate')}
          </Button>
          <Menu
            class={styles.menu}
            label={t('templates.more', { name })}
            items={[
              { label: t('templates.edit'), run: onEdit },
              { label: t('templates.delete'), run: onDelete, isDanger: true },
            ]}
          >
            <Icon of={Ellipsis} size={20} />
          </Menu>
        </div>
      )}
    </li>
  );
}

/** Returns a text such as “3 days before” or “on the day”. */
export function describeOffset({ dayOffset }: Pick<TemplateTask, 'dayOffset'>): string {
  if (dayOffset === null) return t('templates.undated');
  if (dayOffset === 0) return t('templates.onTheDay');
  return dayOffset < 0
    ? t('templates.before', { days: -dayOffset })
    : t('templates.after', { days: dayOffset });
}

async function remove(household: HouseholdData, { id, name }: Template): Promise<void> {
  try {
    const operationId = await deleteTemplate(household, id);
    const undo =
      operationId === null
        ? undefined
        : undoAction(() => undoOperation(household.id, operationId), operationId);
    toast(t('templates.deleted', { name }), undo);
  } catch (error) {
    toast(explain(error));
  }
}
