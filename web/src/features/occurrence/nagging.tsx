import BellRing from 'lucide/dist/esm/icons/bell-ring.mjs';
import Siren from 'lucide/dist/esm/icons/siren.mjs';
import type { Occurrence } from '../../data/household.ts';
import { t } from '../../i18n/t.ts';
import { escalationOptions, nagOptions, nagValue, readNag } from '../../ui/nagging.ts';
import { Choice } from './choice.tsx';
import type { Editing } from './editing.ts';

/** The fields for repeated reminders and for notifying the other members. */
export function Nagging({ row, editing }: { row: Occurrence; editing: Editing }) {
  return (
    <>
      <Choice
        icon={BellRing}
        label={t('nag.label')}
        value={nagValue(row.nag)}
        onValue={(value) => editing.change({ nag: readNag(value) })}
        options={nagOptions(row.nag)}
      />
      {row.visibility === 'SHARED' && (
        <Choice
          icon={Siren}
          label={t('escalate.label')}
          value={String(row.escalateAfterMinutes ?? '')}
          onValue={(value) => editing.change({ escalateAfterMinutes: value === '' ? null : Number(value) })}
          options={escalationOptions(row.escalateAfterMinutes)}
        />
      )}
    </>
  );
}
