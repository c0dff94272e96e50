// Runs before the page is shown, so that the snippets stand in the reader's language from the start.
(() => {
  const root = document.documentElement;
  root.dataset.scripts = 'on';
  try {
    root.dataset.language = localStorage.getItem('language') ?? 'curl';
  } catch {
    root.dataset.language = 'curl';
  }
})();
