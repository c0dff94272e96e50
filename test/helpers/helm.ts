import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { unzipSync } from 'fflate';
import { projectFile } from '../../shared/process/project-file.js';

const run = promisify(execFile);

export const CHART = projectFile('deploy/kubernetes/chart');

/** A version of Kubernetes that the chart supports; the default of this Helm is older. */
const KUBE_VERSION = ['--kube-version', '1.31.0'];

/** Returns the path of Helm, from a package that holds it in an archive; undefined on machines that it does not run on. */
function installHelm(): string | undefined {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  const path = projectFile('node_modules/.cache/helm/helm');
  if (existsSync(path)) return path;
  const main = createRequire(import.meta.url).resolve('@aws-cdk/asset-kubectl-v20');
  const archive = readFileSync(join(dirname(main), 'layer.zip'));
  const { 'helm/helm': binary } = unzipSync(archive, { filter: ({ name }) => name === 'helm/helm' });
  if (!binary) throw new Error('@aws-cdk/asset-kubectl-v20 has no helm/helm');
  mkdirSync(dirname(path), { recursive: true });
  const written = `${path}.${process.pid}`;
  writeFileSync(written, binary, { mode: 0o755 });
  renameSync(written, path);
  return path;
}

/** True if this machine can run Helm. */
export const hasHelm = installHelm() !== undefined;

/**
 * Runs Helm, and returns what it printed.
 *
 * @throws Error with its messages if it fails
 */
async function helm(...args: readonly string[]): Promise<string> {
  const path = installHelm();
  if (!path) throw new Error('Helm does not run on this machine');
  const { stdout } = await run(path, [...args], { maxBuffer: 16 * 1024 * 1024 });
  return stdout;
}

/** Values as arguments of Helm, e.g. `['ingress.enabled=true']`. */
const asArguments = (values: readonly string[]): string[] => values.flatMap((value) => ['--set', value]);

/**
 * Renders the chart as a release with the name `utility-api`.
 *
 * @param more further arguments
 */
export const renderChart = (values: readonly string[], ...more: string[]): Promise<string> =>
  helm('template', 'utility-api', CHART, ...KUBE_VERSION, ...asArguments(values), ...more);

/** Checks the chart with `helm lint --strict`. */
export const lintChart = (values: readonly string[]): Promise<string> =>
  helm('lint', '--strict', CHART, ...asArguments(values));
