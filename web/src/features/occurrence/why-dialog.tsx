import { useHousehold, type Occurrence } from '../../data/household.ts';
import { maySwap } from '../../data/may-swap.ts';
import { useRights } from '../../data/rights.ts';
import { t } from '../../i18n/t.ts';
import type { RowAct } from '../../ui/row-actions.ts';
import { Button } from '../../ui/button.tsx';
import { DialogActions } from '../../ui/dialog-actions.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { joinNames } from './turn-reason.ts';
import { Why } from './why.tsx';

/** Says whose turn a task is, why, and who comes next, and offers to swap the turn or to hand it over. */
export function WhyDialog({
  row,
  onChoose,
  onClose,
}: {
  row: Occurrence;
  onChoose: (act: RowAct) => void;
  onClose: () => void;
}) {
  const household = useHousehold();
  const { isAdult } = useRights();
  const people = row.responsibleMemberIds.flatMap((id) => household.member(id) ?? []);
  return (
    <Dialog title={t('why.title', { who: joinNames(people) })} onClose={onClose}>
      <p dir="auto">{row.title}</p>
      <Why row={row} household={household} />
      <DialogActions onCancel={onClose} cancel={t('dialog.close')}>
        {isAdult && row.status === 'TODO' && (
          <Button onClick={() => onChoose('assign')}>{t('occurrence.assignTask')}</Button>
        )}
        {isAdult && maySwap(row, household) && (
          <Button look="main" onClick={() => onChoose('swap')}>
            {t('people.swap')}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}
