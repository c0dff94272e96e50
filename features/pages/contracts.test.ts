import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { blockTypes } from '../../shared/contract/hosted-pages/blocks.js';
import { pageTypes } from '../../shared/contract/hosted-pages/page-types.js';
import { call, newAccount, stack } from '../../test/helpers/stack.js';
import { blockExamples, findContentExample } from './site/examples.js';

const path = '/v1/qr-experience/generate';
const contentTypes = pageTypes.filter((type) => type !== 'page');

describe('contracts of hosted pages', () => {
  let key: string;
  before(async () => {
    ({ key } = await newAccount({ credits: 5 }));
  });

  const strictly = async (body: object) => {
    const answer = await call(path, { include_bytes: 0, ...body }, { key, headers: { Prefer: 'handling=strict' } });
    equal(answer.status, 422, JSON.stringify(answer.body));
    return answer.body;
  };

  it('accept the example of every block and type in strict mode', async () => {
    const blocks = blockTypes.map((type) => ({ type, props: blockExamples[type] }));
    const requests = [
      { type: 'page', page: { version: 1, blocks } },
      ...contentTypes.map((type) => ({ type, content: findContentExample(type) })),
    ];
    for (const request of requests) {
      // Each for an account of its own: one that made them all would have had its share of the worker.
      const { key: own } = await newAccount();
      const { status, body } = await call(
        path,
        { include_bytes: 0, ...request },
        { key: own, headers: { Prefer: 'handling=strict' } },
      );
      equal(status, 200, JSON.stringify(body));
    }
  });

  it('refuse an unknown prop with its path and the nearest known one, in blocks, nested blocks and contents', async () => {
    const text = { type: 'text', props: { text: 'x' } };
    const blocks = [text, text, { type: 'hero', props: { hedline: 'x', headline: 'y' } }];
    const inBlock = await strictly({ type: 'page', page: { version: 1, blocks } });
    deepEqual([inBlock.type, inBlock.param], ['unknown_field', 'page.blocks[2].props.hedline']);
    match(inBlock.error, /did you mean page\.blocks\[2\]\.props\.headline\?$/);
    const children = [{ type: 'button', props: { label: 'x', href: 'tel:1', varient: 'link' } }];
    const within = await strictly({ type: 'page', page: { version: 1, blocks: [{ ...text, children }] } });
    match(within.error, /"page\.blocks\[0\]\.children\[0\]\.props\.varient": did you mean .*\.variant\?$/);
    const content = { items: [{ name: 'x', url: 'https://example.com', lable: 'y' }], titel: 'z' };
    const inContent = await strictly({ type: 'social', content });
    deepEqual(
      inContent.errors.map(({ param }: { param: string }) => param),
      ['content.items[0].lable', 'content.titel'],
    );
    // What one type has is unknown to another.
    match((await strictly({ type: 'url', content: { url: 'https://a.b', text: 'x' } })).error, /"content\.text"$/);
    const lenient = await call(path, { type: 'text', content: { text: 'x', titel: 'y' }, include_bytes: 0 }, { key });
    deepEqual(
      [lenient.status, lenient.headers.get('x-unknown-fields')],
      [200, 'content.titel; did you mean content.title?'],
    );
  });

  it('refuse an invalid prop with its path', async () => {
    const button = { type: 'button', props: { label: 'x', href: 'javascript:alert(1)' } };
    const blocks = [{ type: 'divider' }, { type: 'divider' }, button];
    const { error, param } = await strictly({ type: 'page', page: { version: 1, blocks } });
    equal(param, 'page.blocks[2].props.href');
    match(error, /^page\.blocks\[2\]\.props\.href must be an http/);
  });

  it('are in the OpenAPI document, with a discriminator', async () => {
    const { platform } = await stack();
    const document = await (await fetch(`${platform.baseUrl}/openapi.json`)).json();
    const { Block: block } = document.components.schemas;
    equal(block.discriminator.propertyName, 'type');
    deepEqual(Object.keys(block.discriminator.mapping), blockTypes);
    equal(block.oneOf.length, blockTypes.length);
    const { $ref: name } = document.paths[path].post.requestBody.content['application/json'].schema;
    const request = document.components.schemas[name.split('/').at(-1)];
    deepEqual(Object.keys(request.discriminator.mapping), [...pageTypes]);
    const ajv = new Ajv2020({ strict: false, validateFormats: false, discriminator: false });
    const whole = JSON.stringify({ $ref: '#/components/schemas/Block', components: document.components });
    const check = ajv.compile(JSON.parse(whole));
    for (const type of blockTypes) {
      ok(check({ type, props: blockExamples[type] }), `${type}: ${JSON.stringify(check.errors)}`);
    }
    ok(!check({ type: 'text', props: {} }));
    ok(!check({ type: 'carousel', props: {} }));
    ok(!check({ type: 'text', props: { text: 'x' }, children: [{ type: 'button', props: { label: 'x' } }] }));
  });

  it('are in the documentation, each with fields, an example request and its page', async () => {
    const { platform } = await stack();
    const read = async (path: string) => (await fetch(platform.baseUrl + path)).text();
    const index = await read('/docs/blocks');
    for (const type of blockTypes) {
      const [, path = ''] = new RegExp(`<a href="([^"]+)">${type}</a>`).exec(index) ?? [];
      const page = await read(path);
      const picture = await fetch(`${platform.baseUrl}/e/example/${type}`);
      equal(picture.status, 200, type);
      match(await picture.text(), new RegExp(`is-${type}`));
      ok(page.includes(`src="/e/example/${type}"`), type);
      ok(page.includes(encodeURIComponent(JSON.stringify({ type, props: blockExamples[type] }))), type);
    }
    const page = await read('/docs/page-types');
    for (const type of contentTypes) {
      match(page, new RegExp(`id="type-${type}"`));
      if (type === 'url' || type === 'videos') continue;
      equal((await fetch(`${platform.baseUrl}/e/example/types/${type}`)).status, 200, type);
      ok(page.includes(`src="/e/example/types/${type}"`), type);
    }
    equal((await fetch(`${platform.baseUrl}/e/example/constructor`)).status, 404);
  });
});
