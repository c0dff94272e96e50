// Installs redis-server with apt-get where it is missing, unless REDIS_URL names a Redis that is running.
import { spawnSync } from 'node:child_process';

if (!process.env.REDIS_URL && !succeeds('redis-server', '--version')) {
  if (canInstall()) {
    console.log('Installing redis-server with apt-get…');
    install('update');
    install('install', '-y', '--no-install-recommends', 'redis-server');
  }
  if (!succeeds('redis-server', '--version')) {
    console.error(
      'redis-server is missing and could not be installed. Install it (Debian: sudo apt-get install redis-server), or set REDIS_URL to a Redis that is running.',
    );
    process.exitCode = 1;
  }
}

function canInstall() {
  return succeeds('apt-get', '--version') && (isRoot() || succeeds('sudo', '-n', 'true'));
}

function install(...parameters) {
  const sudo = isRoot() ? [] : ['sudo', '-n'];
  const apt = ['env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-qq', '-o', 'DPkg::Lock::Timeout=120'];
  succeeds(...sudo, ...apt, ...parameters);
}

function isRoot() {
  return process.getuid?.() === 0;
}

function succeeds(command, ...parameters) {
  return spawnSync(command, parameters, { stdio: 'ignore' }).status === 0;
}
