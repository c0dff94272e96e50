// The try-it forms: send a call with the reader's own key and show what came back.

const KEY = 'api-key';
const PROSE_WORDS = 4;

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

/** What the form holds as a request body; throws with the name of a field that is not JSON. */
function bodyOf(form) {
  const body = {};
  for (const control of form.querySelectorAll('[name]')) {
    const text = control.value.trim();
    if (text === '') continue;
    body[control.name] = control.dataset.kind === 'json' ? parsed(control.name, text) : text;
  }
  return body;
}

/** What a form asks for: a POST has its fields in the body, everything else in path and query. */
function requestOf(form, key) {
  const headers = key ? { 'X-API-Key': key } : {};
  const fields = bodyOf(form);
  if (form.dataset.method === 'POST') {
    const sent = { ...headers, 'Content-Type': 'application/json' };
    return [form.dataset.try, { method: 'POST', headers: sent, body: JSON.stringify(fields) }];
  }
  const path = form.dataset.try.replace(/\{(\w+)\}/g, (_, name) => {
    const value = encodeURIComponent(fields[name] ?? '');
    delete fields[name];
    return value;
  });
  return [`${path}?${new URLSearchParams(fields)}`, { method: form.dataset.method, headers }];
}

function parsed(name, text) {
  try {
    return JSON.parse(text);
  } catch {
    throw new SyntaxError(`${name} is not valid JSON.`);
  }
}

async function send(form) {
  const result = form.parentElement.querySelector('.result');
  const button = form.querySelector('button[type=submit]');
  button.disabled = true;
  result.hidden = false;
  result.replaceChildren(element('p', 'quiet', 'Waiting for the answer …'));
  try {
    const key = form.querySelector('input.key').value.trim();
    rememberKey(key);
    const started = performance.now();
    const response = await fetch(...requestOf(form, key));
    const content = await response.blob();
    const milliseconds = Math.round(performance.now() - started);
    result.replaceChildren(summary(response, milliseconds), ...(await shown(content)));
  } catch (error) {
    const problem = error instanceof SyntaxError ? error.message : 'The service could not be reached. Is it running?';
    result.replaceChildren(element('p', 'problem', problem));
  } finally {
    button.disabled = false;
  }
}

function summary(response, milliseconds) {
  const line = element('p', 'outcome');
  line.append(element('strong', response.ok ? 'good' : 'bad', `${response.status} ${response.statusText}`.trim()));
  const cost = response.headers.get('X-Credits-Cost');
  const left = response.headers.get('X-Credits-Remaining');
  const facts = [
    `${milliseconds} ms`,
    ...(cost === null ? [] : [`${cost} credits`]),
    ...(left === null ? [] : [`${left} left`]),
    ...(response.headers.get('X-Upstream') === 'sandbox' ? ['synthetic data'] : []),
  ];
  line.append(...facts.map((fact) => element('span', 'quiet', fact)));
  return line;
}

/** What came back, as what it is: an image, words to read, and the JSON itself. */
async function shown(content) {
  if (content.type.startsWith('image/')) return [image(await dataUrl(content))];
  const text = await content.text();
  if (!content.type.startsWith('application/json')) return [source(text)];
  const body = JSON.parse(text);
  const parts = [];
  if (body?.mime?.startsWith('image/') && body.data_base64) {
    parts.push(image(`data:${body.mime};base64,${body.data_base64}`));
  }
  const words = proseIn(body, '');
  if (words.length > 0) {
    const list = element('dl', 'words');
    for (const [name, value] of words) list.append(element('dt', '', name), element('dd', '', value));
    parts.push(list);
  }
  return [...parts, source(JSON.stringify(body, null, 2))];
}

/** Texts of an answer that are made for reading, by the path of their field. */
function proseIn(value, path) {
  if (typeof value === 'string') return value.split(/\s+/).length >= PROSE_WORDS ? [[path, value]] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => proseIn(inner, path ? `${path}.${name}` : name));
}

const dataUrl = (blob) =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result);
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });

function image(url) {
  const frame = element('p', 'image');
  const shown = document.createElement('img');
  shown.src = url;
  shown.alt = 'The image that was answered';
  frame.append(shown);
  return frame;
}

function source(text) {
  const pre = document.createElement('pre');
  pre.tabIndex = 0;
  pre.append(element('code', '', text));
  return pre;
}

function element(name, className, text = '') {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.textContent = text;
  return made;
}

for (const form of document.querySelectorAll('form[data-try]')) {
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    send(form);
  });
}
