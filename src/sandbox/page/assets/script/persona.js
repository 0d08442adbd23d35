import { avatar } from './avatar.js';
import { complain, find, make } from './dom.js';

const NEW = 'new';

/** Opens the choice of the member to act as. */
export function openPersona(act) {
  const select = find('#persona');
  const dialog = find('#newcomer');
  let shown = '';

  select.addEventListener('change', () => {
    if (select.value !== NEW) return act.become(select.value);
    select.value = act.view().you?.id ?? '';
    dialog.showModal();
  });
  dialog.querySelector('[value=cancel]').addEventListener('click', () => dialog.close());
  find('#join').addEventListener('submit', async (event) => {
    event.preventDefault();
    const input = find('#join-name');
    try {
      await act.join(input.value);
      input.value = '';
      dialog.close();
    } catch (error) {
      complain(error.message);
    }
  });

  return ({ you, members, away, roles }) => {
    const people = members.filter(({ bot }) => !bot);
    const isListed = !you || [...people, ...away].some(({ id }) => id === you.id);
    const here = isListed ? people : [you, ...people];
    const print = JSON.stringify([you?.id, here, away, roles]);
    if (print !== shown) {
      const nameOfRole = new Map(roles.map(({ id, name }) => [id, name]));
      const label = ({ name, roles: held = [] }) =>
        held.length > 0 ? `${name} · ${nameOfRole.get(held[0]) ?? ''}` : name;
      select.replaceChildren(
        group('Here', here, label),
        ...(away.length > 0 ? [group('Not here', away, ({ name }) => name)] : []),
        make('option', { value: NEW }, 'Somebody new…'),
      );
      find('#persona-avatar').replaceChildren(...(you ? [avatar(you)] : []));
    }
    shown = print;
    select.value = you?.id ?? '';
  };
}

const group = (label, people, text) =>
  make(
    'optgroup',
    { label },
    people.map((person) => make('option', { value: person.id }, text(person))),
  );
