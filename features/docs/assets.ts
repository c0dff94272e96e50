import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { projectFile } from '../../shared/process/project-file.js';
import { asset, createLazyFile, type FixedBytes, type FixedFile, pageAssets } from '../web/index.js';

const browserScript = (name: string): FixedFile => asset(`/assets/docs/${name}.js`, `features/docs/browser/${name}.js`);

const styles = [asset('/assets/docs/docs.css', 'features/docs/browser/docs.css')];
const early = [browserScript('language')];
const pageScript = browserScript('page');
const scripts = [pageScript, ...['search', 'try'].map(browserScript)];

/** Styles and scripts that every page of the documentation loads. */
export const documentAssets = { styles, early, scripts };

/** Those that pages with snippets need. */
export const snippetAssets = { styles, early, scripts: [pageScript] };

/** Reads a module without the reference to its source map, which is not served. */
const readModule = (url: string | URL): string =>
  readFileSync(new URL(url), 'utf8').replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n');

/** A compiled module of this project that browsers run too. */
const sharedModule = (name: string, from: string): FixedFile =>
  createLazyFile(`/assets/docs/${name}.js`, 'js', () => readModule(pathToFileURL(projectFile(from))));

/** Returns the URL of the main module of a package. */
const packageModule = (name: string): string => import.meta.resolve(name);

/** Files of a JSON Schema validator that does not compile code, which the content security policy forbids. */
const schemaFiles = ['validate', 'dereference', 'format', 'pointer', 'ucs2-length', 'deep-compare-strict'].map((name) =>
  createLazyFile(`/assets/docs/json-schema/${name}.js`, 'js', () =>
    readModule(new URL(`${name}.js`, packageModule('@cfworker/json-schema'))),
  ),
);

/** Modules of Prism. A language comes after those that it extends. */
const PRISM = [
  'core',
  'markup',
  'clike',
  'javascript',
  'typescript',
  'markup-templating',
  'php',
  'python',
  'bash',
  'json',
];

/** Prism as one module, which highlights nothing by itself. */
const prism = createLazyFile('/assets/docs/prism.js', 'js', () => {
  const parts = PRISM.map((name) =>
    readFileSync(new URL(`components/prism-${name}.min.js`, packageModule('prismjs')), 'utf8'),
  );
  return ['globalThis.Prism = { manual: true };', ...parts, 'export default Prism;'].join('\n');
});

/** Every file that pages of the documentation load. */
export const assets: readonly (FixedFile | FixedBytes)[] = [
  ...pageAssets,
  ...styles,
  ...early,
  ...scripts,
  ...['request-form', 'answer', 'colours'].map(browserScript),
  sharedModule('snippets', 'dist/browser/snippets.js'),
  sharedModule('coerce', 'dist/browser/coerce.js'),
  sharedModule('route', 'dist/browser/route.js'),
  createLazyFile('/assets/docs/minisearch.js', 'js', () => readModule(packageModule('minisearch'))),
  ...schemaFiles,
  prism,
];
