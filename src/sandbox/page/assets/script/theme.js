// Runs before the first paint, so that the page doesn't flash in another theme.
document.documentElement.dataset['theme'] = localStorage.getItem('theme') ?? 'auto';
