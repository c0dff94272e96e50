import { errors, invalidInput } from '../../../shared/contract/errors.js';
import { readFields } from '../../../shared/contract/input.js';
import {
  type Block,
  type BlockType,
  blockProps,
  blockTypes,
  isBlockType,
  type PropsOf,
} from '../../../shared/experience/blocks.js';
import type { PageDocument, SentDocument } from '../../../shared/experience/document.js';
import { completeProps } from './complete-props.js';

/** The most blocks of a page, those inside others included, and how deep they may be nested. */
const [MOST_BLOCKS, DEEPEST] = [200, 6];

/** The most text of a page, in characters of JSON without photos. */
const MOST_TEXT = 100_000;

/**
 * Reads a page document that has the right outline: every block by its type, every link checked.
 *
 * @throws ApiError 422 that names the block and the field
 */
export function readDocument(sent: SentDocument): PageDocument {
  if (sent.blocks.length === 0) throw errors.pageBlocksRequired();
  const reader = { blocksLeft: MOST_BLOCKS };
  const document = { ...sent, blocks: readBlocks(sent.blocks, 'page.blocks', 1, reader) };
  if (lengthWithoutPhotos(document) > MOST_TEXT) throw errors.pageTooLarge({ limit: MOST_TEXT });
  return document;
}

const lengthWithoutPhotos = (document: PageDocument): number =>
  JSON.stringify(document, (name, value: unknown) => (name === 'photo_base64' ? undefined : value)).length;

function readBlocks(sent: unknown, path: string, depth: number, reader: { blocksLeft: number }): Block[] {
  if (sent === undefined || sent === null) return [];
  if (!Array.isArray(sent)) throw invalidInput(422, `${path} must be a list`, path);
  if (sent.length > 0 && depth > DEEPEST) throw errors.blocksTooDeep({ limit: DEEPEST });
  return sent.map((block: unknown, at) => {
    if (--reader.blocksLeft < 0) throw errors.tooManyBlocks({ limit: MOST_BLOCKS });
    return readBlock(block, `${path}[${at}]`, depth, reader);
  });
}

function readBlock(sent: unknown, path: string, depth: number, reader: { blocksLeft: number }): Block {
  if (typeof sent !== 'object' || sent === null) throw invalidInput(422, `${path} must be an object`, path);
  const given = new Map(Object.entries(sent));
  const type = given.get('type');
  if (!isBlockType(type)) throw errors.blockTypeUnknown({ path, types: blockTypes.join(', ') });
  const children = readBlocks(given.get('children'), `${path}.children`, depth + 1, reader);
  // The compiler cannot tell that type and props belong together here; readProps ties them.
  return { type, props: readProps(type, given.get('props') ?? {}, `${path}.props`), children } as Block;
}

/**
 * Reads what a block of a type shows.
 *
 * @param path where the props stand in the request, for the error
 * @throws ApiError 422 that names the field and what is allowed
 */
export function readProps<T extends BlockType>(type: T, sent: unknown, path: string): PropsOf<T> {
  return completeProps(type, readFields(blockProps[type], sent, 422, path) as PropsOf<T>, path);
}
