import type { ComponentChildren } from 'preact';
import { useId, useRef, useState } from 'preact/hooks';
import { Icon, type IconNode } from './icon.tsx';
import styles from './menu.module.css';

export type MenuItem = {
  readonly label: string;
  readonly icon?: IconNode;
  readonly run?: () => void;
  readonly href?: string;
  readonly isCurrent?: boolean;
  readonly isDanger?: boolean;
};

/** A button that opens a menu of actions, with keyboard support. */
export function Menu({
  label,
  items,
  children,
  class: extra,
  align = 'end',
}: {
  /** The accessible name of the button, if its children contain no text. */
  label?: string;
  items: readonly MenuItem[];
  children: ComponentChildren;
  class?: string | undefined;
  align?: 'start' | 'end';
}) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  // The items are rendered only while the menu is open, because most menus are never opened.
  const [isOpen, setOpen] = useState(false);
  const close = () => list.current?.hidePopover();
  const entries = () => [...(list.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])];
  const step = (event: KeyboardEvent) => {
    const all = entries();
    const at = all.indexOf(document.activeElement as HTMLElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1 + all.length, Home: 0, End: all.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    all[to % all.length]?.focus();
  };
  const place = () => {
    const box = button.current?.getBoundingClientRect();
    const popover = list.current;
    if (box === undefined || popover === null) return;
    const { offsetWidth: width, offsetHeight: height } = popover;
    const isRtl = document.documentElement.dir === 'rtl';
    const atStart = (align === 'start') !== isRtl;
    const x = atStart ? box.x : box.x + box.width - width;
    const below = box.y + box.height + 6;
    const y = below + height > innerHeight ? Math.max(8, box.y - height - 6) : below;
    popover.style.translate = `${Math.min(Math.max(8, x), innerWidth - width - 8)}px ${y}px`;
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        class={extra}
        aria-haspopup="menu"
        aria-label={label}
        popovertarget={id}
        onClick={() => undefined}
      >
        {children}
      </button>
      <div
        ref={list}
        id={id}
        popover="auto"
        role="menu"
        class={styles.menu}
        onKeyDown={step}
        onBeforeToggle={({ newState }) => newState === 'open' && setOpen(true)}
        onToggle={({ newState }) => {
          if (newState === 'open') {
            place();
            entries()[0]?.focus();
          } else setOpen(false);
        }}
      >
        {isOpen &&
          items.map(({ label: name, icon, run, href, isCurrent, isDanger }) => {
            const inside = (
              <>
                {icon && <Icon of={icon} size={18} />}
                <span dir="auto">{name}</span>
              </>
            );
            const look = {
              class: [styles.item, isCurrent === true && styles.current, isDanger === true && styles.danger]
                .filter(Boolean)
                .join(' '),
              role: 'menuitem' as const,
              tabIndex: -1,
            };
            return href !== undefined ? (
              <a
                key={name}
                href={href}
                {...look}
                aria-current={isCurrent === true ? 'true' : undefined}
                onClick={close}
              >
                {inside}
              </a>
            ) : (
              <button
                key={name}
                type="button"
                {...look}
                onClick={() => {
                  close();
                  run?.();
                }}
              >
                {inside}
              </button>
            );
          })}
      </div>
    </>
  );
}
