import { deepEqual, equal, ok } from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { allEvents } from '../../features/webhooks/events.js';
import { projectFile } from '../../shared/process/project-file.js';
import { launch } from '../helpers/launch.js';
import { type Received, type Receiver, startReceiver } from '../helpers/receiver.js';
import { call, eventually, newAccount, stack } from '../helpers/stack.js';
import { unusedPort } from '../helpers/unused-port.js';

const run = promisify(execFile);
const FILES = ['mjs', 'py', 'php'].map((extension) => projectFile(`features/docs/receivers/verify.${extension}`));
const [NODE = '', PYTHON = '', PHP = ''] = FILES;

/** Commands that run the verification in each language. Secret, headers and body are in the environment. */
const RUNS = {
  Node: [
    process.execPath,
    '--input-type=module',
    '-e',
    `import { verify } from '${NODE}';
     const { SECRET, HEADERS, BODY } = process.env;
     console.log(JSON.stringify(verify(SECRET, JSON.parse(HEADERS), BODY)));`,
  ],
  Python: [
    'python3',
    '-c',
    `import json, os, runpy
verify = runpy.run_path('${PYTHON}')['verify']
print(json.dumps(verify(os.environ['SECRET'], json.loads(os.environ['HEADERS']), os.environ['BODY'].encode())))`,
  ],
  PHP: [
    'php',
    '-r',
    `require '${PHP}';
     echo json_encode(verify(getenv('SECRET'), json_decode(getenv('HEADERS'), true), getenv('BODY')));`,
  ],
} as const;

/** Signs a message as everyone can if the receiver's secret is not set. */
function signWithoutSecret({ headers, body }: Received): string {
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  return `v1,${createHmac('sha256', '').update(signed).digest('base64')}`;
}

describe('the guide to webhooks', () => {
  let receiver: Receiver;
  let secret: string;
  let message: Received;

  before(async () => {
    receiver = await startReceiver();
    const { key } = await newAccount();
    const { body } = await call('/v1/webhooks', { url: receiver.url, events: [] }, { key });
    secret = body.secret;
    await call(`/v1/webhooks/${body.webhook}/rotate-secret`, {}, { key });
    await call(`/v1/webhooks/${body.webhook}/test`, { type: 'job.completed' }, { key });
    const [first] = await receiver.got(1);
    ok(first);
    message = first;
  });
  after(() => receiver?.close());

  for (const [language, [command, ...args]] of Object.entries(RUNS)) {
    it(`verifies a message in ${language}, and nothing that is signed otherwise, changed or old`, async function () {
      const isInstalled = await run(command, ['--version']).then(
        () => true,
        () => false,
      );
      if (!isInstalled) this.skip();
      const verify = (given: string, headers: object, body: string) =>
        run(command, args, {
          env: {
            ...process.env,
            SECRET: given,
            HEADERS: JSON.stringify({ ...message.headers, ...headers }),
            BODY: body,
          },
        }).then(
          ({ stdout }) => JSON.parse(stdout),
          () => 'refused',
        );
      deepEqual(await verify(secret, {}, message.body), message.event, 'by one signature of two');
      const wrong = await Promise.all([
        verify('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', {}, message.body),
        verify(secret, {}, message.body.replace('200', '201')),
        verify(secret, { 'webhook-id': 'msg_other' }, message.body),
        verify(secret, { 'webhook-timestamp': String(Math.floor(Date.now() / 1_000) - 600) }, message.body),
        verify('', { 'webhook-signature': signWithoutSecret(message) }, message.body),
      ]);
      deepEqual([...new Set(wrong)], ['refused']);
    });
  }

  it('shows what comes to a port of this machine, and whether it is signed', async () => {
    const port = await unusedPort();
    const shows = launch('features/docs/receivers/show.mjs', [String(port)], { SECRET: secret });
    const send = (headers: object) =>
      fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers: signed(headers), body: message.body }).catch(
        () => undefined,
      );
    const signed = (headers: object): Record<string, string> => {
      const of = Object.entries(message.headers).filter(([name]) => name.startsWith('webhook-'));
      return { ...Object.fromEntries(of), ...headers };
    };
    try {
      const taken = await eventually(
        () => send({}),
        (answer) => answer !== undefined,
      );
      equal(taken?.status, 200);
      await shows.printed(/(msg_\S+ \{)/);
      equal((await send({ 'webhook-id': 'msg_other' }))?.status, 401);
    } finally {
      shows.process.kill();
      await shows.ended();
    }
  });

  it('has every event, as the OpenAPI document and the page in the repository have it', async () => {
    const { baseUrl } = (await stack()).platform;
    const page = await (await fetch(`${baseUrl}/docs/webhook-events`)).text();
    const document = JSON.parse(await (await fetch(`${baseUrl}/openapi.json`)).text());
    const repository = readFileSync(projectFile('docs/webhooks.md'), 'utf8');
    deepEqual(
      Object.keys(document.webhooks),
      allEvents.map(({ name }) => name),
    );
    for (const { name, summary } of allEvents) {
      ok(page.includes(`<h2 id="${name}">`), name);
      equal(document.webhooks[name].post.description, `${summary}.`);
      ok(repository.includes(`\`${name}\``), name);
    }
  });
});
