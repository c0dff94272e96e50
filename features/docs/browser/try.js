// Try-it forms: show the request while it is edited, validate it before it costs something, send it with the reader's key,
// and show the response. Their modules are loaded when the first form is opened.

const KEY = 'api-key';

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
  for (const { id, grammar, write } of languages) {
    const code = section.querySelector(`.snippets pre[data-language="${id}"] code`);
    code.innerHTML = colours.highlight(write({ method, url: check.base + target, body }), grammar);
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
    const notice = element('p', 'problem', 'Not sent, and not charged: the service would refuse this.');
    const anyway = element('button', 'plain', 'Send it all the same');
    anyway.type = 'button';
    anyway.addEventListener('click', () => send(form, false));
    result.replaceChildren(notice, problemList(answers, form, problems), ...(unreadable.length > 0 ? [] : [anyway]));
    return;
  }
  const buttons = form.querySelectorAll('button[type=submit]');
  for (const button of buttons) button.disabled = true;
  result.replaceChildren(element('p', 'quiet', 'Waiting for the answer …'));
  try {
    const key = form.querySelector('input.key').value.trim();
    rememberKey(key);
    const { method, target, body } = requests.createRequest(check, values);
    const headers = { ...(key ? { 'X-API-Key': key } : {}), ...(body ? { 'Content-Type': 'application/json' } : {}) };
    const started = performance.now();
    const response = await fetch(target, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
    const milliseconds = Math.round(performance.now() - started);
    const markAndList = (found) => {
      markInvalid(form, found);
      return problemList(answers, form, found);
    };
    result.replaceChildren(...(await answers.responseElements(response, milliseconds, markAndList)));
  } catch {
    result.replaceChildren(element('p', 'problem', 'The service could not be reached. Is it running?'));
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
  form.closest('details').addEventListener('toggle', () => showRequest(form, false), { once: true });
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
