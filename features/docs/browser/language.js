// Selects the language of the snippets and the theme before the page is shown.
(() => {
  const root = document.documentElement;
  root.dataset.scripts = 'on';
  root.dataset.language = 'curl';
  try {
    root.dataset.language = localStorage.getItem('language') ?? 'curl';
    const theme = localStorage.getItem('theme');
    if (theme) root.dataset.theme = theme;
  } catch {
    // Without storage there are no choices.
  }
})();
