import { writeFileSync } from 'node:fs';
import { settingsPage } from '../admin/settings-page.js';
import { projectFile } from '../shared/process/project-file.js';
import { mochaGlobalTeardown } from '../test/helpers/stack.js';
import { writeIcons } from './icons.js';
import { writeQrStyles } from './qr-styles.js';
import { outdatedAnswers, recordAnswers } from './record-answers.js';

// Generates the committed files that derive from the contracts and the settings. Running it again changes nothing.
writeFileSync(projectFile('docs/settings.md'), `${settingsPage()}\n`);

await writeIcons();
await writeQrStyles();

const outdated = outdatedAnswers();
if (outdated.length > 0) {
  console.log(`Recording the answers of ${outdated.join(', ')} …`);
  await recordAnswers(outdated).finally(mochaGlobalTeardown);
}
