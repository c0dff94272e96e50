// Search over /docs/search.json: every word typed must begin a word of an entry; words in titles count most.

const MOST_RESULTS = 12;

const input = document.getElementById('search');
const results = document.getElementById('results');
const box = document.querySelector('.search .found');
const nothing = box.querySelector('.nothing');
const count = document.querySelector('.search [role=status]');
let entries;
let active = -1;

const wordsOf = (text) =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

async function load() {
  entries ??= fetch('/docs/search.json')
    .then((response) => response.json())
    .then((list) =>
      list.map((entry) => ({
        ...entry,
        strong: wordsOf(entry.title),
        weak: wordsOf(`${entry.within} ${entry.words}`),
      })),
    )
    .catch(() => {
      entries = undefined;
      return [];
    });
  return entries;
}

function score(entry, wanted) {
  let total = 0;
  for (const word of wanted) {
    if (entry.strong.includes(word)) total += 4;
    else if (entry.strong.some((known) => known.startsWith(word))) total += 3;
    else if (entry.weak.some((known) => known.startsWith(word))) total += 1;
    else return 0;
  }
  return total;
}

async function search() {
  const wanted = wordsOf(input.value);
  const list = await load();
  const found = list
    .map((entry) => ({ entry, points: wanted.length > 0 ? score(entry, wanted) : 0 }))
    .filter(({ points }) => points > 0)
    .sort((a, b) => b.points - a.points)
    .slice(0, MOST_RESULTS);
  show(
    found.map(({ entry }) => entry),
    wanted.length > 0,
  );
}

function show(found, asked) {
  active = -1;
  results.replaceChildren(...found.map(option));
  results.hidden = found.length === 0;
  nothing.hidden = found.length > 0;
  box.hidden = !asked;
  input.setAttribute('aria-expanded', String(asked && found.length > 0));
  input.removeAttribute('aria-activedescendant');
  count.textContent = asked ? `${found.length} found` : '';
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
