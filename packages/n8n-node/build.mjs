// Bundles the node and its credentials to dist/. n8n brings n8n-workflow itself.
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('.', import.meta.url));
const dist = join(root, 'dist');
rmSync(dist, { recursive: true, force: true });
await build({
  absWorkingDir: root,
  entryPoints: ['credentials/UtilityApi.credentials.ts', 'nodes/UtilityApi/UtilityApi.node.ts'],
  outbase: '.',
  outdir: 'dist',
  bundle: true,
  external: ['n8n-workflow'],
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  logLevel: 'warning',
});
cpSync(join(root, 'icons'), join(dist, 'icons'), { recursive: true });
const codex = 'nodes/UtilityApi/UtilityApi.node.json';
cpSync(join(root, codex), join(dist, codex));
