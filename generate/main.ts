import { writeFileSync } from 'node:fs';
import { renderSettingsPage } from '../admin/settings-page.js';
import { projectFile } from '../shared/process/project-file.js';
import { hasHelm } from '../test/helpers/helm.js';
import { mochaGlobalTeardown } from '../test/helpers/stack.js';
import { writeIcons } from './icons.js';
import { KUBERNETES_BASE, renderKubernetesBase } from './kubernetes.js';
import { writeQrStyles } from './qr-styles.js';
import { outdatedAnswers, recordAnswers } from './record-answers.js';

// Generates the committed files that derive from the contracts, the settings and the chart. Running it again changes nothing.
writeFileSync(projectFile('docs/settings.md'), `${renderSettingsPage()}\n`);

if (hasHelm) writeFileSync(KUBERNETES_BASE, await renderKubernetesBase());

await writeIcons();
await writeQrStyles();

const outdated = outdatedAnswers();
if (outdated.length > 0) {
  console.log(`Recording the answers of ${outdated.join(', ')} …`);
  await recordAnswers(outdated).finally(mochaGlobalTeardown);
}
