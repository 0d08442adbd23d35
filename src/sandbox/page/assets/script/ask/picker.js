import { complain, make } from '../dom.js';

const SUBCOMMAND = 1;
const GROUP = 2;

/** Lists a command, or its subcommands with their full names: `plans list`. */
function flatten({ name, description, options }) {
  const branches = options.filter(({ type }) => type === SUBCOMMAND || type === GROUP);
  if (branches.length === 0) return [{ name, description, options }];
  return branches.flatMap((branch) =>
    flatten({ ...branch, options: branch.options ?? [], name: `${name} ${branch.name}` }),
  );
}

/**
 * Opens the list of commands while the input begins with a slash.
 * @returns the list element, to be placed above the input
 */
export function openPicker(input, load, choose) {
  const list = make('ul', {
    id: 'picker',
    className: 'picker',
    role: 'listbox',
    ariaLabel: 'Commands',
    hidden: true,
  });
  let commands;
  let shown = [];
  let active = 0;

  for (const [name, value] of Object.entries({
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-controls': 'picker',
    'aria-expanded': 'false',
  }))
    input.setAttribute(name, value);

  const mark = () => {
    for (const [index, option] of [...list.children].entries()) {
      option.ariaSelected = String(index === active);
      if (index === active) option.scrollIntoView({ block: 'nearest' });
    }
    if (shown.length > 0) input.setAttribute('aria-activedescendant', `command-${active}`);
    else input.removeAttribute('aria-activedescendant');
  };
  const open = (isOpen) => {
    list.hidden = !isOpen;
    input.ariaExpanded = String(isOpen);
    if (!isOpen) input.removeAttribute('aria-activedescendant');
  };
  const show = () => {
    const wanted = input.value.slice(1).trimStart().toLowerCase();
    shown = commands.filter(({ name }) => name.includes(wanted));
    shown.sort((a, b) => Number(b.name.startsWith(wanted)) - Number(a.name.startsWith(wanted)));
    active = 0;
    const options = shown.map(({ name, description }, index) =>
      make(
        'li',
        { role: 'option', id: `command-${index}`, on: { click: () => choose(shown[index]) } },
        make('strong', {}, `/${name}`),
        make('span', { className: 'quiet' }, description),
      ),
    );
    const none = make(
      'li',
      { className: 'quiet' },
      commands.length === 0 ? 'The bot offers you no commands here.' : 'No such command.',
    );
    list.replaceChildren(...(options.length > 0 ? options : [none]));
    open(true);
    mark();
  };

  input.addEventListener('input', async () => {
    if (!input.value.startsWith('/')) return open(false);
    try {
      // Load again for each new slash: the commands depend on the member and the channel.
      if (!commands || input.value === '/') commands = (await load()).flatMap(flatten);
      if (input.value.startsWith('/')) show();
    } catch (error) {
      complain(error.message);
    }
  });
  input.addEventListener('keydown', (event) => {
    if (list.hidden) return;
    if (event.key === 'Escape') open(false);
    else if (event.key === 'ArrowDown') active = Math.min(active + 1, shown.length - 1);
    else if (event.key === 'ArrowUp') active = Math.max(active - 1, 0);
    else if ((event.key === 'Enter' || event.key === 'Tab') && shown[active]) choose(shown[active]);
    else return;
    event.preventDefault();
    mark();
  });
  return list;
}
