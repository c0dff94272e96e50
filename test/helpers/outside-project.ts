import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Time that the packages of a project may take to install, in ms. n8n takes minutes. */
export const INSTALL_TIMEOUT = 20 * 60_000;

/** Largest output of a command, in bytes. */
const LARGEST_OUTPUT = 64 * 1024 * 1024;

/** Output of a command, and its exit code. */
export interface Ended {
  code: number;
  out: string;
  err: string;
}

/** A project of its own in a temporary folder, outside of this one. */
export interface OutsideProject {
  folder: string;
  /** Writes files by their path in the folder; objects as JSON. */
  write(files: Readonly<Record<string, string | object>>): Promise<void>;
  /** Runs a command in the folder. */
  run(command: string, args: readonly string[], environment?: NodeJS.ProcessEnv): Promise<Ended>;
  /**
   * Runs a command that has to succeed.
   *
   * @throws Error with its output if it fails
   */
  succeed(command: string, args: readonly string[], environment?: NodeJS.ProcessEnv): Promise<string>;
  remove(): Promise<void>;
}

/**
 * Creates a project with packages from the registry, in the given versions. Their install scripts do not run.
 *
 * @param manifest other fields of its package.json
 */
export async function createOutsideProject(
  packages: Readonly<Record<string, string>>,
  manifest: object = {},
): Promise<OutsideProject> {
  const folder = await mkdtemp(join(tmpdir(), 'outside-'));
  const project: OutsideProject = {
    folder,
    async write(files) {
      for (const [path, content] of Object.entries(files)) {
        await mkdir(join(folder, path, '..'), { recursive: true });
        await writeFile(join(folder, path), typeof content === 'string' ? content : JSON.stringify(content, null, 2));
      }
    },
    run: (command, args, environment = {}) =>
      new Promise((resolve) => {
        const env = { PATH: process.env.PATH, HOME: folder, ...environment };
        const options = { cwd: folder, env, timeout: INSTALL_TIMEOUT, maxBuffer: LARGEST_OUTPUT };
        execFile(command, args, options, (error, out, err) =>
          resolve({ code: error ? Number(error.code) || 1 : 0, out, err }),
        );
      }),
    async succeed(command, args, environment) {
      const { code, out, err } = await project.run(command, args, environment);
      if (code !== 0) throw new Error(`${command} ${args.join(' ')} exited with ${code}: ${(out + err).slice(-4_000)}`);
      return out;
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
  await project.write({ 'package.json': { private: true, type: 'module', ...manifest, dependencies: packages } });
  const npm = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--legacy-peer-deps', '--loglevel', 'error'];
  // The settings of npm, such as its registry and cache, are those of the user.
  const home = { HOME: process.env.HOME };
  await project.succeed('npm', npm, home);
  return project;
}
