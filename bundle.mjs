// Makes one file, and few beside it, of each process and all that it imports: reading 1,500 modules one by one is most of what
// the start of a process costs. What tests import stays as it was compiled; what they start is what production runs.
import { rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { catalogue } from './dist/shared/contract/catalogue/index.js';
import { internalJobs } from './dist/shared/queue/internal-jobs.js';
import './generate/data.mjs';

const root = dirname(fileURLToPath(import.meta.url));

const PROCESSES = [
  ...['api/main', 'workers/main', 'scheduler/main', 'admin/main', 'embedded/main'],
  ...['embedded/redis', 'workers/runtime/isolated-main', 'workers/lib/pictures/decode'],
];

/** Packages that cannot be bundled: they read files beside their own, or are compiled code. */
const LEFT_IN_PLACE = `
  sharp msgpackr pino pino-pretty node-cron prismjs`;

/** What MongoDB's driver uses only where it is installed. */
const OPTIONAL = `
  @aws-sdk/credential-providers @mongodb-js/zstd aws4 gcp-metadata kerberos mongodb-client-encryption snappy socks`;

/** Gives workers the table of their handlers, as `workers/import-module.ts` says. */
const handlersByPath = {
  name: 'handlers-by-path',
  setup({ onLoad }) {
    onLoad({ filter: /\/workers\/import-module\.ts$/ }, () => {
      const paths = [
        ...catalogue.map(({ group, path }) => `${group.id}/${path.split('/').at(-1)}.js`),
        ...internalJobs.map(({ name }) => `${name}.js`),
      ];
      const table = paths.map((path) => `'${path}': () => import('./${path.replace('.js', '.ts')}'),`).join('\n');
      return {
        resolveDir: join(root, 'workers'),
        contents: `const modules = {\n${table}\n};\nexport const importModule = (path) => modules[path]();`,
      };
    });
  },
};

await rm(join(root, 'dist', 'chunks'), { recursive: true, force: true });
const { metafile } = await build({
  metafile: true,
  entryPoints: PROCESSES.map((name) => join(root, `${name}.ts`)),
  outbase: root,
  outdir: join(root, 'dist'),
  chunkNames: 'chunks/[name]-[hash]',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.20',
  sourcemap: true,
  sourcesContent: false,
  minifyWhitespace: true,
  external: `${LEFT_IN_PLACE}${OPTIONAL}`.trim().split(/\s+/),
  define: { __dirname: 'import.meta.dirname', __filename: 'import.meta.filename' },
  // Some packages that are no ES modules ask for others while they run.
  banner: {
    js: "import { createRequire as requireOfPackages } from 'node:module'; const require = requireOfPackages(import.meta.url);",
  },
  plugins: [handlersByPath],
  logLevel: 'warning',
  logLimit: 5,
});

/** Packages that the bundles hold, for `npm run vulnerabilities`: they run in production whether they are installed there or not. */
const bundled = Object.keys(metafile.inputs).map((file) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1]);
const names = [...new Set(bundled)].filter((name) => name !== undefined).sort();
await writeFile(join(root, 'dist', 'bundled-packages.json'), `${JSON.stringify(names, null, 2)}\n`);
