import { readFileSync, writeFileSync } from 'node:fs';
import { withSettings } from '../admin/settings-table.js';
import { projectFile } from '../shared/process/project-file.js';
import { mochaGlobalTeardown } from '../test/helpers/stack.js';
import { writeIcons } from './icons.js';
import { clientsDocument, OPENAPI_FILE } from './openapi.js';
import { outdatedAnswers, recordAnswers } from './record-answers.js';

// Makes everything in the tree that follows from the contracts and the settings; the client's package makes its own
// files from the document that is written here. Done again, it changes nothing.
const README = projectFile('README.md');
writeFileSync(README, withSettings(readFileSync(README, 'utf8')));

await writeIcons();

const outdated = outdatedAnswers();
if (outdated.length > 0) {
  console.log(`Recording the answers of ${outdated.join(', ')} …`);
  await recordAnswers(outdated).finally(mochaGlobalTeardown);
}

writeFileSync(OPENAPI_FILE, clientsDocument());
