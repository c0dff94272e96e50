import { fileURLToPath } from 'node:url';

/** The committed corpus; it lies in the source tree, as builds do not copy it. */
export const CORPUS = fileURLToPath(new URL('../../../test/store/corpus.txt', import.meta.url));
