import { useState } from 'preact/hooks';
import Plus from 'lucide/dist/esm/icons/plus.mjs';
import X from 'lucide/dist/esm/icons/x.mjs';
import { useHousehold } from '../../data/household.ts';
import { saveTemplate, type Template, type TemplateTaskInput } from '../../data/templates.ts';
import { t } from '../../i18n/t.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { DialogActions } from '../../ui/dialog-actions.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { explain } from '../../ui/explain.ts';
import { Field } from '../../ui/field.tsx';
import { NarrowForm, FormProblem } from '../../ui/narrow.tsx';
import styles from './templates.module.css';

/** The service allows at most this many tasks in a template. */
const MAX_TASKS = 50;

/**
 * One line of the form. It edits only the title and the day of the task. The other fields of the task stay
 * unchanged.
 */
type Line = { readonly key: number; readonly task: TemplateTaskInput };

/** The form of a template: its name, and its tasks with the number of days before or after the date. */
export function EditDialog({ template, onClose }: { template: Template | null; onClose: () => void }) {
  const household = useHousehold();
  const [name, setName] = useState(template?.name ?? '');
  const [lines, setLines] = useState<readonly Line[]>(
    () => template?.tasks.map((task, key) => ({ key, task: task })) ?? [emptyLine(0)],
  );
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const change = (key: number, edit: Partial<TemplateTaskInput>) =>
    setLines(lines.map((line) => (line.key === key ? { key, task: { ...line.task, ...edit } } : line)));
  const add = () => setLines([...lines, emptyLine(Math.max(-1, ...lines.map(({ key }) => key)) + 1)]);
  const submit = async () => {
    const tasks = lines.map(({ task }) => task).filter(({ title }) => title.trim() !== '');
    if (isBusy || name.trim() === '' || tasks.length === 0) return;
    setBusy(true);
    setError(null);
    try {
      await saveTemplate(household, template?.id ?? null, { name: name.trim(), tasks });
      onClose();
    } catch (problem) {
      setError(problem);
      setBusy(false);
    }
  };
  return (
    <Dialog title={t(template === null ? 'templates.new' : 'templates.edit')} onClose={onClose}>
      <NarrowForm onSubmit={() => void submit()}>
        <Field
          label={t('templates.name')}
          required
          maxLength={80}
          placeholder={t('templates.namePlaceholder')}
          value={name}
          onValue={setName}
        />
        {lines.map(({ key, task }, place) => (
          <div
            key={key}
            class={styles.line}
            role="group"
            aria-label={t('templates.task', { number: String(place + 1) })}
          >
            <Field
              label={t('templates.what')}
              maxLength={200}
              value={task.title}
              onValue={(title) => change(key, { title })}
            />
            <Field
              label={t('templates.days')}
              type="number"
              min={-366}
              max={366}
              value={String(task.dayOffset ?? '')}
              onValue={(days) => change(key, { dayOffset: days === '' ? null : Math.trunc(Number(days)) })}
            />
            <IconButton
              icon={X}
              label={t('templates.removeTask', { number: String(place + 1) })}
              onClick={() => setLines(lines.filter((line) => line.key !== key))}
            />
          </div>
        ))}
        <p class={styles.hint}>{t('templates.daysHint')}</p>
        {lines.length < MAX_TASKS && (
          <Button icon={Plus} onClick={add}>
            {t('templates.addTask')}
          </Button>
        )}
        {error !== null && <FormProblem>{explain(error)}</FormProblem>}
        <DialogActions onCancel={onClose}>
          <Button type="submit" look="main" busy={isBusy}>
            {t('templates.save')}
          </Button>
        </DialogActions>
      </NarrowForm>
    </Dialog>
  );
}

const emptyLine = (key: number): Line => ({ key, task: { title: '', dayOffset: 0 } });
