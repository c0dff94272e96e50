// Try-it forms: show the request while it is edited, validate it before it costs something, send it with the reader's key,
// and show the response. Their modules are loaded when the first form is opened.

const KEY = 'api-key';
/** Path of the token for members who are signed in. */
const TRY_TOKEN = '/account/try-token';

const keyInputs = [...document.querySelectorAll('input.key')];

function rememberKey(key) {
  for (const input of keyInputs) input.value = key;
  try {
    sessionStorage.setItem(KEY, key);
  } catch {
    // Without storage the key lasts as long as the page.
  }
}

try {
  rememberKey(sessionStorage.getItem(KEY) ?? '');
} catch {
  rememberKey('');
}
for (const input of keyInputs) input.addEventListener('change', () => rememberKey(input.value.trim()));

/** Set once a token was requested. */
let tokenLoaded;
/** A token of the test key of the member who is signed in, with its expiry. It stays in this page. */
let tryToken;

/** Fetches a token for a member who is signed in, and says so beside the keys. Typed keys win over it. */
async function loadTryToken() {
  const notes = [...document.querySelectorAll('[data-signed-in]')];
  if (notes.length === 0) return;
  const response = await fetch(TRY_TOKEN, { method: 'POST' }).catch(() => undefined);
  const { member, token, expires_at } = response?.status === 200 ? await response.json() : {};
  if (!member) return;
  tryToken = token && { token, expires: Date.parse(expires_at) };
  for (const note of notes) {
    note.replaceChildren(
      tryToken ? 'You are signed in. Without a key, this form uses a test token: free, with example responses. ' : '',
      newKeyLink(tryToken ? 'Create a live key' : 'Create a test key'),
      tryToken ? ' for real ones.' : ' to try requests for free.',
    );
    note.hidden = false;
  }
}

function newKeyLink(text) {
  const link = document.createElement('a');
  link.href = '/account/keys#new';
  link.textContent = text;
  return link;
}

/** Returns the header that authenticates a request: the typed key, or the token of a member who is signed in. */
async function credentials(key, form) {
  if (key) return { 'X-API-Key': key };
  if (!form.querySelector('[data-signed-in]')) return {};
  await tokenLoaded;
  if (tryToken && tryToken.expires - Date.now() < 30_000) await loadTryToken();
  return tryToken ? { Authorization: `Bearer ${tryToken.token}` } : {};
}

let tools;

/** Loads the modules of the forms, and the request checks of this page by anchor. */
function load() {
  tools ??= Promise.all([
    import('./request-form.js'),
    import('./answer.js'),
    import('./colours.js'),
    import('./snippets.js'),
    fetch(`${location.pathname}/requests.json`).then((response) => response.json()),
  ]).then(([requests, answers, colours, { languages }, checks]) => ({ requests, answers, colours, languages, checks }));
  return tools;
}

/** Shows the request in the form, and once it has been edited in the snippets too. */
async function showRequest(form, isEdited) {
  const { requests, colours, languages, checks } = await load();
  const check = checks[form.dataset.endpoint];
  const { values } = requests.readValues(form, check);
  const { method, target, body } = requests.createRequest(check, values);
  const head = [`${method} ${target}`, 'X-API-Key: ua_live_…', ...(body ? ['Content-Type: application/json', ''] : [])];
  const shown = form.querySelector('.request code');
  shown.replaceChildren(`${head.join('\n')}\n`);
  if (body) shown.insertAdjacentHTML('beforeend', colours.highlight(JSON.stringify(body, null, 2), 'json'));
  if (!isEdited) return;
  const section = form.closest('.endpoint');
  const client = check.client && { baseUrl: check.base, method: check.client, fields: values };
  for (const { id, grammar, write } of languages) {
    const code = section.querySelector(`.snippets pre[data-language="${id}"] code`);
    code.innerHTML = colours.highlight(write({ method, url: check.base + target, body, client }), grammar);
  }
}

async function send(form, isChecked) {
  const result = form.parentElement.querySelector('.result');
  const { requests, answers, checks } = await load();
  const { element } = answers;
  const check = checks[form.dataset.endpoint];
  const { values, problems: unreadable } = requests.readValues(form, check);
  const problems = isChecked ? [...unreadable, ...requests.findProblems(values, check)] : unreadable;
  markInvalid(form, problems);
  result.hidden = false;
  if (problems.length > 0) {
    const notice = element('p', 'problem', 'Not sent and not charged: this request would be rejected.');
    const anyway = element('button', 'plain', 'Send anyway');
    anyway.type = 'button';
    anyway.addEventListener('click', () => send(form, false));
    result.replaceChildren(notice, problemList(answers, form, problems), ...(unreadable.length > 0 ? [] : [anyway]));
    return;
  }
  const buttons = form.querySelectorAll('button[type=submit]');
  for (const button of buttons) button.disabled = true;
  result.replaceChildren(element('p', 'quiet', 'Waiting for the response…'));
  try {
    const key = form.querySelector('input.key').value.trim();
    rememberKey(key);
    const { method, target, body } = requests.createRequest(check, values);
    const headers = { ...(await credentials(key, form)), ...(body ? { 'Content-Type': 'application/json' } : {}) };
    const started = performance.now();
    const response = await fetch(target, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
    const milliseconds = Math.round(performance.now() - started);
    const markAndList = (found) => {
      markInvalid(form, found);
      return problemList(answers, form, found);
    };
    result.replaceChildren(...(await answers.responseElements(response, milliseconds, markAndList)));
  } catch {
    result.replaceChildren(
      element('p', 'problem', 'The service could not be reached. Check your connection and try again.'),
    );
  } finally {
    for (const button of buttons) button.disabled = false;
  }
}

/** Returns the control of a field: that of `pairs` for `pairs[0].from`. */
const findControl = (form, param = '') => form.querySelector(`[name="${CSS.escape(param.split(/[.[]/)[0])}"]`);

function markInvalid(form, problems) {
  for (const control of form.querySelectorAll('[aria-invalid]')) control.removeAttribute('aria-invalid');
  for (const { param } of problems) findControl(form, param)?.setAttribute('aria-invalid', 'true');
}

/** Creates a list of problems that lead to their fields. */
function problemList({ element, link }, form, problems) {
  const list = element('ul', 'problems');
  for (const { param, message } of problems) {
    const item = document.createElement('li');
    const control = findControl(form, param);
    const text = control ? link(`#${control.id}`, message) : message;
    item.append(text);
    item.addEventListener('click', (event) => {
      if (!control) return;
      event.preventDefault();
      const folded = control.closest('details.more');
      if (folded) folded.open = true;
      control.focus();
    });
    list.append(item);
  }
  return list;
}

for (const form of document.querySelectorAll('form[data-endpoint]')) {
  const opened = () => {
    showRequest(form, false);
    tokenLoaded ??= loadTryToken();
  };
  form.closest('details').addEventListener('toggle', opened, { once: true });
  form.addEventListener('input', () => showRequest(form, true));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    send(form, true);
  });
}

/** Returns the values of a link such as `?fill={"type":"text"}`, for the form that its fragment names. */
function linkedValues() {
  try {
    return JSON.parse(new URLSearchParams(location.search).get('fill') ?? 'null');
  } catch {
    return null;
  }
}

const linkedForm = document.querySelector(`form[data-endpoint="${CSS.escape(location.hash.slice(1))}"]`);
const values = linkedForm && linkedValues();
if (values) {
  for (const control of linkedForm.querySelectorAll('[name]')) {
    const value = values[control.name];
    control.value =
      value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value, null, 2) : String(value);
    const folded = control.closest('details.more');
    if (folded && control.value) folded.open = true;
  }
  linkedForm.closest('details').open = true;
  showRequest(linkedForm, true);
}
