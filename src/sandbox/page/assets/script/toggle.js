import { html, useLayoutEffect, useState } from './preact.js';

/**
 * Renders a checkbox that shows a change at once, and takes it back if it fails.
 * @param {{ isOn: boolean, change: (isOn: boolean) => Promise<boolean>, id: string, isSwitch?: boolean, disabled?: boolean }} props
 */
export function Toggle({ isOn, change, id, isSwitch, disabled = false }) {
  const [shown, show] = useState(isOn);
  useLayoutEffect(() => show(isOn), [isOn]);
  /** @param {{ currentTarget: HTMLInputElement }} event */
  const onChange = async ({ currentTarget: { checked } }) => {
    show(checked);
    if (!(await change(checked))) show(!checked);
  };
  return html`<input type="checkbox" role=${isSwitch && 'switch'} checked=${shown} disabled=${disabled}
    data-key=${id} onChange=${onChange} />`;
}
