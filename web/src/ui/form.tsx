import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { FormContext } from './form-context.ts';

/**
 * A form that can be submitted only if no required field is empty. Otherwise each empty required field shows its
 * error. If the form or the service refuses the input, the first invalid field gets the focus.
 */
export function Form({
  class: className,
  onSubmit,
  children,
}: {
  class?: string | undefined;
  onSubmit: () => void;
  children: ComponentChildren;
}) {
  const form = useRef<HTMLFormElement>(null);
  const isSubmitted = useRef(false);
  const [isChecked, check] = useState(false);
  useEffect(() => {
    const invalid = form.current?.querySelector<HTMLElement>('[aria-invalid=true]') ?? null;
    if (!isSubmitted.current || invalid === null) return;
    isSubmitted.current = false;
    invalid.focus();
  });
  return (
    <form
      ref={form}
      class={className}
      noValidate
      onInput={() => (isSubmitted.current = false)}
      onSubmit={(event) => {
        event.preventDefault();
        isSubmitted.current = true;
        const isIncomplete = form.current?.querySelector('[data-empty]') !== null;
        check(isIncomplete);
        if (isIncomplete) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
        else onSubmit();
      }}
    >
      <FormContext.Provider value={isChecked}>{children}</FormContext.Provider>
    </form>
  );
}
