// Shows the response to a try-it form: images, texts, errors with the reason of their cost, and the JSON.
import { linkedJson } from './colours.js';

const PROSE_WORDS = 4;

export function element(name, className, text = '') {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.textContent = text;
  return made;
}

export function link(href, text) {
  const made = element('a', '', text);
  made.href = href;
  return made;
}

/** Returns the elements that show a response. `problemList` creates a list of problems with links to their fields. */
export async function responseElements(response, milliseconds, problemList) {
  const content = await response.blob();
  const parts = [outcomeLine(response, milliseconds), ...unknownFieldsNote(response)];
  if (content.type.startsWith('image/')) return [...parts, image(await dataUrl(content))];
  const text = await content.text();
  if (!content.type.startsWith('application/json')) return [...parts, source(element('code', '', text))];
  const body = JSON.parse(text);
  if (!response.ok) parts.push(...errorElements(response, body, problemList));
  if (body?.mime?.startsWith('image/') && body.data_base64) {
    parts.push(image(`data:${body.mime};base64,${body.data_base64}`));
  }
  const words = response.ok ? proseIn(body, '') : [];
  if (words.length > 0) {
    const list = element('dl', 'words');
    for (const [name, value] of words) list.append(element('dt', '', name), element('dd', '', value));
    parts.push(list);
  }
  return [...parts, source(linkedJson(body))];
}

function outcomeLine(response, milliseconds) {
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

/** Returns a note on unknown fields, as the header lists them. */
function unknownFieldsNote(response) {
  const named = response.headers.get('X-Unknown-Fields');
  if (!named) return [];
  return [element('p', 'note', `Ignored, because the endpoint has no such field: ${decodeURIComponent(named)}`)];
}

/** Returns the problems by field, and the reason of the cost. */
function errorElements(response, { type, errors = [], doc_url }, problemList) {
  const line = element('p', 'reason', `${costReason(response)} `);
  line.append(link('/docs/credits#what-is-charged', 'What is charged'));
  if (doc_url) line.append(' · ', link(new URL(doc_url).pathname, `About ${type}`));
  return [...(errors.length > 0 ? [problemList(errors)] : []), line];
}

function costReason({ status, headers }) {
  const cost = Number(headers.get('X-Credits-Cost') ?? 0);
  if (cost > 0) return `This cost ${cost} credits: invalid input is charged.`;
  if (status >= 500) return 'This was free: we refund failures on our side.';
  return 'This was free: the request was rejected before it was charged.';
}

/** Returns the prose in a response by the path of its field. */
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
  shown.alt = 'The image in the response';
  frame.append(shown);
  return frame;
}

function source(code) {
  const pre = document.createElement('pre');
  pre.tabIndex = 0;
  pre.append(code);
  return pre;
}
