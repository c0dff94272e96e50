// Keeps the figures of a running batch up to date. Only what has changed is replaced, so that nothing flickers and the focus stays; quarters
// and the end are announced.
const batch = document.getElementById('batch');
const PAUSE_MS = 2_000;

async function update() {
  if (document.hidden) return;
  const response = await fetch(location.pathname);
  if (!response.ok || response.redirected) return;
  const next = new DOMParser().parseFromString(await response.text(), 'text/html').getElementById('batch');
  if (!next) return;
  if (next.dataset.state === batch.dataset.state) {
    const changed = [...next.querySelectorAll('[data-live]')];
    for (const [index, shown] of batch.querySelectorAll('[data-live]').entries()) {
      const now = changed[index];
      if (!now) continue;
      if (shown.localName === 'progress') shown.value = now.value;
      else if (shown.innerHTML !== now.innerHTML) shown.innerHTML = now.innerHTML;
    }
  } else {
    batch.dataset.state = next.dataset.state;
    document.querySelector('.done')?.remove();
    batch.replaceChildren(...next.childNodes);
  }
  const announced = document.getElementById('announced');
  if (announced.textContent !== next.dataset.announced) announced.textContent = next.dataset.announced;
}

async function follow() {
  while ('open' in batch.dataset && ['queued', 'running'].includes(batch.dataset.state)) {
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    await update().catch(() => {});
  }
}

if (batch) follow();
