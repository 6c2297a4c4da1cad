import { t } from '../../i18n/t.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { useLeaving } from './choose-member.tsx';
import type { Cell, Column } from './columns.ts';
import { WallRow } from './wall-row.tsx';
import styles from './wall.module.css';

/**
 * A dialog with all rows of a column, for a column whose rows do not all fit on the wall. It closes after a minute
 * without input.
 */
export function WholeColumn({
  column: { member, cells },
  recent,
  onPress,
  onClose,
}: {
  column: Column;
  recent: ReadonlySet<string>;
  onPress: (cell: Cell) => void;
  onClose: () => void;
}) {
  useLeaving(onClose);
  return (
    <Dialog title={member?.displayName ?? t('wall.anyone')} onClose={onClose}>
      <ul class={styles.rows}>
        {cells.map((cell) => (
          <WallRow
            key={cell.row.id}
            cell={cell}
            member={member}
            onToggle={() => onPress(cell)}
            onUndo={cell.isDone && recent.has(cell.row.id) ? () => onPress(cell) : null}
          />
        ))}
      </ul>
    </Dialog>
  );
}
