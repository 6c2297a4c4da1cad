import { useState } from 'preact/hooks';
import { ErrorBoundary as Suspense } from 'preact-iso/lazy';
import CalendarArrowUp from 'lucide/dist/esm/icons/calendar-arrow-up.mjs';
import { useMyself } from '../../data/people.ts';
import { t } from '../../i18n/t.ts';
import { Button } from '../../ui/button.tsx';
import { isOnline } from '../../ui/online.ts';
import { notify } from '../../ui/saving.ts';
import type { ShiftFormComponent } from '../../ui/slots.ts';

/** A button that opens the form for shifting dates. It is hidden from children and guests. */
export function ShiftButton({
  form: Form,
  chosen,
  look = 'plain',
}: {
  form: ShiftFormComponent;
  chosen?: readonly string[];
  look?: 'plain' | 'quiet';
}) {
  const [isOpen, open] = useState(false);
  if (!useMyself().isAdult) return null;
  return (
    <>
      <Button
        look={look}
        {...(look === 'plain' && { icon: CalendarArrowUp })}
        disabled={!isOnline.value}
        onClick={() => open(true)}
      >
        {t('shift.open')}
      </Button>
      {isOpen && (
        <Suspense>
          <Form
            chosen={chosen}
            onMade={(undo) => {
              open(false);
              notify(t('shift.made'), undo);
            }}
            onClose={() => open(false)}
          />
        </Suspense>
      )}
    </>
  );
}
