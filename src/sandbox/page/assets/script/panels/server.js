import { tell } from '../api.js';
import { find, keep, make } from '../dom.js';
import { openRoles } from './roles.js';

/** Opens the owner's controls and the switches for fault injection. */
export function openServer(act) {
  const showRoles = openRoles();
  find('#new-role').addEventListener('submit', async (event) => {
    event.preventDefault();
    const name = find('#role-name');
    const color = Number.parseInt(find('#role-color').value.slice(1), 16);
    if (await tell('POST', '/roles', { name: name.value, color })) name.value = '';
  });
  find('#disconnect').addEventListener('click', () => tell('POST', '/disconnect'));
  find('#see-log').addEventListener('click', () => act.lookAsAdmin());

  return ({ roles, faultPresets, screening, admin }) => {
    showRoles(roles);
    find('#see-log').disabled = !admin;
    keep(find('#fault-presets'), faultPresets, { key: ({ name }) => name, build: toPreset });
    keep(find('#rules'), [{ isOn: screening }], { key: () => 'screening', build: toScreening });
    find('#tab-server').classList.toggle(
      'has-trouble',
      faultPresets.some(({ isOn }) => isOn),
    );
  };
}

const toPreset = ({ name, title, text, isOn }) =>
  toSwitch({ key: `preset-${name}`, title, text, isOn }, (wanted) =>
    tell('PUT', `/fault-presets/${name}`, { isOn: wanted }),
  );

const toScreening = ({ isOn }) =>
  toSwitch(
    {
      key: 'screening',
      title: 'New members must accept the rules first',
      text: 'Until then, they can read but not write.',
      isOn,
    },
    (wanted) => tell('PUT', '/screening', { isOn: wanted }),
  );

function toSwitch({ key, title, text, isOn }, onChange) {
  const box = make('input', { type: 'checkbox', role: 'switch', checked: isOn, dataset: { key } });
  box.addEventListener('change', async () => {
    if (!(await onChange(box.checked))) box.checked = isOn;
  });
  return make(
    'li',
    {},
    make(
      'label',
      {},
      make(
        'span',
        { className: 'switch-text' },
        make('span', {}, title),
        make('span', { className: 'quiet' }, text),
      ),
      box,
    ),
  );
}
