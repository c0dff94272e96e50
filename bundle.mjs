// Makes one file, and few beside it, of each process and all that it imports: reading 1,500 modules one by one is most of what
// the start of a process costs. It reads the TypeScript sources and needs no compiler. What tests import stays as it was
// compiled; what they start is what production runs.
import { readFileSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { writeData } from './generate/data.mjs';
import { importSource } from './generate/import-source.mjs';
import { external, optional } from './generate/loaded-packages.mjs';
import { packClients } from './generate/pack-clients.mjs';

const root = dirname(fileURLToPath(import.meta.url));

const PROCESSES = [
  ...['api/main', 'workers/main', 'scheduler/main', 'admin/main', 'embedded/main', 'bench/plan/main'],
  ...['embedded/redis', 'workers/runtime/isolated-main', 'workers/lib/pictures/decode'],
];

/** Programs of the packages in this repository, by their place in the output. */
const PROGRAMS = {
  'embedded/store': 'packages/document-store/src/main.ts',
  'embedded/sandbox': 'packages/sandbox/src/main.ts',
  'mcp/main': 'packages/mcp/src/main.ts',
};

/** Modules that browsers load as well. */
const BROWSER_MODULES = {
  snippets: 'features/docs/snippets.ts',
  coerce: 'shared/contract/coerce.ts',
  route: 'shared/contract/route.ts',
};

/** Gives workers the table of their handlers, as `workers/import-module.ts` says. */
const handlersByPath = {
  name: 'handlers-by-path',
  setup({ onLoad }) {
    onLoad({ filter: /\/workers\/import-module\.ts$/ }, async () => {
      const { handlers } = await importSource('generate/handlers.ts');
      const table = handlers.map((path) => `'${path}': () => import('./${path.replace('.js', '.ts')}'),`).join('\n');
      return {
        resolveDir: join(root, 'workers'),
        contents: `const modules = {\n${table}\n};\nexport const importModule = (path) => modules[path]();`,
      };
    });
  },
};

/** Finds the packages of this repository by their sources instead of the output of the compiler. */
const packageSources = {
  name: 'package-sources',
  setup({ onResolve }) {
    onResolve({ filter: /^(bullmq-batching|document-store|readings|sandbox)(\/|$)/ }, ({ path }) => {
      const [name, ...subpath] = path.split('/');
      const folder = join(root, 'packages', name);
      const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
      const entry = exports[['.', ...subpath].join('/')] ?? exports;
      const file = entry.default ?? entry;
      return { path: join(folder, file.replace('/dist/', '/src/').replace(/\.js$/, '.ts')) };
    });
  },
};

/** Gives the editor of the studio what it knows of the contract, as JSON. */
const studioContract = {
  name: 'studio-contract',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^studio-contract$/ }, ({ path }) => ({ path, namespace: 'contract' }));
    // Only pages of blocks need it: it is a file of its own.
    onResolve({ filter: /^studio-sortable$/ }, () => ({ path: '/assets/studio/sortable.js', external: true }));
    onLoad({ filter: /.*/, namespace: 'contract' }, async () => {
      const { studioContract: contract } = await importSource('generate/studio-contract.ts');
      return { loader: 'json', contents: JSON.stringify(contract) };
    });
  },
};

const options = { bundle: true, format: 'esm', absWorkingDir: root, logLevel: 'warning', logLimit: 5 };

/** Marks the bundles as complete, and lists inputs and outputs: embedded/prepare.mjs compares the dates of the inputs, release.mjs copies the outputs. */
const METAFILE = join(root, 'dist', 'metafile.json');

await rm(METAFILE, { force: true });
await rm(join(root, 'dist', 'chunks'), { recursive: true, force: true });
const [{ metafile }, , studio, clientSources] = await Promise.all([
  build({
    ...options,
    metafile: true,
    entryPoints: { ...Object.fromEntries(PROCESSES.map((name) => [name, `${name}.ts`])), ...PROGRAMS },
    outdir: 'dist',
    chunkNames: 'chunks/[name]-[hash]',
    splitting: true,
    platform: 'node',
    target: 'node20.20',
    sourcemap: true,
    sourcesContent: false,
    minifyWhitespace: true,
    external: [...external, ...optional],
    define: { __dirname: 'import.meta.dirname', __filename: 'import.meta.filename' },
    // Some packages that are no ES modules ask for others while they run.
    banner: {
      js: "import { createRequire as requireOfPackages } from 'node:module'; const require = requireOfPackages(import.meta.url);",
    },
    plugins: [handlersByPath, packageSources],
  }),
  build({ ...options, entryPoints: BROWSER_MODULES, outdir: 'dist/browser', target: 'es2023' }),
  build({
    ...options,
    metafile: true,
    entryPoints: {
      studio: 'features/studio/browser/main.tsx',
      'studio-sortable': 'sortablejs/modular/sortable.core.esm.js',
    },
    outdir: 'dist/browser',
    target: 'es2022',
    minify: true,
    jsx: 'automatic',
    jsxImportSource: 'preact',
    plugins: [studioContract],
  }),
  packClients(join(root, 'dist', 'clients')),
]);
// What the editor and the clients were made from belongs to the inputs as well; what they were made into is in folders that are copied whole.
const isFile = (path) => !path.includes(':');
for (const file of [...Object.keys(studio.metafile.inputs).filter(isFile), ...clientSources])
  metafile.inputs[file] ??= {};
writeData(join(root, 'dist', 'data'));
await writeFile(join(root, 'dist/browser/studio-icons.svg'), await drawEditorIcons());
const { drawSwatches } = await importSource('workers/lib/qr/swatches.ts');
await writeFile(join(root, 'dist/data/qr-swatches.svg'), drawSwatches());
await writeFile(`${METAFILE}.part`, JSON.stringify(metafile));
await rename(`${METAFILE}.part`, METAFILE);

/** Draws the icons of the editor of the studio as symbols of one file. */
async function drawEditorIcons() {
  const { icons, codeIcons } = await importSource('features/studio/browser/icon-names.ts');
  const drawn = JSON.parse(readFileSync(join(root, 'dist/data/icons.json'), 'utf8'));
  const symbols = [...new Set([...Object.values(icons), ...codeIcons])].map((name) => {
    const paths = drawn[name].map(({ path, rule }) => `<path d="${path}"${rule ? ` fill-rule="${rule}"` : ''}/>`);
    return `<symbol id="${name}" viewBox="0 0 16 16">${paths.join('')}</symbol>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" fill="currentColor">${symbols.join('')}</svg>`;
}
