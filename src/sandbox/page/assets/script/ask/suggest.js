import { make } from '../dom.js';

/** Pause in typing before the bot is asked, in milliseconds. */
const PAUSE = 200;

let count = 0;

/** Creates a field with autocompletion by the bot. */
export function suggest(complete, toValue, description) {
  count += 1;
  const listId = `suggestions-${count}`;
  const list = make('ul', { id: listId, className: 'picker', role: 'listbox', hidden: true });
  const input = make('input', {
    autocomplete: 'off',
    placeholder: description,
    attrs: {
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-controls': listId,
      'aria-expanded': 'false',
    },
  });
  let choices = [];
  let chosen;
  let active = -1;
  let asked = 0;
  let timer;

  const open = (isOpen) => {
    list.hidden = !isOpen;
    input.ariaExpanded = String(isOpen);
  };
  const mark = () => {
    for (const [index, option] of [...list.children].entries())
      option.ariaSelected = String(index === active);
    if (choices[active]) input.setAttribute('aria-activedescendant', `${listId}-${active}`);
    else input.removeAttribute('aria-activedescendant');
  };
  const choose = (choice) => {
    // Cancel pending requests and ignore their answers: they are for the previous input.
    clearTimeout(timer);
    asked += 1;
    chosen = choice;
    input.value = choice.name;
    open(false);
  };
  const show = (found) => {
    choices = found;
    active = -1;
    const options = choices.map((choice, index) =>
      make(
        'li',
        {
          role: 'option',
          id: `${listId}-${index}`,
          on: { mousedown: (event) => event.preventDefault(), click: () => choose(choice) },
        },
        choice.name,
      ),
    );
    const none = make('li', { className: 'quiet' }, 'The bot suggests nothing.');
    list.replaceChildren(...(options.length > 0 ? options : [none]));
    open(document.activeElement === input);
    mark();
  };
  const look = async () => {
    asked += 1;
    const mine = asked;
    const found = await complete(input.value).catch(() => []);
    // Ignore an answer if a newer request was sent.
    if (mine === asked) show(found);
  };

  const lookSoon = () => {
    clearTimeout(timer);
    timer = setTimeout(look, PAUSE);
  };
  input.addEventListener('input', () => {
    chosen = undefined;
    lookSoon();
  });
  input.addEventListener('focus', lookSoon);
  input.addEventListener('blur', () => open(false));
  input.addEventListener('keydown', (event) => {
    if (list.hidden) return;
    if (event.key === 'Escape') open(false);
    else if (event.key === 'ArrowDown') active = Math.min(active + 1, choices.length - 1);
    else if (event.key === 'ArrowUp') active = Math.max(active - 1, 0);
    else if (event.key === 'Enter' && choices[active]) choose(choices[active]);
    else return;
    event.preventDefault();
    mark();
  });
  const read = () => {
    if (chosen) return chosen.value;
    return input.value === '' ? undefined : toValue(input.value);
  };
  return { input: make('span', { className: 'suggest' }, input, list), read };
}
