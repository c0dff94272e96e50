import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { Queue } from 'bullmq';
import { nanoid } from 'nanoid';
import { connectRedis } from '../../shared/process/redis.js';
import { queuePrefix } from '../../shared/queue/queues.js';
import { leaveFailedJobs } from '../../test/helpers/failed-jobs.js';
import { logIn } from '../../test/helpers/log-in.js';
import { stack } from '../../test/helpers/stack.js';

describe('the queues of the operator console', () => {
  const asked = async (path: string, init: RequestInit = {}) => {
    const { platform } = await stack();
    const { cookie } = await logIn(platform.baseUrl);
    const answer = await fetch(`${platform.baseUrl}/operator${path}`, {
      redirect: 'manual',
      ...init,
      headers: { cookie, ...init.headers },
    });
    return { status: answer.status, text: await answer.text() };
  };

  it('are shown inside the console, with its bar', async () => {
    const { status, text } = await asked('/queues/queue/compute');
    equal(status, 200);
    for (const path of ['/operator/accounts', '/operator/time', '/operator/failed-jobs', '/operator/logout']) {
      ok(text.includes(`"${path}"`), path);
    }
    ok(!text.includes('fonts.googleapis'));
    const [, script = ''] = /<script src="([^"]*queues[^"]*)"/.exec(text) ?? [];
    equal((await fetch((await stack()).platform.baseUrl + script)).status, 200);
  });

  it('load the files of the dashboard and its data', async () => {
    const { text } = await asked('/queues');
    match(text, /<base href="\/operator\/queues\/" \/>/);
    const [, config = ''] = /<script id="__UI_CONFIG__"[^>]*>([^<]+)</.exec(text) ?? [];
    equal(JSON.parse(config).boardTitle, 'utility-api');
    const files = [...text.matchAll(/"(static\/[^"]+)"/g)].map(([, file]) => file);
    ok(files.length > 3, files.join());
    for (const file of [...files, 'static/locales/de-DE/messages.json'])
      equal((await asked(`/queues/${file}`)).status, 200, file);
    for (const file of ['static/nothing.js', 'static/..%2Findex.ejs', 'static'])
      equal((await asked(`/queues/${file}`)).status, 404, file);
    const queues = await asked('/queues/api/queues?activeQueue=compute&page=1&jobsPerPage=10');
    equal(queues.status, 200);
    const names = JSON.parse(queues.text).queues.map(({ name }: { name: string }) => name);
    ok(names.includes('compute'), names.join());
    const unknown = await asked('/queues/api/queues/nothing/pause', { method: 'PUT' });
    equal(unknown.status, 404);
    match(unknown.text, /QUEUE/i);
  });

  it('are not cleared without the name of the queue as a confirmation', async () => {
    const { platform } = await stack();
    const redis = connectRedis(platform.redisUrl, 'producer', () => {});
    // No job of this pool is delayed, so that none of another test is removed.
    const queue = new Queue('content', { connection: redis, prefix: queuePrefix('content') });
    const job = await queue.add('kept', {}, { delay: 600_000 });
    try {
      const api = `/queues/api/queues/${queue.name}`;
      for (const [path, name] of [
        ['empty', ''],
        ['empty', 'another'],
        ['obliterate', ''],
        ['clean/delayed', ''],
      ] as const) {
        const { status, text } = await asked(`${api}/${path}`, { method: 'PUT', headers: { 'X-Queue-Name': name } });
        equal(status, 409, path);
        match(text, new RegExp(`type the name of the queue, ${queue.name}`));
      }
      ok(await queue.getJob(job.id ?? ''), 'the job is there');
      const named = { method: 'PUT', headers: { 'X-Queue-Name': queue.name } };
      equal((await asked(`${api}/clean/delayed`, named)).status, 200);
      // A single job needs no name.
      equal((await asked(`${api}/pause`, { method: 'PUT' })).status, 200);
      equal((await asked(`${api}/resume`, { method: 'PUT' })).status, 200);
    } finally {
      await job.remove().catch(() => {});
      await queue.close();
      redis.disconnect();
    }
  });

  it('list failed jobs by reason, with links to the jobs and the timelines', async () => {
    const reason = `Broken ${nanoid(6).replaceAll(/\W|\d/g, 'x')}`;
    const { ids, remove } = await leaveFailedJobs('compute', [`${reason} at row 0`, `${reason} at row 1`]);
    try {
      const { status, text } = await asked('/failed-jobs');
      equal(status, 200);
      match(text, new RegExp(`${reason} at row …</h2>\\s*<p><b>2 jobs</b> of vat in `));
      deepEqual(
        ids.filter((id) => text.includes(`/operator/queues/queue/compute/${id}`)),
        ids,
      );
      ok(text.includes(`/operator/requests?id=${ids[0]}`));
    } finally {
      await remove();
    }
  });
});
