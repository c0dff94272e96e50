// Blocks: addresses and networks that are refused for a time.

export { BlockList } from './block-list.js';
export { type BlockCollections, blockCollections, blockIndexes } from './collections.js';
export { addBlock, listBlocks, removeBlock } from './operations.js';
