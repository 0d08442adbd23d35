import { choicesOf } from '../ask/choices.js';
import { make } from '../dom.js';
import { use } from './use.js';

let count = 0;

/** Renders a select menu as a button that opens a list. A single choice is sent at once, several after "Done". */
export function toMenu(data, context) {
  const { custom_id: component, min_values: least = 1, max_values: most = 1, disabled = false } = data;
  const choices = choicesOf(data, context.view);
  const chosen = new Set(choices.filter((choice) => choice.isDefault).map(({ value }) => value));
  count += 1;
  const listId = `menu-${count}`;
  const opener = make('button', {
    type: 'button',
    className: 'menu',
    disabled,
    dataset: { key: `use-${component}` },
    attrs: { 'aria-haspopup': 'listbox', 'aria-expanded': 'false', 'aria-controls': listId },
  });
  const list = make('ul', {
    id: listId,
    role: 'listbox',
    hidden: true,
    tabIndex: -1,
    attrs: { 'aria-multiselectable': String(most > 1), 'aria-label': data.placeholder ?? 'Choices' },
  });
  const element = make('div', { className: 'menu-box' }, opener, list);

  const label = () => {
    const names = choices.filter(({ value }) => chosen.has(value)).map(({ name }) => name);
    opener.textContent = names.join(', ') || (data.placeholder ?? 'Make a selection');
    opener.classList.toggle('is-empty', names.length === 0);
  };
  const close = () => {
    list.hidden = true;
    opener.ariaExpanded = 'false';
  };
  const send = () => {
    close();
    label();
    opener.focus();
    return use(opener, { kind: 'choose', component, values: [...chosen] }, context);
  };
  const pick = (value) => {
    if (most > 1) {
      if (!chosen.delete(value) && chosen.size < most) chosen.add(value);
      return mark();
    }
    chosen.clear();
    chosen.add(value);
    return send();
  };
  const options = choices.map(({ value, name, description }) =>
    make(
      'li',
      { role: 'option', tabIndex: -1, dataset: { value }, on: { click: () => pick(value) } },
      make('span', {}, name),
      description && make('span', { className: 'quiet' }, description),
    ),
  );
  const done = make('li', {
    role: 'option',
    className: 'done',
    tabIndex: -1,
    on: { click: () => canSend() && send() },
  });
  const canSend = () => chosen.size >= least;
  const mark = () => {
    for (const option of options) option.ariaSelected = String(chosen.has(option.dataset.value));
    done.textContent = canSend() ? 'Done' : `Choose at least ${least}`;
    done.ariaDisabled = String(!canSend());
  };
  const empty = choices.length === 0 && make('li', { className: 'quiet' }, 'There is nothing to choose.');
  list.append(...options, ...(most > 1 ? [done] : []), ...(empty ? [empty] : []));

  opener.addEventListener('click', () => {
    list.hidden = !list.hidden;
    opener.ariaExpanded = String(!list.hidden);
    if (list.hidden) return;
    mark();
    (options.find(({ ariaSelected }) => ariaSelected === 'true') ?? options[0] ?? list).focus();
  });
  list.addEventListener('keydown', (event) => {
    const all = [...list.querySelectorAll('[role=option]')];
    const at = all.indexOf(document.activeElement);
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key];
    if (next !== undefined) all.at(Math.min(Math.max(next, 0), all.length - 1))?.focus();
    else if (event.key === 'Enter' || event.key === ' ') document.activeElement.click();
    else if (event.key === 'Escape') {
      close();
      opener.focus();
    } else return;
    event.preventDefault();
  });
  element.addEventListener('focusout', ({ relatedTarget }) => {
    if (!element.contains(relatedTarget)) close();
  });
  label();
  return element;
}
