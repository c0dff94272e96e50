// Behaviour of every page: the language of the snippets, the theme, copy buttons, the menu, and folded sections.

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
    // Snippets above change their height too: keeps the button where it was.
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

const THEMES = { system: 'System', light: 'Light', dark: 'Dark' };
const themeButton = document.querySelector('.theme-button');

/** Applies a theme. That of the system is the one that no choice stands for. */
function showTheme(theme) {
  if (theme === 'system') delete root.dataset.theme;
  else root.dataset.theme = theme;
  themeButton.querySelector('[data-theme-name]').textContent = THEMES[theme];
}
const currentTheme = () => (root.dataset.theme in THEMES ? root.dataset.theme : 'system');
showTheme(currentTheme());
themeButton.addEventListener('click', () => {
  const names = Object.keys(THEMES);
  const theme = names[(names.indexOf(currentTheme()) + 1) % names.length];
  showTheme(theme);
  try {
    if (theme === 'system') localStorage.removeItem('theme');
    else localStorage.setItem('theme', theme);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
});

for (const button of document.querySelectorAll('button.copy')) {
  button.addEventListener('click', async () => {
    const shown = [...button.closest('.panel').querySelectorAll('pre')].find((pre) => pre.offsetParent !== null);
    const label = button.textContent;
    const message = await navigator.clipboard.writeText(shown?.textContent ?? '').then(
      () => 'Copied',
      () => 'Press Ctrl+C',
    );
    if (message !== 'Copied' && shown) getSelection()?.selectAllChildren(shown);
    button.textContent = message;
    setTimeout(() => {
      button.textContent = label;
    }, COPIED_MS);
  });
}

const menu = document.getElementById('menu');
menu?.addEventListener('click', (event) => {
  if (event.target instanceof HTMLAnchorElement && menu.matches(':popover-open')) menu.hidePopover();
});

/** Scrolls the menu, not the page, to the current entry. */
function showCurrent() {
  if (!menu) return;
  const current = menu.querySelector('[aria-current=location]') ?? menu.querySelector('[aria-current=page]');
  if (!current || !menu.checkVisibility()) return;
  const [inside, outside] = [current.getBoundingClientRect(), menu.getBoundingClientRect()];
  if (inside.top >= outside.top && inside.bottom <= outside.bottom) return;
  menu.scrollTop += inside.top - outside.top - (outside.height - inside.height) / 2;
}
showCurrent();
menu?.addEventListener('toggle', showCurrent);

/** Entries of the sections of this page in the menu and the table of contents, by id. */
const entries = new Map();
for (const link of document.querySelectorAll('#menu a[href^="#"], .toc a')) {
  const id = decodeURIComponent(link.hash.slice(1));
  entries.set(id, [...(entries.get(id) ?? []), link]);
}
/** Height at which a section becomes the current one: a little below the bar, in pixels. */
const READING_LINE = 160;

function followReading() {
  const sections = [...entries.keys()].map((id) => document.getElementById(id)).filter(Boolean);
  const read = sections.findLast((section) => section.getBoundingClientRect().top <= READING_LINE);
  for (const [id, links] of entries) {
    for (const link of links) {
      if (id === read?.id) link.setAttribute('aria-current', 'location');
      else link.removeAttribute('aria-current');
    }
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

/** Opens the folded sections around the target of the URL. */
function unfoldTarget() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  for (let folded = target?.closest('details'); folded; folded = folded.parentElement.closest('details'))
    folded.open = true;
  if (target?.closest('details')) target.scrollIntoView({ behavior: 'instant' });
}
addEventListener('hashchange', unfoldTarget);
unfoldTarget();
