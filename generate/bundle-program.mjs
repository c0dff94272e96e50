// Bundles a program of packages/ and all that it imports into one file, so that its package has no dependencies.
//   node generate/bundle-program.mjs packages/cli
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { licensesText, packageFolders } from './third-party-licenses.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const CLIENT = 'packages/client-typescript/src';

/**
 * Bundles the program of a package into `dist/main.js`, beside the licences of the packages that it contains. Returns the paths of its inputs.
 *
 * @param folder of the package, from the root of the project
 */
export async function bundleProgram(folder) {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [`${folder}/src/main.ts`],
    outfile: `${folder}/dist/main.js`,
    ...{ bundle: true, format: 'esm', platform: 'node', target: 'node20', logLevel: 'warning', metafile: true },
    legalComments: 'none',
    // Some packages that are no ES modules load modules of Node while they run.
    banner: {
      js: "import { createRequire as requireOfPackages } from 'node:module'; const require = requireOfPackages(import.meta.url);",
    },
    alias: {
      'utility-api-client': join(root, CLIENT, 'index.ts'),
      'utility-api-client/catalogue': join(root, CLIENT, 'catalogue.ts'),
    },
  });
  const inputs = Object.keys(metafile.inputs);
  const packages = packageFolders(inputs);
  if (packages.length > 0) writeFileSync(join(root, folder, 'dist/THIRD-PARTY-LICENSES.txt'), licensesText(packages));
  return inputs;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await bundleProgram(process.argv[2]);
