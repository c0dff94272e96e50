// The try-it forms: show the request that is being written, check it before it costs something, send it with the reader's
// own key, and show what came back. What that takes is loaded when the first form is opened.

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

/** The modules of the forms, and what the contracts say of this page's requests by their endpoints' anchors. */
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

/** Shows the request as it stands in the form; once it has been edited, in the snippets beside it as well. */
async function follow(form, isEdited) {
  const { requests, colours, languages, checks } = await load();
  const check = checks[form.dataset.endpoint];
  const { values } = requests.valuesOf(form, check);
  const { method, target, body } = requests.requestOf(check, values);
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
  const { values, problems: unreadable } = requests.valuesOf(form, check);
  const problems = isChecked ? [...unreadable, ...requests.problemsOf(values, check)] : unreadable;
  mark(form, problems);
  result.hidden = false;
  if (problems.length > 0) {
    const said = element('p', 'problem', 'Not sent, and not charged: the service would refuse this.');
    const anyway = element('button', 'plain', 'Send it all the same');
    anyway.type = 'button';
    anyway.addEventListener('click', () => send(form, false));
    result.replaceChildren(said, problemList(answers, form, problems), ...(unreadable.length > 0 ? [] : [anyway]));
    return;
  }
  const buttons = form.querySelectorAll('button[type=submit]');
  for (const button of buttons) button.disabled = true;
  result.replaceChildren(element('p', 'quiet', 'Waiting for the answer …'));
  try {
    const key = form.querySelector('input.key').value.trim();
    rememberKey(key);
    const { method, target, body } = requests.requestOf(check, values);
    const headers = { ...(key ? { 'X-API-Key': key } : {}), ...(body ? { 'Content-Type': 'application/json' } : {}) };
    const started = performance.now();
    const response = await fetch(target, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
    const milliseconds = Math.round(performance.now() - started);
    const listed = (found) => {
      mark(form, found);
      return problemList(answers, form, found);
    };
    result.replaceChildren(...(await answers.answerParts(response, milliseconds, listed)));
  } catch {
    result.replaceChildren(element('p', 'problem', 'The service could not be reached. Is it running?'));
  } finally {
    for (const button of buttons) button.disabled = false;
  }
}

/** The control of a field, also of one inside it: `pairs[0].from` is in that of `pairs`. */
const controlOf = (form, param = '') => form.querySelector(`[name="${CSS.escape(param.split(/[.[]/)[0])}"]`);

function mark(form, problems) {
  for (const control of form.querySelectorAll('[aria-invalid]')) control.removeAttribute('aria-invalid');
  for (const { param } of problems) controlOf(form, param)?.setAttribute('aria-invalid', 'true');
}

/** Problems as a list, each of which leads to its field. */
function problemList({ element, link }, form, problems) {
  const list = element('ul', 'problems');
  for (const { param, message } of problems) {
    const item = document.createElement('li');
    const control = controlOf(form, param);
    const said = control ? link(`#${control.id}`, message) : message;
    item.append(said);
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
  form.closest('details').addEventListener('toggle', () => follow(form, false), { once: true });
  form.addEventListener('input', () => follow(form, true));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    send(form, true);
  });
}

/** What a link such as `?fill={"type":"text"}` has a form begin with: the form that its address names. */
function filled() {
  try {
    return JSON.parse(new URLSearchParams(location.search).get('fill') ?? 'null');
  } catch {
    return null;
  }
}

const wanted = document.querySelector(`form[data-endpoint="${CSS.escape(location.hash.slice(1))}"]`);
const values = wanted && filled();
if (values) {
  for (const control of wanted.querySelectorAll('[name]')) {
    const value = values[control.name];
    control.value =
      value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value, null, 2) : String(value);
    const folded = control.closest('details.more');
    if (folded && control.value) folded.open = true;
  }
  wanted.closest('details').open = true;
  follow(wanted, true);
}
