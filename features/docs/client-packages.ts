import { readFileSync } from 'node:fs';
import type { Context, Middleware } from 'koa';
import { projectFile } from '../../shared/process/project-file.js';
import { isReadRequest, normalisePath, refuseMethod, YEAR_SECONDS } from '../web/index.js';

const FOLDER = 'dist/clients';
const PATH = '/clients';

/** A packed client, as the build lists it. */
interface ClientPackage {
  readonly name: string;
  readonly version: string;
  readonly file: string;
  readonly bytes: number;
  readonly sha256: string;
}

const readPackages = (): readonly ClientPackage[] =>
  JSON.parse(readFileSync(projectFile(`${FOLDER}/packages.json`), 'utf8'));

const MEDIA_TYPES: Readonly<Record<string, string>> = { tgz: 'application/gzip', whl: 'application/zip' };

const extension = (file: string): string => file.slice(file.lastIndexOf('.') + 1);

/**
 * Serves the packed clients, from which npm and pip install: each under its file name, npm's packages also under a name without version
 * that redirects to it, and the checksums of all.
 */
export function serveClientPackages(): Middleware {
  const packages = readPackages();
  const checksums = packages.map(({ sha256, file }) => `${sha256}  ${file}\n`).join('');
  const senders = new Map<string, (ctx: Context) => void>([
    ...packages.map((one) => [`${PATH}/${one.file}`, packageSender(one)] as const),
    // pip reads the version from the name of a wheel.
    ...packages
      .filter(({ file }) => extension(file) === 'tgz')
      .map(({ name, file }) => [`${PATH}/${name}.tgz`, redirectTo(`${PATH}/${file}`)] as const),
    [
      `${PATH}/sha256sums`,
      (ctx) => {
        ctx.type = 'text';
        ctx.set('Cache-Control', 'no-cache');
        ctx.body = checksums;
      },
    ],
  ]);
  return function sendClientPackage(ctx, next) {
    const send = senders.get(normalisePath(ctx.path));
    if (!send) return next();
    return isReadRequest(ctx) ? send(ctx) : refuseMethod(ctx, ['GET', 'HEAD']);
  };
}

/** Returns a handler that sends a package, which never changes under its name. It is read by the first request for it. */
function packageSender({ file, sha256 }: ClientPackage): (ctx: Context) => void {
  let content: Buffer | undefined;
  return (ctx) => {
    ctx.status = 200;
    ctx.etag = sha256;
    ctx.set('Cache-Control', `public, max-age=${YEAR_SECONDS}, immutable`);
    if (ctx.fresh) {
      ctx.status = 304;
      return;
    }
    content ??= readFileSync(projectFile(`${FOLDER}/${file}`));
    ctx.type = MEDIA_TYPES[extension(file)] ?? 'application/octet-stream';
    ctx.body = content;
  };
}

const redirectTo = (path: string) => (ctx: Context) => {
  ctx.set('Cache-Control', 'no-cache');
  ctx.redirect(path);
};

/** Package of each client, and the command that installs it from a URL. */
const INSTALLS = {
  typescript: { file: 'utility-api-client.tgz', install: (url: string) => `npm install ${url}` },
  python: { file: 'utility-api-client.whl', install: (url: string) => `pip install ${url}` },
  cli: { file: 'utility-api-cli.tgz', install: (url: string) => `npm install --global ${url}` },
  mcp: { file: 'utility-api-mcp.tgz', install: (url: string) => `npm install --global ${url}` },
  // The folder in which n8n looks for nodes that it has not installed itself.
  n8n: {
    file: 'n8n-nodes-utility-api.tgz',
    install: (url: string) => `mkdir -p ~/.n8n/nodes && cd ~/.n8n/nodes && npm install ${url}`,
  },
};

type Client = keyof typeof INSTALLS;

/** A client as the pages show it. */
export interface ClientView extends ClientPackage {
  readonly path: string;
  readonly url: string;
  /** Command that installs it. */
  readonly install: string;
  readonly kilobytes: number;
}

/** Returns all clients with the commands that install them from this platform. */
export function clientViews(baseUrl: string): Readonly<Record<Client, ClientView>> {
  const packages = readPackages();
  const view = (client: Client): ClientView => {
    const { file, install } = INSTALLS[client];
    const found = packages.find((one) => `${one.name}.${extension(one.file)}` === file);
    if (!found) throw new Error(`${FOLDER} has no ${file}. Run the build`);
    const path = `${PATH}/${found.file}`;
    const url = baseUrl + path;
    return { ...found, path, url, install: install(url), kilobytes: Math.ceil(found.bytes / 1_000) };
  };
  return {
    typescript: view('typescript'),
    python: view('python'),
    cli: view('cli'),
    mcp: view('mcp'),
    n8n: view('n8n'),
  };
}
