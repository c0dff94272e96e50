import { deepEqual, equal, match } from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { copyFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectFile } from '../../shared/process/project-file.js';
import { version } from '../../shared/process/version.js';
import { bootDebian, canBootDebian, type DebianMachine } from '../helpers/debian-machine.js';
import { describeNightly } from '../helpers/scale.js';
import { eventually } from '../helpers/stack.js';

const run = promisify(execFile);

/** Replacements for commands that need a network, a certificate or MongoDB. */
const SUBSTITUTES: readonly [written: RegExp, typed: string][] = [
  [/version=\S+/, `version=${version}; cd /root/release`],
  [/mongodb='[^']+'/, `mongodb='MONGODB_URL=mongodb://127.0.0.1:27017/'`],
  [
    /certbot certonly(?:.*\\\n)*.*/,
    'mkdir -p "/etc/letsencrypt/live/$host"; openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj "/CN=$host" ' +
      '-addext "subjectAltName=DNS:$host,DNS:$pages" -keyout "/etc/letsencrypt/live/$host/privkey.pem" ' +
      '-out "/etc/letsencrypt/live/$host/fullchain.pem"; ' +
      'cp "/etc/letsencrypt/live/$host/fullchain.pem" /usr/local/share/ca-certificates/test.crt; update-ca-certificates; ' +
      'echo "127.0.0.1 $host $pages" >> /etc/hosts',
  ],
];

/** The commands of the document in order, and those of the alternative to nginx. */
async function readCommands(): Promise<{ commands: string; alternative: string }> {
  const text = await readFile(projectFile('deploy/systemd/README.md'), 'utf8');
  const [before = '', ...sections] = text.split(/^(?=##+ )/m);
  const inBlocks = (parts: string[]) =>
    parts.flatMap((part) => [...part.matchAll(/^```sh\n(.*?)^```/gms)].map(([, lines]) => lines)).join('\n');
  const isAlternative = (section: string) => section.startsWith('### Or ');
  return {
    commands: inBlocks([before, ...sections.filter((section) => !isAlternative(section))]),
    alternative: inBlocks(sections.filter(isAlternative)),
  };
}

describeNightly('deploy/systemd/README.md, typed on a fresh Debian', () => {
  let machine: DebianMachine;

  before(async function () {
    this.timeout(1_200_000);
    if (!(await canBootDebian())) return this.skip();
    const { commands, alternative } = await readCommands();
    const typed = SUBSTITUTES.reduce((text, [written, instead]) => {
      match(text, written);
      return text.replace(written, () => instead);
    }, commands);
    machine = await bootDebian('bookworm', async (folder, chroot) => {
      // The machine has no network: what it installs is there already.
      await chroot(`${commands}\n${alternative}`.match(/^apt-get .*/gm)?.join('\n') ?? '');
      await copyFile(process.execPath, join(folder, 'usr/local/bin/node'));
      await run(process.execPath, [projectFile('release.mjs'), `--output=${join(folder, 'root/release')}`]);
    });
    // In place of MongoDB.
    await machine.shell(
      `tar -C /srv -xzf /root/release/utility-api-${version}.tar.gz; mkdir /var/lib/store; ` +
        `systemd-run --unit=store node /srv/utility-api-${version}/dist/embedded/store.js --dir /var/lib/store --port 27017`,
    );
    await machine.shell(typed);
  });

  after(() => machine?.remove());

  it('starts every unit', async () => {
    const units = await machine.shell(
      "systemctl list-units --plain --no-legend 'utility-api-*' | awk '{ print $1, $4 }'",
    );
    const instances = ['front@3000', 'front@3001', 'scheduler@9469', 'scheduler@9470', 'content@9471', 'fetch@9472']
      .concat(['qr@9473', 'compute@9474', 'deliver@9475'])
      .map((instance) => `utility-api-${instance}.service running`);
    deepEqual(
      units
        .trim()
        .split('\n')
        .filter((line) => !line.includes('.slice'))
        .sort(),
      instances.sort(),
    );
  });

  it('serves the API and the pages over HTTPS, and operators on a port of this machine', async () => {
    const status = (url: string) =>
      machine.shell(`curl --silent --output /dev/null --write-out '%{http_code}' '${url}'`);
    equal(await status('https://api.example.com/readyz'), '200');
    equal(await status('https://api.example.com/operator/login'), '404');
    equal(await status('https://pages.example.com/docs'), '404');
    equal(await status('http://api.example.com/docs'), '308');
    equal(await status('http://127.0.0.1:8081/operator/login'), '200');
    const call = await machine.shell(
      `utility-api-admin accounts create --account shop --name Shop
       utility-api-admin purchases add --account shop --credits 1
       key=$(utility-api-admin keys issue --account shop --name test --json | sed -n 's/.*"api_key": *"\\([^"]*\\)".*/\\1/p')
       curl --silent https://api.example.com/v1/vat --header "Authorization: Bearer $key" --header 'Content-Type: application/json' --data '{"action":"calculate","net":100,"vat_rate":20}'`,
    );
    match(call, /120/);
  });

  it('runs admin commands with their arguments as typed', async () => {
    const name = `$HOME %n "a" 'b' \\ c`;
    await machine.shell(`utility-api-admin accounts create --account odd --name '${name.replaceAll("'", "'\\''")}'`);
    match(await machine.shell('utility-api-admin accounts list'), /\$HOME %n/);
    await machine.shell('utility-api-admin audit run');
    equal(
      (await machine.shell('utility-api-admin accounts nonsense && echo fine || echo refused'))
        .trim()
        .split('\n')
        .at(-1),
      'refused',
    );
  });

  it('passes on settings in single quotes as they are', async () => {
    const process = '/proc/$(systemctl show --property=MainPID --value utility-api-front@3001)/environ';
    await machine.shell(
      String.raw`echo "SELLER_ADDRESS='1 Harbour Road\n20095 \"Hamburg\"'" >> /etc/utility-api/front; systemctl restart utility-api-front@3001`,
    );
    const given = () => machine.shell(`tr '\\0' '\\n' < ${process} | grep SELLER || true`);
    equal(await eventually(given, Boolean), `${String.raw`SELLER_ADDRESS=1 Harbour Road\n20095 "Hamburg"`}\n`);
  });

  it('starts a process again however often it ends', async () => {
    const unit = 'utility-api-compute@9474';
    await machine.shell(
      `for attempt in $(seq 10); do
         pid=$(systemctl show --property=MainPID --value ${unit}); [ "$pid" = 0 ] || kill -KILL "$pid"; sleep 0.5
       done`,
    );
    const state = () => machine.shell(`systemctl show --property=SubState --value ${unit}`);
    match(await eventually(state, (text) => /running|failed/.test(text)), /running/);
  });

  it('serves the same with Caddy', async () => {
    const { alternative } = await readCommands();
    // Caddy signs its own certificates here.
    const typed = alternative.replace(
      '> /etc/caddy',
      () => "| sed '1i {\\nlocal_certs\\nskip_install_trust\\n}' > /etc/caddy",
    );
    await machine.shell(`host=api.example.com pages=pages.example.com\n${typed}`);
    const status = (path: string) => () =>
      machine.shell(`curl --insecure --silent --output /dev/null --write-out '%{http_code}' ${path} || true`);
    equal(await eventually(status('https://api.example.com/readyz'), (code) => code === '200'), '200');
    equal(await status('https://api.example.com/operator/login')(), '404');
    equal(await status('http://127.0.0.1:8081/operator/login')(), '200');
  });

  it('has every process scraped', async () => {
    const query = `sum(up{job=~"api|scheduler|worker|alertmanager|machines"})`;
    const up = () =>
      machine.shell(`curl --silent --data-urlencode 'query=${query}' http://127.0.0.1:9090/api/v1/query || true`);
    match(await eventually(up, (response) => response.includes('"11"')), /"11"/);
  });
});
