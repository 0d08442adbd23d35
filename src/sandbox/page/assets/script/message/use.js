import { make } from '../dom.js';

/** Sends the use of a component to the bot, and shows a failure below its message. */
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
