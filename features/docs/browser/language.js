// Selects the language of the snippets, the theme and the links of the header before the page is shown.
(() => {
  const root = document.documentElement;
  root.dataset.scripts = 'on';
  root.dataset.language = 'curl';
  // The portal sets this cookie; pages are the same for everyone, so that caches can share them.
  if (/(?:^|; )signed-in=1(?:;|$)/.test(document.cookie)) root.dataset.member = 'yes';
  try {
    root.dataset.language = localStorage.getItem('language') ?? 'curl';
    const theme = localStorage.getItem('theme');
    if (theme) root.dataset.theme = theme;
  } catch {
    // Without storage there are no choices.
  }
})();
