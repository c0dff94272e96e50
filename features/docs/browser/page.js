// Language of the snippets, copying, the menu, and what is folded.

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

/** Brings the entry of what is being read into the view of the menu; the page itself stays where it is. */
function showCurrent() {
  const current = menu.querySelector('[aria-current=location]') ?? menu.querySelector('[aria-current=page]');
  if (!current || !menu.checkVisibility()) return;
  const [inside, outside] = [current.getBoundingClientRect(), menu.getBoundingClientRect()];
  if (inside.top >= outside.top && inside.bottom <= outside.bottom) return;
  menu.scrollTop += inside.top - outside.top - (outside.height - inside.height) / 2;
}
showCurrent();
menu.addEventListener('toggle', showCurrent);

/** The menu's entries of the page's own sections, by their ids. */
const entries = new Map(
  [...menu.querySelectorAll('a[href^="#"]')].map((link) => [decodeURIComponent(link.hash.slice(1)), link]),
);
/** Where the eye is: a little below the bar. */
const READING_LINE = 160;

function followReading() {
  const sections = [...entries.keys()].map((id) => document.getElementById(id)).filter(Boolean);
  const read = sections.findLast((section) => section.getBoundingClientRect().top <= READING_LINE);
  for (const [id, link] of entries) {
    if (id === read?.id) link.setAttribute('aria-current', 'location');
    else link.removeAttribute('aria-current');
  }
  showCurrent();
}
if (entries.size > 0) {
  let isDue = false;
  addEventListener(
    'scroll',
    () => {
      if (isDue) return;
      isDue = true;
      requestAnimationFrame(() => {
        isDue = false;
        followReading();
      });
    },
    { passive: true },
  );
  followReading();
}

/** What an address leads to may be folded away. */
function unfoldTarget() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  for (let folded = target?.closest('details'); folded; folded = folded.parentElement.closest('details'))
    folded.open = true;
  if (target?.closest('details')) target.scrollIntoView({ behavior: 'instant' });
}
addEventListener('hashchange', unfoldTarget);
unfoldTarget();
