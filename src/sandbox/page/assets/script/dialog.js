import { html, useLayoutEffect, useRef } from './preact.js';

/**
 * Renders an open modal dialog. Its heading has the id `ID-title`.
 * @param {{ id: string, onClose: () => void, children?: import('preact').ComponentChildren }} props
 */
export function Dialog({ id, onClose, children }) {
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  const isGone = useRef(false);
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => {
      isGone.current = true;
      // Returns the focus to where it was.
      element?.close();
    };
  }, []);
  return html`<dialog id=${id} aria-labelledby=${`${id}-title`} ref=${dialog}
    onClose=${() => isGone.current || onClose()}>${children}</dialog>`;
}

/** Closes the dialog around an element. @param {{ currentTarget: Element }} event */
export const closeDialog = ({ currentTarget }) => currentTarget.closest('dialog')?.close();
