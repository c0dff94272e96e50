// Selects the language of the snippets and the links of the header before the page is shown.
(() => {
  const root = document.documentElement;
  root.dataset.scripts = 'on';
  // The portal sets this cookie; pages are the same for everyone, so that caches can share them.
  if (/(?:^|; )signed-in=1(?:;|$)/.test(document.cookie)) root.dataset.member = 'yes';
  try {
    root.dataset.language = localStorage.getItem('language') ?? 'curl';
  } catch {
    root.dataset.language = 'curl';
  }
})();
