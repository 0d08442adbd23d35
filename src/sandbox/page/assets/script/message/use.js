import { make } from '../dom.js';

/** Uses a component, and shows on it and under its message what comes of that. */
export async function use(element, deed, { act, message }) {
  const item = element.closest('.message');
  item?.querySelector('.failed')?.remove();
  element.ariaBusy = 'true';
  element.disabled = true;
  try {
    const answer = await act.use({ ...deed, message: message.id });
    if (answer.kind === 'silence')
      throw new Error('This interaction failed: the application did not respond.');
  } catch (error) {
    const said = document.querySelector(`[data-message="${message.id}"] .said`);
    said?.append(make('p', { className: 'failed', role: 'status' }, error.message));
  } finally {
    element.ariaBusy = 'false';
    element.disabled = false;
    if (document.activeElement === document.body) element.focus();
  }
}
