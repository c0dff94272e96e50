import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { projectFile } from '../../shared/process/project-file.js';
import { asset, type FixedBytes, type FixedFile, lazyFile, pageAssets } from '../web/index.js';

const script = (name: string): FixedFile => asset(`/assets/docs/${name}.js`, `features/docs/browser/${name}.js`);

const styles = [asset('/assets/docs/docs.css', 'features/docs/browser/docs.css')];
const early = [script('language')];
const scripts = ['page', 'search', 'try'].map(script);

/** What every page of the documentation loads. */
export const documentAssets = { styles, early, scripts };

/** Browsers have no use for the source maps of what they are served. */
const withoutSourceMap = (source: string): string => source.replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n');

const readModule = (url: string | URL): string => withoutSourceMap(readFileSync(new URL(url), 'utf8'));

/** A module of ours that browsers run too, as it is compiled. */
const shared = (name: string, from: string): FixedFile =>
  lazyFile(`/assets/docs/${name}.js`, 'js', () => readModule(pathToFileURL(projectFile(from))));

/** Where a package has the module that is imported by its name. */
const packageModule = (name: string): string => import.meta.resolve(name);

/** The files of the validator of JSON Schema, which runs without compiling code, as the content security policy demands. */
const schemaFiles = ['validate', 'dereference', 'format', 'pointer', 'ucs2-length', 'deep-compare-strict'].map((name) =>
  lazyFile(`/assets/docs/json-schema/${name}.js`, 'js', () =>
    readModule(new URL(`${name}.js`, packageModule('@cfworker/json-schema'))),
  ),
);

/** What colours the snippets and answers: languages come after those that they build upon. */
const PRISM = ['core', 'markup', 'clike', 'javascript', 'markup-templating', 'php', 'python', 'bash', 'json'];

/** Prism as one module, which colours nothing by itself. */
const prism = lazyFile('/assets/docs/prism.js', 'js', () => {
  const parts = PRISM.map((name) =>
    readFileSync(new URL(`components/prism-${name}.min.js`, packageModule('prismjs')), 'utf8'),
  );
  return ['globalThis.Prism = { manual: true };', ...parts, 'export default Prism;'].join('\n');
});

/** Everything that pages of the documentation load, some of it only when it is used. */
export const assets: readonly (FixedFile | FixedBytes)[] = [
  ...pageAssets,
  ...styles,
  ...early,
  ...scripts,
  ...['request-form', 'answer', 'colours'].map(script),
  shared('snippets', 'dist/features/docs/snippets.js'),
  shared('coerce', 'dist/shared/contract/coerce.js'),
  shared('route', 'dist/shared/contract/route.js'),
  lazyFile('/assets/docs/minisearch.js', 'js', () => readModule(packageModule('minisearch'))),
  ...schemaFiles,
  prism,
];
