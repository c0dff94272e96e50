import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { MongoClient } from 'mongodb';
import { CORPUS, readCorpus } from './corpus.js';
import { type StoreProcess, startProcess, temporaryFolder } from './store-process.js';
import { tell } from './story.js';

describe('the store answers as MongoDB did', () => {
  const folder = temporaryFolder();
  const stories = readCorpus(readFileSync(CORPUS, 'utf8'));
  let told: Promise<string[]>[];
  let store: StoreProcess;
  let client: MongoClient;

  before(async () => {
    store = await startProcess(folder.path);
    client = await new MongoClient(store.url).connect();
    // All at once, each in its own database, so that they wait for the disk together.
    told = stories.map((story, number) => tell(client.db(`corpus-${number}`), story));
  });

  after(async () => {
    await client.close();
    await store.stop();
    folder.remove();
  });

  for (const [number, story] of stories.entries()) {
    it(`${story.about} (story ${number + 1}, ${story.commands.length} commands)`, async () => {
      const outcomes = await told[number];
      const wrong = story.outcomes.findIndex((outcome, i) => outcome !== outcomes?.[i]);
      if (wrong !== -1) assert.equal(outcomes?.[wrong], story.outcomes[wrong], JSON.stringify(story.commands[wrong]));
    });
  }
});
