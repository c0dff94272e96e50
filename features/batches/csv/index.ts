// CSV of batches: items in, results out.

export { listFormats } from './cell-formats.js';
export { decodeCsv } from './decode.js';
export { type ItemRow, type Mapping, mapRows, nestDefaults, readItems } from './read-items.js';
export { LONGEST_COLUMN, looksLikeHeader, readFirstLine, readTable, type Separator, type Table } from './read-table.js';
export {
  type BatchUpload,
  findUpload,
  saveMapping,
  startUpload,
  storeUpload,
  type UploadCollections,
  uploadCollections,
  uploadIndexes,
} from './uploads.js';
export { type ResultRow, writeResults } from './write-results.js';
