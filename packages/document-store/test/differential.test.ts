import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { BSON, type Db, MongoClient } from 'mongodb';
import { Draw } from './draw.js';
import { knownStories } from './known/stories.js';
import { publishedStories } from './published-commands.js';
import { type StoreProcess, startProcess, temporaryFolder } from './store-process.js';
import { begin, randomStory, runCommand, type Story } from './story.js';

const OPERATIONS = Number(process.env.STORE_OPERATIONS ?? 6000);
/** After so many commands the collection is begun anew, so that an early difference does not colour all that follow. */
const STORY = 120;

describe('the store and a real MongoDB', function () {
  this.timeout(900_000);
  const folder = temporaryFolder();
  const clients: MongoClient[] = [];
  let store: StoreProcess;
  let databases: readonly [Db, Db];

  async function connect(url: string): Promise<Db> {
    const client = await new MongoClient(url).connect();
    clients.push(client);
    return client.db('differential');
  }

  before(async function () {
    const realUrl = process.env.REAL_MONGODB_URL;
    if (!realUrl) this.skip();
    store = await startProcess(folder.path);
    databases = [await connect(store.url), await connect(realUrl)];
  });

  after(async () => {
    for (const client of clients) await client.close();
    await store?.stop();
    folder.remove();
  });

  async function differences(story: Story): Promise<string[]> {
    await Promise.all(databases.map((db) => begin(db, story)));
    const found: string[] = [];
    for (const command of story.commands) {
      const [ours, real] = await Promise.all(databases.map((db) => runCommand(db, command)));
      if (ours !== real)
        found.push(`${BSON.EJSON.stringify(command, { relaxed: false })}\n  ours ${ours}\n  real ${real}`);
    }
    return found;
  }

  for (const story of [...knownStories, ...publishedStories]) {
    it(`agree on ${story.about}`, async () => {
      assert.deepEqual(await differences(story), []);
    });
  }

  it(`agree on ${OPERATIONS} commands by chance`, async () => {
    const seed = Number(process.env.STORE_SEED ?? randomInt(2 ** 31));
    console.log(`      seed ${seed}`);
    const draw = new Draw(seed);
    const found: string[] = [];
    for (let done = 0; done < OPERATIONS; done += STORY) found.push(...(await differences(randomStory(draw, STORY))));
    assert.equal(found.length, 0, `${found.length} differences; the first:\n${found.slice(0, 3).join('\n')}`);
  });
});
