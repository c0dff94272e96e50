import { writeFile } from 'node:fs/promises';
import { accountRoutes } from '../api/account/routes.js';
import { ANSWERS_FILE, BASE_URL_MARK } from '../api/docs/openapi/recorded-answers.js';
import { catalogue } from '../shared/contract/catalogue/index.js';
import { targetOf } from '../shared/contract/route.js';
import { call, eventually, mochaGlobalTeardown, newAccount, stack } from '../test/helpers/stack.js';

type Fields = Readonly<Record<string, unknown>>;

/** The answer to an example; one that is not a success ends the recording, because it is no example. */
async function answerTo(path: string, fields: Fields, key: string, method = 'POST'): Promise<unknown> {
  const { status, body } = await call(path, fields, { key, method });
  if (status !== 200) throw new Error(`${path} answered ${status}: ${JSON.stringify(body)}`);
  return body;
}

/** Runs every endpoint's example on a platform of its own and keeps what was answered, for the documentation. */
async function record(): Promise<void> {
  const { key, account } = await newAccount({ credits: 10 });
  const { platform, store } = await stack();
  await store.accounts.updateOne({ _id: account }, { $set: { name: 'Web shop' } });
  const answers: Record<string, { request: Fields; answer: unknown }> = {};
  for (const { id, path, example } of catalogue) {
    const { first } = example;
    const given = first?.take(await answerTo(first.endpoint.path, first.endpoint.example.request, key));
    const request = { ...example.request, ...given };
    answers[id] = { request, answer: await answerTo(path, request, key) };
  }
  const job_id = await finishedJob(key);
  for (const { contract: route } of accountRoutes) {
    const request = route.path.includes('{job_id}') ? { job_id } : route.example.request;
    answers[route.id] = { request, answer: await answerTo(targetOf(route, request), request, key, route.method) };
  }
  await writeFile(ANSWERS_FILE, `${JSON.stringify(answers, null, 2).replaceAll(platform.baseUrl, BASE_URL_MARK)}\n`);
}

/** The id of a call that was handed in and has its answer. */
async function finishedJob(key: string): Promise<string> {
  const handedIn = await call(
    '/v1/vat',
    { action: 'calculate', net: 100, country_code: 'DE' },
    { key, headers: { Prefer: 'respond-async' } },
  );
  const { job_id } = handedIn.body;
  await eventually(
    () => call(`/v1/jobs/${job_id}`, {}, { key, method: 'GET' }),
    ({ body }) => body.state === 'finished',
  );
  return job_id;
}

await record().finally(mochaGlobalTeardown);
