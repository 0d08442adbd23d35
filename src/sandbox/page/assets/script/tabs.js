import { find, make } from './dom.js';

const TABS = [
  ['chat', 'Chat', '#'],
  ['members', 'Members', '☺'],
  ['shop', 'Shop', '◈'],
  ['flow', 'Timeline', '⇢'],
  ['server', 'Server', '⚙'],
];

/** Opens the tabs of the side panels. On a phone, which shows one panel at a time, the chat is a tab too. */
export function openTabs() {
  const app = find('#app');
  const list = find('#tabs');
  const buttons = TABS.map(([id, text, face]) =>
    make(
      'button',
      {
        type: 'button',
        role: 'tab',
        id: `tab-${id}`,
        attrs: { 'aria-controls': id },
        on: { click: () => open(id) },
      },
      make('span', { className: 'face', attrs: { 'aria-hidden': 'true' } }, face),
      make('span', {}, text),
    ),
  );
  list.append(...buttons);
  for (const [id] of TABS) find(`#${id}`).setAttribute('aria-labelledby', `tab-${id}`);
  find('#chat').setAttribute('aria-labelledby', 'channel-name');

  function open(id) {
    app.dataset.tab = id;
    for (const button of buttons) {
      const isOpen = button.id === `tab-${id}`;
      button.ariaSelected = String(isOpen);
      button.tabIndex = isOpen ? 0 : -1;
    }
  }

  list.addEventListener('keydown', ({ key }) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
    if (!step) return;
    // The tabs shown depend on the width of the window.
    const shown = buttons.filter((button) => button.offsetParent !== null);
    const next = shown.at((shown.indexOf(document.activeElement) + step) % shown.length);
    next.click();
    next.focus();
  });
  find('#to-channels').addEventListener('click', () => {
    app.dataset.tab = 'channels';
    find('#channel-list button')?.focus();
  });
  open(matchMedia('(max-width: 47.99rem)').matches ? 'chat' : 'shop');
  return { open: (id) => (id !== 'chat' || isPhone()) && open(id) };
}

const isPhone = () => matchMedia('(max-width: 47.99rem)').matches;
