import { deepEqual, equal, ok } from 'node:assert/strict';
import { createRequire } from 'node:module';
import { accountGroup, accountRoutes } from '../../features/account-api/index.js';
import { catalogue } from '../../shared/contract/catalogue/index.js';
import { createAccountResources } from '../helpers/account-resources.js';
import { addCoupon, order, payPage, waitForInvoice, waitForOrder } from '../helpers/payments.js';
import { call, newAccount, stack } from '../helpers/stack.js';

/** Parts of Postman's own collection reader that the tests use. Its published types are incomplete. */
interface Item {
  name: string;
  request: {
    method: string;
    url: { toString(): string };
    headers: { toObject(): Record<string, string> };
    body?: { raw?: string };
  };
  responses: { all(): { code: number; body: string }[] };
}

interface PostmanCollection {
  items: { map<T>(each: (folder: { name: string }) => T): T[] };
  variables: { has(name: string): boolean; get(name: string): unknown };
  auth?: { type: string; parameters(): { get(name: string): unknown } };
  forEachItem(each: (item: Item) => void): void;
}

const { Collection } = createRequire(import.meta.url)('postman-collection') as {
  Collection: new (json: unknown) => PostmanCollection;
};

async function readCollection(): Promise<PostmanCollection> {
  const { baseUrl } = (await stack()).platform;
  return new Collection(JSON.parse(await (await fetch(`${baseUrl}/postman.json`)).text()));
}

/** Every request of the collection, in its folders' order. */
async function requests(): Promise<Item[]> {
  const items: Item[] = [];
  (await readCollection()).forEachItem((item) => items.push(item));
  return items;
}

describe('the Postman collection', () => {
  it('has a folder for each group and a request for each endpoint', async () => {
    const collection = await readCollection();
    const titles = [...new Set(catalogue.map(({ group }) => group.title))];
    deepEqual(
      collection.items.map((folder) => folder.name),
      [...titles, accountGroup.title],
    );
    equal((await requests()).length, catalogue.length + accountRoutes.length);
  });

  it('has the response of the OpenAPI document for each request', async () => {
    const { paths } = await (await fetch(`${(await stack()).platform.baseUrl}/openapi.json`)).json();
    const items = await requests();
    const contracts = [...catalogue, ...accountRoutes.map(({ contract }) => contract)];
    for (const { id, path, method, title } of contracts) {
      const item = items.find(
        ({ name, request }) =>
          name === title &&
          request.method === method &&
          (path.includes('{') || request.url.toString().split('?')[0]?.endsWith(path)),
      );
      const [example] = item?.responses.all() ?? [];
      const [{ example: shown } = { example: undefined }] = Object.values<{ example: unknown }>(
        Object.entries<{ content: Record<string, { example: unknown }> }>(
          paths[path][method.toLowerCase()].responses,
        ).find(([status]) => status.startsWith('2'))?.[1].content ?? {},
      );
      const isFile = typeof shown === 'string';
      deepEqual(
        example && { code: example.code, body: isFile ? example.body : JSON.parse(example.body) },
        { code: example?.code, body: shown },
        id,
      );
    }
  });

  it('asks for the key once, for all requests', async () => {
    const collection = await readCollection();
    equal(collection.auth?.type, 'apikey');
    equal(collection.auth?.parameters().get('key'), 'X-API-Key');
    equal(collection.auth?.parameters().get('value'), '{{apiKey}}');
    ok(collection.variables.has('apiKey'));
  });

  it('has no Idempotency-Key, with which a request would be taken for the repetition of another', async () => {
    for (const { name, request } of await requests()) ok(!('Idempotency-Key' in request.headers.toObject()), name);
  });

  it('succeeds with every request, once the key is filled in', async () => {
    const { key } = await newAccount({ credits: 10 });
    const collection = await readCollection();
    const made = { type: 'text', content: { text: 'Hello' } };
    const makeOne = () => call('/v1/qr-experience/generate', made, { key });
    const experience = await makeOne();
    const { id, url: page } = await order(key, 'small', { save_method: true });
    await payPage(page);
    await waitForOrder(key, id, ({ state }) => state === 'paid');
    const unpaid = await order(key, 'small');
    const invoice = await waitForInvoice(id);
    await addCoupon('WELCOME');
    const failures: string[] = [];
    const createResources = () => createAccountResources(key, String(collection.variables.get('baseUrl')));
    let replaceIds = await createResources();
    for (const { name, request } of await requests()) {
      const recorded = request.url.toString().replace('{{baseUrl}}', String(collection.variables.get('baseUrl')));
      const asked = replaceIds(recorded);
      // Each has an experience of its own, as one of them deletes it.
      const own = /\/v1\/qr-experience\/\d+/.test(asked) ? await makeOne() : experience;
      const url = asked
        .replace(/INV-\d{4}-\d+/, invoice)
        .replace(/(\/v1\/qr-experience\/)\d+/, `$1${own.body.experience?.id}`)
        .replace(
          /(\/v1\/account\/orders\/)ord_[\w-]+(.*)/,
          (_, path: string, rest: string) => path + (rest === '/cancel' ? unpaid.id : id) + rest,
        );
      // Resources of the recorded examples do not exist on this platform.
      if (/\/v1\/(jobs|requests|webhooks)\//.test(url)) continue;
      const body = request.body?.raw?.replace(
        /"experience_id": \d+/,
        `"experience_id": ${experience.body.experience?.id}`,
      );
      // A batch is deleted once it has ended.
      const isBatch = request.method === 'DELETE' && url.includes('/v1/batches/');
      if (isBatch) await fetch(`${url}/cancel`, { method: 'POST', headers: { 'X-API-Key': key } });
      const response = await fetch(url, {
        method: request.method,
        headers: { ...request.headers.toObject(), 'X-API-Key': key },
        ...(body ? { body } : {}),
      });
      // A resource that one of them has deleted is created again.
      if (request.method === 'DELETE' && asked !== recorded) replaceIds = await createResources();
      if (!response.ok) failures.push(`${name}: ${response.status} ${await response.text()}`);
    }
    deepEqual(failures, []);
  });
});
