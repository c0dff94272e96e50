// Writes the corpus anew: REAL_MONGODB_URL=… npm run record:corpus -- [seed]
import { writeFileSync } from 'node:fs';
import { MongoClient } from 'mongodb';
import { type AgreedStory, CORPUS, writeCorpus } from './corpus.js';
import { Draw } from './draw.js';
import { knownStories } from './known/stories.js';
import { publishedStories } from './published-commands.js';
import { startProcess, temporaryFolder } from './store-process.js';
import { randomStory, type Story, tell } from './story.js';

const CHANCE_STORIES = 8;
const LENGTH = 80;
const SIZE = 8;

const realUrl = process.env.REAL_MONGODB_URL;
if (!realUrl) throw new Error('REAL_MONGODB_URL must name a real MongoDB');
const folder = temporaryFolder();
const store = await startProcess(folder.path);
const [ours, real] = [await new MongoClient(store.url).connect(), await new MongoClient(realUrl).connect()];
try {
  const draw = new Draw(Number(process.argv[2] ?? 1));
  const told: Story[] = [
    ...knownStories,
    ...publishedStories,
    ...Array.from({ length: CHANCE_STORIES }, () => randomStory(draw, LENGTH, SIZE)),
  ];
  const agreed: AgreedStory[] = [];
  for (const story of told) {
    const [mine, theirs] = [await tell(ours.db('corpus'), story), await tell(real.db('corpus'), story)];
    const differing = theirs.findIndex((outcome, i) => outcome !== mine[i]);
    if (differing === -1) agreed.push({ ...story, outcomes: theirs });
    else
      console.error(
        `left out "${story.about}": command ${differing} differs\n  ${mine[differing]}\n  ${theirs[differing]}`,
      );
  }
  writeFileSync(CORPUS, writeCorpus(agreed));
  console.log(`${agreed.reduce((sum, { commands }) => sum + commands.length, 0)} commands in ${agreed.length} stories`);
} finally {
  await ours.close();
  await real.close();
  await store.stop();
  folder.remove();
}
