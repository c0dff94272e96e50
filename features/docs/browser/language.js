// Selects the language of the snippets before the page is shown.
(() => {
  const root = document.documentElement;
  root.dataset.scripts = 'on';
  try {
    root.dataset.language = localStorage.getItem('language') ?? 'curl';
  } catch {
    root.dataset.language = 'curl';
  }
})();
