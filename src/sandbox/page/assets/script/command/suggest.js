/** @typedef {{ name: string, value: string | number }} Suggestion */
import { useCombobox } from '../combobox.js';
import { html, useId, useRef, useState } from '../preact.js';
import { createTimer } from '../timer.js';

/** Pause in typing before the bot is asked, in milliseconds. */
const PAUSE = 200;

/**
 * Renders a field with autocompletion by the bot. A hidden field holds the value of the chosen suggestion.
 * @param {{ complete: (typed: string) => Promise<readonly Suggestion[]>, field: { name: string } }} props
 */
export function Suggest({ complete, field: { name, ...field } }) {
  const id = useId();
  const [found, setFound] = useState(/** @type {readonly Suggestion[]} */ ([]));
  const [{ text, value }, setState] = useState({ text: '', value: '' });
  const box = useRef(/** @type {HTMLInputElement | null} */ (null));
  const [later] = useState(createTimer);
  const asked = useRef(0);
  const { open, input, list } = useCombobox({
    id,
    items: found,
    keys: ['Enter'],
    first: -1,
    choose(choice) {
      // Cancel pending requests and ignore their answers: they are for the previous input.
      later();
      asked.current += 1;
      setState({ text: choice.name, value: String(choice.value) });
      open(false);
    },
  });
  const look = async () => {
    asked.current += 1;
    const mine = asked.current;
    const next = await complete(box.current?.value ?? '').catch(() => []);
    // Ignore an answer if a newer request was sent.
    if (mine !== asked.current) return;
    setFound(next);
    open(document.activeElement === box.current);
  };
  const lookSoon = () => later(PAUSE, look);
  /** @param {{ currentTarget: HTMLInputElement }} event */
  const onInput = ({ currentTarget: { value: typed } }) => {
    setState({ text: typed, value: typed });
    lookSoon();
  };
  return html`<span class="suggest">
    <input ...${field} ...${input} ref=${box} value=${text} onInput=${onInput} onFocus=${lookSoon}
      onBlur=${() => open(false)} />
    <input type="hidden" name=${name} value=${value} />
    ${list(undefined, 'The bot suggests nothing.', (choice) => choice.name)}
  </span>`;
}
