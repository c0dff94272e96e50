// Language of the snippets, copying, and the menu on small screens.

const COPIED_MS = 1_500;

const root = document.documentElement;
const languageButtons = [...document.querySelectorAll('button[data-language]')];

function showLanguage(language) {
  root.dataset.language = language;
  for (const button of languageButtons) {
    button.setAttribute('aria-pressed', String(button.dataset.language === language));
  }
}

for (const button of languageButtons) {
  button.addEventListener('click', () => {
    const before = button.getBoundingClientRect().top;
    showLanguage(button.dataset.language);
    // Snippets above grow and shrink too: what the reader looks at stays where it is.
    window.scrollBy({ top: button.getBoundingClientRect().top - before, behavior: 'instant' });
    try {
      localStorage.setItem('language', button.dataset.language);
    } catch {
      // Without storage the choice lasts as long as the page.
    }
  });
}
const known = languageButtons.some((button) => button.dataset.language === root.dataset.language);
showLanguage(known ? root.dataset.language : 'curl');

for (const button of document.querySelectorAll('button.copy')) {
  button.addEventListener('click', async () => {
    const shown = [...button.closest('.panel').querySelectorAll('pre')].find((pre) => pre.offsetParent !== null);
    const label = button.textContent;
    const said = await navigator.clipboard.writeText(shown?.textContent ?? '').then(
      () => 'Copied',
      () => 'Press Ctrl+C',
    );
    if (said !== 'Copied' && shown) getSelection()?.selectAllChildren(shown);
    button.textContent = said;
    setTimeout(() => {
      button.textContent = label;
    }, COPIED_MS);
  });
}

const menu = document.getElementById('menu');
menu?.addEventListener('click', (event) => {
  if (event.target instanceof HTMLAnchorElement && menu.matches(':popover-open')) menu.hidePopover();
});
