import { readFileSync, writeFileSync } from 'node:fs';
import { withSettings } from '../admin/settings-table.js';
import { projectFile } from '../shared/process/project-file.js';
import { mochaGlobalTeardown } from '../test/helpers/stack.js';
import { writeIcons } from './icons.js';
import { writeQrStyles } from './qr-styles.js';
import { outdatedAnswers, recordAnswers } from './record-answers.js';

// Generates the committed files that derive from the contracts and the settings. Running it again changes nothing.
const README = projectFile('README.md');
writeFileSync(README, withSettings(readFileSync(README, 'utf8')));

await writeIcons();
await writeQrStyles();

const outdated = outdatedAnswers();
if (outdated.length > 0) {
  console.log(`Recording the answers of ${outdated.join(', ')} …`);
  await recordAnswers(outdated).finally(mochaGlobalTeardown);
}
