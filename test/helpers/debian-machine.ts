import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { eventually } from './stack.js';

const run = promisify(execFile);
const MAX_OUTPUT = 64 * 1024 * 1024;
const BOOT_MS = 120_000;

/** A booted Debian in a container, with a network of its own that leads nowhere. */
export interface DebianMachine {
  /** Runs commands as root in a shell that ends at the first error, and returns their output. */
  shell(commands: string): Promise<string>;
  remove(): Promise<void>;
}

/** True if this process may create containers, and has the tools for it. */
export const canBootDebian = async (): Promise<boolean> =>
  process.getuid?.() === 0 &&
  (await Promise.all(['debootstrap', 'systemd-nspawn'].map((tool) => run('which', [tool])))
    .then(() => true)
    .catch(() => false));

/**
 * Installs a Debian into a folder and boots it.
 *
 * @param suite its name, e.g. bookworm
 * @param prepare puts files into the folder and installs packages, with the network of this machine
 */
export async function bootDebian(
  suite: string,
  prepare: (folder: string, chroot: (commands: string) => Promise<string>) => Promise<void>,
): Promise<DebianMachine> {
  const folder = await mkdtemp(join(tmpdir(), 'debian-'));
  const packages = 'systemd,systemd-sysv,dbus,ca-certificates,iproute2';
  await run('debootstrap', ['--variant=minbase', `--include=${packages}`, suite, folder], { maxBuffer: MAX_OUTPUT });
  // All users of the machine pass through its root.
  await chmod(folder, 0o755);
  await writeFile(join(folder, 'etc/hosts'), '127.0.0.1 localhost\n');
  await prepare(folder, (commands) => shellOutput('chroot', [folder], commands));
  const container = spawn(
    'systemd-nspawn',
    [
      '--quiet',
      '--boot',
      `--directory=${folder}`,
      '--register=no',
      '--keep-unit',
      '--private-network',
      '--console=pipe',
    ],
    { stdio: 'ignore', env: { ...process.env, SYSTEMD_NSPAWN_UNIFIED_HIERARCHY: '1' } },
  );
  const ended = once(container, 'exit');
  // The first child of the container is replaced by its init while it boots.
  const shell = (commands: string) => shellOutput('nsenter', ['--all', `--target=${findChild(container)}`], commands);
  const remove = async () => {
    container.kill('SIGKILL');
    await ended;
    // Its processes end a moment after it.
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 500 });
  };
  try {
    const state = () => shell('systemctl is-system-running || true').catch(() => '');
    await eventually(state, (output) => /running|degraded/.test(output), BOOT_MS);
    return { shell, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Id of the child process of a process. */
const findChild = ({ pid }: ChildProcess): string => readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();

async function shellOutput(command: string, args: readonly string[], commands: string): Promise<string> {
  const environment = ['env', '-i', 'HOME=/root', 'LANG=C.UTF-8', 'DEBIAN_FRONTEND=noninteractive'];
  const path = 'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
  const child = spawn(command, [...args, ...environment, path, 'bash', '-euxo', 'pipefail'], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let output = '';
  let errors = '';
  child.stdout.on('data', (text) => (output += text));
  child.stderr.on('data', (text) => (errors += text));
  child.stdin.on('error', () => {}).end(commands);
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${commands}\n${output}${errors}`.slice(-5_000));
  return output;
}
