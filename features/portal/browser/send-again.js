// Sends a logged request again with a token of the account's test key, and shows the response. The form is there only with scripts.
const form = document.getElementById('send-again');
if (form) form.hidden = false;

form?.addEventListener('submit', async (event) => {
  event.preventDefault();
  const button = form.querySelector('button');
  const outcome = form.querySelector('[role="status"]');
  const shown = form.querySelector('output');
  button.disabled = true;
  outcome.textContent = 'Waiting for the response…';
  shown.hidden = true;
  try {
    const { token } = await (await fetch('/account/try-token', { method: 'POST' })).json();
    if (!token) {
      const link = document.createElement('a');
      link.href = '/account/keys#new';
      link.textContent = 'Create a test key';
      outcome.replaceChildren('Your account has no test key. ', link, ' to send requests for free.');
      return;
    }
    const started = performance.now();
    const response = await fetch(form.dataset.path, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: form.querySelector('textarea').value,
    });
    const text = await response.text();
    const link = document.createElement('a');
    const id = response.headers.get('X-Request-Id') ?? '';
    link.href = `/account/requests/${encodeURIComponent(id)}`;
    link.textContent = 'Show request';
    outcome.replaceChildren(`Response ${response.status} after ${Math.round(performance.now() - started)} ms. `, link);
    shown.textContent = prettify(text);
    shown.hidden = false;
  } catch {
    outcome.textContent = 'The service could not be reached. Check your connection and try again.';
  } finally {
    button.disabled = false;
  }
});

function prettify(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
