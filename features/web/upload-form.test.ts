import { deepEqual, equal } from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import { readUploadForm } from './forms.js';

describe('readUploadForm', () => {
  let baseUrl = '';
  const app = new Koa({ env: 'test' });
  app.silent = true;
  app.use(async (ctx) => {
    try {
      const { texts, files } = await readUploadForm(ctx, 1_000);
      ctx.body = { texts: [...texts], files: [...files].map(([name, file]) => [name, file.name, file.bytes.length]) };
    } catch (error) {
      ctx.body = { type: Object(error).type };
    }
  });
  const server = createServer(app.callback());
  before(async () => {
    await new Promise<void>((resolve) => server.listen(0, resolve));
    baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(() => server.close());

  const send = async (body: FormData | URLSearchParams | string, headers: Record<string, string> = {}) =>
    (await fetch(baseUrl, { method: 'POST', body, headers })).json();

  function form(fields: Record<string, string | Blob>): FormData {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields))
      if (typeof value === 'string') form.set(name, value);
      else form.set(name, value, 'list.csv');
    return form;
  }

  it('reads texts and files, and leaves out a file that was not chosen', async () => {
    deepEqual(await send(form({ name: 'Köln', file: new Blob(['a;b']), other: new Blob([]) })), {
      texts: [['name', 'Köln']],
      files: [['file', 'list.csv', 3]],
    });
  });

  it('refuses other forms, larger ones, those with too many parts, and other bodies', async () => {
    equal((await send(new URLSearchParams({ a: '1' }))).type, 'upload_form_only');
    equal((await send(form({ file: new Blob(['x'.repeat(1_001)]) }))).type, 'body_too_large');
    const parts = '--b\r\n'.repeat(30);
    const type = { 'Content-Type': 'multipart/form-data; boundary=b' };
    equal((await send(parts, type)).type, 'form_too_many_fields');
    equal((await send('no parts', type)).type, 'unreadable_body');
  });
});
