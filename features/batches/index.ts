// Batches: lists of requests to one endpoint that run as one job, under one hold of credits.
//
// `createBatch` stores a batch and enqueues it, `runBatch` sends its items to the worker pools, and `endBatch` settles its hold. In between
// processes may die: the results of items are unique, and their sum decides what is charged.

export { type Batch, type BatchCollections, batchCollections, batchIndexes } from './collections.js';
export { type CreationContext, hasImages, listBatchEndpoints } from './create.js';
export {
  decodeCsv,
  findUpload,
  type ItemRow,
  listFormats,
  looksLikeHeader,
  type Mapping,
  mapRows,
  readFirstLine,
  readTable,
  saveMapping,
  startUpload,
  storeUpload,
  type Table,
} from './csv/index.js';
export { copyFailedItems, listFailures } from './failures.js';
export { openBatchQueue } from './queue.js';
export {
  batchResults,
  batchRoutes,
  cancelBatch,
  createBatch,
  deleteBatch,
  findBatch,
  listBatches,
  readBatch,
  streamResults,
} from './routes.js';
export { PoolSlots, type RunContext, runBatch } from './run.js';
export { startBatchWorker } from './serve.js';
export { batchSubject } from './subjects.js';
export { deleteBatches, recoverBatches } from './tasks.js';
export { type BatchView, toBatchView } from './view.js';
