// Fails when a package that runs in production, bundled or installed, is known to be vulnerable. Where the registry answers no
// audits, such as a mirror, it says so and passes: that tells nothing about the packages.
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const WITHIN_MS = 120_000;

const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json', '--fetch-retries=0'], {
  cwd: root,
  encoding: 'utf8',
  timeout: WITHIN_MS,
  maxBuffer: 64 * 1024 * 1024,
});
const report = read(stdout);
if (report?.auditReportVersion) judge(Object.values(report.vulnerabilities));
else if (report?.message)
  console.log(`The registry answers no audits, so vulnerabilities are unknown: ${report.message}`);
else fail(`npm audit could not look: ${report?.error?.summary ?? stdout}`);

function judge(vulnerable) {
  for (const { name, severity, range, via } of vulnerable) {
    const reasons = via.map((reason) =>
      typeof reason === 'string' ? `by ${reason}` : `${reason.title} ${reason.url}`,
    );
    console.error(`${name} ${range} (${severity}): ${reasons.join('; ')}`);
  }
  if (vulnerable.length > 0) fail(`${vulnerable.length} packages that run in production are known to be vulnerable.`);
  else console.log('No package that runs in production is known to be vulnerable.');
}

function read(json) {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function fail(problem) {
  console.error(problem);
  process.exitCode = 1;
}
