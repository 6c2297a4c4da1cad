import { useState } from 'preact/hooks';
import { useHousehold } from '../../data/household.ts';
import { undoOperation } from '../../data/outbox.ts';
import { applyTemplate, type Template } from '../../data/templates.ts';
import { addDays, shortDate } from '../../i18n/formats.ts';
import { t, tag } from '../../i18n/t.ts';
import { Button } from '../../ui/button.tsx';
import { DialogActions } from '../../ui/dialog-actions.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { explain } from '../../ui/explain.ts';
import { Field } from '../../ui/field.tsx';
import { FormProblem } from '../../ui/narrow.tsx';
import { PeopleChoice } from '../../ui/people-choice.tsx';
import { toast, undoAction } from '../../ui/toast.tsx';
import styles from './templates.module.css';

/** Asks for the date and the assignees of a template's tasks, and shows the tasks that it will create. */
export function ApplyDialog({ template, onClose }: { template: Template; onClose: () => void }) {
  const household = useHousehold();
  const today = household.today.value;
  const [date, setDate] = useState(today);
  const [people, choose] = useState<readonly string[]>([]);
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const submit = async () => {
    if (isBusy || date === '') return;
    setBusy(true);
    setError(null);
    try {
      const { count, operationId } = await applyTemplate(household, template.id, {
        date,
        ...(people.length > 0 && { responsibleMemberIds: [...people] }),
      });
      const undo =
        operationId === null
          ? undefined
          : undoAction(() => undoOperation(household.id, operationId), operationId);
      toast(t('templates.applied', { count }), undo);
      onClose();
    } catch (problem) {
      setError(problem);
      setBusy(false);
    }
  };
  return (
    <Dialog title={t('templates.applyTitle', { name: template.name })} onClose={onClose}>
      <Field label={t('templates.date')} type="date" required value={date} onValue={setDate} />
      <p class={styles.label}>{t('templates.people')}</p>
      <PeopleChoice members={household.members.value} chosen={people} onChoose={choose} />
      {date !== '' && (
        <ul class={styles.tasks}>
          {template.tasks.map((task, place) => (
            <li key={place}>
              <span dir="auto">{task.title}</span>
              <span class={`figures ${styles.when}`}>
                {task.dayOffset === null
                  ? t('templates.undated')
                  : shortDate(addDays(date, task.dayOffset), tag.value, today)}
              </span>
            </li>
          ))}
        </ul>
      )}
      {error !== null && <FormProblem>{explain(error)}</FormProblem>}
      <DialogActions onCancel={onClose}>
        <Button look="main" busy={isBusy} onClick={() => void submit()}>
          {t('templates.applyNow', { count: template.tasks.length })}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
