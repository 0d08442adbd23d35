import htm from 'htm';
import { h } from 'preact';
import { useRef } from 'preact/hooks';

export { h, render } from 'preact';
export { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';

/** Returns a reference to a rendered element. @returns {{ current: HTMLElement | null }} */
export const useElement = () => useRef(null);

/** Moves the focus to an element, if there is one. @param {Element | null | undefined} element */
export const focusOn = (element) => element instanceof HTMLElement && element.focus();

/** Creates an element from a template. Interpolated text never becomes markup. */
export const html =
  /** @type {(strings: TemplateStringsArray, ...values: unknown[]) => import('preact').VNode} */ (
    htm.bind(h)
  );
