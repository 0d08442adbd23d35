// Runs before the first paint, so that the page doesn't flash in another theme.
{
  const NEXT = { auto: 'light', light: 'dark', dark: 'auto' };
  const FACES = { auto: '◐', light: '☀', dark: '☾' };
  const read = () => localStorage.getItem('theme') ?? 'auto';
  const root = document.documentElement;
  const show = (theme) => {
    root.dataset.theme = theme;
    const button = document.querySelector('#theme');
    if (!button) return;
    button.textContent = FACES[theme];
    button.ariaLabel = `Theme: ${theme === 'auto' ? 'as your device' : theme}`;
    button.title = button.ariaLabel;
  };
  show(read());
  document.addEventListener('DOMContentLoaded', () => {
    show(read());
    document.querySelector('#theme').addEventListener('click', () => {
      localStorage.setItem('theme', NEXT[read()] ?? 'auto');
      show(read());
    });
  });
}
