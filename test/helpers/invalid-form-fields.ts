import type { Page } from 'playwright-core';
import { nightlyOrDaily } from './scale.js';

/** Values that every field of a kind refuses. */
const BAD = {
  ...{
    number: '-3',
    'datetime-local': 'tomorrow',
    email: 'nobody',
    password: 'short',
    checkbox: 'nonsense',
    select: 'nonsense',
  },
  ...{ text: 'x'.repeat(3_000), textarea: 'x'.repeat(3_000) },
};

/** Values that complete a form whose other fields are empty. */
const GOOD = {
  ...{ name: 'A name', account: 'somebody', credits: '1', reason: 'A reason', operator: 'somebody', days: '3' },
  ...{ email: 'somebody@example.com', password: 'long enough for all', current_password: 'long enough for all' },
};

/**
 * Sends every form of some pages once for each of its fields, by day for one of each kind, with a value in it that no field of its kind takes, and looks whether the
 * page that comes back says so at the field, and keeps what was typed; passwords are not sent back.
 *
 * @param page logged in; its scripts are not asked
 * @param paths below `/operator/`
 * @returns how many fields were sent, and where it was not so
 */
export const submitInvalidFields = (
  page: Page,
  paths: readonly string[],
): Promise<{ asked: number; wrong: string[] }> =>
  page.evaluate(`(async () => {
    const [paths, BAD, GOOD, ofEachKind] = ${JSON.stringify([paths, BAD, GOOD, nightlyOrDaily(false, true)])};
    const read = async (...request) => {
      const answer = await fetch(...request);
      return { status: answer.status, redirected: answer.redirected,
        html: new DOMParser().parseFromString(await answer.text(), 'text/html') };
    };
    const getKind = (field) => field.localName === 'input' ? field.type : field.localName;
    const listFields = (form) => [...form.querySelectorAll('input:not([type=hidden]), select, textarea')];
    const wrong = [];
    let asked = 0;
    for (const path of paths) {
      const { html } = await read('/operator/' + path);
      for (const form of html.querySelectorAll('main form')) {
        const fields = listFields(form);
        const isSearch = form.method === 'get' && !form.classList.contains('filters');
        if (isSearch) continue;
        const names = new Set();
        const kinds = new Set();
        for (const field of fields) {
          if (names.has(field.name)) continue;
          names.add(field.name);
          if (ofEachKind && kinds.has(getKind(field))) continue;
          kinds.add(getKind(field));
          const bad = BAD[getKind(field)] ?? BAD.text;
          const sent = new URLSearchParams([...new FormData(form)]
            .filter(([name]) => name !== field.name || getKind(field) === 'checkbox')
            .map(([name, value]) => [name, value || (form.method === 'post' && GOOD[name]) || '']));
          sent.append(field.name, bad);
          const action = new URL(form.getAttribute('action'), location.href);
          const back = form.method === 'post'
            ? await read(action, { method: 'POST', body: sent })
            : await read(action + '?' + sent);
          asked += 1;
          const where = path + ', ' + form.getAttribute('action') + ', ' + field.name;
          // Values of the maximum length are valid.
          if (form.method === 'get' && bad === BAD.text && back.status === 200) continue;
          const shown = [...back.html.querySelectorAll('main form')]
            .find((one) => one.getAttribute('action') === form.getAttribute('action') && [...listFields(one)].some(({ name }) => name === field.name));
          const again = shown && listFields(shown).find(({ name }) => name === field.name);
          const marked = again?.closest('[aria-invalid=true]');
          const told = (marked?.getAttribute('aria-describedby') ?? '').split(' ')
            .map((id) => back.html.getElementById(id)).filter((one) => one?.className === 'problem');
          if (back.status < 400) wrong.push(where + ': was taken');
          else if (!told[0]?.textContent.trim()) wrong.push(where + ': ' + back.status + ', ' + back.html.querySelector('[role=alert]')?.textContent);
          else if (['text', 'textarea'].includes(getKind(field)) && again.value !== bad.slice(0, again.value.length || 1)) wrong.push(where + ': forgot');
          else if (back.html.querySelectorAll('[autofocus]').length !== 1) wrong.push(where + ': has not the focus');
        }
      }
    }
    return { asked, wrong };
  })()`);
