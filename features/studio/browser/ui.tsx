import type { ComponentChildren } from 'preact';
import { useEffect, useReducer, useRef } from 'preact/hooks';
import type { DraftStore } from './draft-store';
import { Icon, type IconName } from './icons';

/** Renders a component again whenever a draft changes. */
export function useDraft(store: DraftStore): void {
  const [, refresh] = useReducer((count: number, _: undefined) => count + 1, 0);
  useEffect(() => store.subscribe(() => refresh(undefined)), [store]);
}

/** Ids of the items of a list, which stay with them while they are moved. */
export function useKeys(length: number) {
  const keys = useRef<number[]>([]);
  const next = useRef(0);
  const { current } = keys;
  while (current.length < length) current.push(next.current++);
  current.length = length;
  return {
    keys: current,
    move: (from: number, to: number) => current.splice(to, 0, ...current.splice(from, 1)),
    remove: (index: number) => current.splice(index, 1),
    insert: (index: number) => current.splice(index, 0, next.current++),
  };
}

interface IconButtonProps {
  icon: IconName;
  label: string;
  onClick: () => void;
  isDisabled?: boolean;
  class?: string;
}

/** A button with an icon alone. A disabled one keeps the focus. */
export const IconButton = ({ icon, label, onClick, isDisabled = false, class: className = '' }: IconButtonProps) => (
  <button
    type="button"
    class={`icon-button ${className}`}
    aria-label={label}
    title={label}
    aria-disabled={isDisabled}
    onClick={() => !isDisabled && onClick()}
  >
    <Icon name={icon} />
  </button>
);

let announcer: HTMLElement | undefined;

/** Announces a message to screen readers. */
export function announce(message: string): void {
  if (!announcer) {
    announcer = document.createElement('p');
    announcer.className = 'unseen';
    announcer.setAttribute('aria-live', 'polite');
    announcer.setAttribute('role', 'status');
    (document.querySelector('main') ?? document.body).append(announcer);
  }
  const live = announcer;
  live.textContent = '';
  setTimeout(() => {
    live.textContent = message;
  }, 50);
}

interface DialogProps {
  title: string;
  onClose: () => void;
  children: ComponentChildren;
  class?: string;
}

/** A modal dialog, which the browser keeps the focus in. */
export function Dialog({ title, onClose, children, class: className = '' }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    dialog.current?.showModal();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      class={`studio-dialog ${className}`}
      aria-labelledby="dialog-title"
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <h2 id="dialog-title">{title}</h2>
      {children}
    </dialog>
  );
}

export const formatTime = (time: number | string): string =>
  new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(time));
