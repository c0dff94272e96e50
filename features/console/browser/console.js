// Copies a secret that is shown once.
for (const button of document.querySelectorAll('[data-copy]')) {
  button.hidden = !navigator.clipboard;
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(document.getElementById(button.dataset.copy).textContent);
    button.textContent = 'Copied';
  });
}

// Ticking a single scope unticks Everything, unless Everything does not include that scope.
for (const choice of document.querySelectorAll('[data-scopes]')) {
  const everything = choice.querySelector('[value="*"]');
  choice.addEventListener('change', ({ target }) => {
    if (target !== everything && target.checked && !('beside' in target.dataset)) everything.checked = false;
  });
}

// Refreshes the overview: fetches the page again and replaces its main part. Open details stay open.
const refreshSeconds = Number(document.getElementById('live')?.dataset.refresh);

async function refresh() {
  const response = await fetch(location.href, { redirect: 'error' });
  if (!response.ok) throw new Error(`status ${response.status}`);
  const fresh = new DOMParser().parseFromString(await response.text(), 'text/html').querySelector('main');
  const main = document.querySelector('main');
  if (!fresh || main.contains(document.activeElement)) return;
  for (const { id } of main.querySelectorAll('details[open]')) {
    const unfolded = fresh.querySelector(`details[id="${id}"]`);
    if (unfolded) unfolded.open = true;
  }
  main.replaceChildren(...fresh.childNodes);
}

function keepFresh() {
  setTimeout(async () => {
    if (!document.hidden) {
      await refresh().catch(() => {
        document.getElementById('live').textContent =
          'The API server is not responding. These figures are not current.';
      });
    }
    keepFresh();
  }, refreshSeconds * 1_000);
}

if (refreshSeconds > 0) keepFresh();
