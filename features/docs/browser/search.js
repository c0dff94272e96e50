// Searches the index of the service, which is loaded when the search box is first used.

const MOST_RESULTS = 12;

const input = document.getElementById('search-box');
const results = document.getElementById('search-results');
const box = document.querySelector('.search .found');
const nothing = box.querySelector('.nothing');
const count = document.querySelector('.search [role=status]');
let loaded;
let active = -1;

/** Loads the index and returns the search function. The next key press retries after a failure. */
async function load() {
  loaded ??= Promise.all([import('./minisearch.js'), fetch('/docs/search.json').then((response) => response.json())])
    .then(([{ default: MiniSearch }, { index, options, ways, weights }]) => {
      const search = MiniSearch.loadJS(index, options);
      const boostDocument = (_, __, { kind }) => weights[kind];
      return (text) => {
        for (const way of ways) {
          const found = search.search(text, { ...way, boostDocument });
          if (found.length > 0) return found.slice(0, MOST_RESULTS);
        }
        return [];
      };
    })
    .catch(() => {
      loaded = undefined;
      return () => [];
    });
  return loaded;
}

async function search() {
  const text = input.value.trim();
  const find = await load();
  // The text has not changed meanwhile, else a newer search shows its results.
  if (text === input.value.trim()) show(text === '' ? [] : find(text), text !== '');
}

function show(found, hasQuery) {
  active = -1;
  results.replaceChildren(...found.map(option));
  results.hidden = found.length === 0;
  nothing.hidden = found.length > 0;
  box.hidden = !hasQuery;
  input.setAttribute('aria-expanded', String(hasQuery && found.length > 0));
  input.removeAttribute('aria-activedescendant');
  count.textContent = hasQuery ? `${found.length} found` : '';
}

function option({ title, within, url }, index) {
  const link = document.createElement('a');
  link.href = url;
  link.id = `result-${index}`;
  link.tabIndex = -1;
  link.setAttribute('role', 'option');
  const name = document.createElement('strong');
  name.textContent = title;
  const place = document.createElement('span');
  place.textContent = within;
  link.append(name, place);
  return link;
}

function activate(step) {
  const options = [...results.querySelectorAll('[role=option]')];
  if (options.length === 0) return;
  active = (active + step + options.length) % options.length;
  options.forEach((one, index) => {
    one.setAttribute('aria-selected', String(index === active));
  });
  options[active].scrollIntoView({ block: 'nearest' });
  input.setAttribute('aria-activedescendant', options[active].id);
}

input.addEventListener('focus', load, { once: true });
input.addEventListener('input', search);
input.addEventListener('keydown', (event) => {
  if (event.key === 'ArrowDown') activate(1);
  else if (event.key === 'ArrowUp') activate(-1);
  else if (event.key === 'Escape') show([], false);
  else if (event.key === 'Enter') results.querySelectorAll('[role=option]')[Math.max(0, active)]?.click();
  else return;
  event.preventDefault();
});
document.addEventListener('click', (event) => {
  if (!event.target.closest('.search') || event.target.closest('[role=option]')) show([], false);
});
document.addEventListener('keydown', (event) => {
  const typing = event.target.closest('input, textarea, select');
  if (event.key !== '/' || typing || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  input.focus();
});
