import { projectFile } from '../../shared/process/project-file.js';
import { generateClient } from './generate-client.js';

await generateClient(projectFile('clients/typescript/src/generated'));
