import { DateTime, IANAZone } from 'luxon';
import { ApiError } from '../../../shared/contract/api-error.js';
import { DEEPEST_BLOCKS, LONGEST_PAGE, MOST_BLOCKS } from '../../../shared/contract/bounds.js';
import { errors, invalidInput } from '../../../shared/contract/errors.js';
import {
  type Block,
  type BlockType,
  blockProps,
  blockTypes,
  createBlock,
  isBlockType,
  isDay,
  type PropsOf,
} from '../../../shared/contract/hosted-pages/blocks.js';
import type { PageDocument, SentDocument } from '../../../shared/contract/hosted-pages/document.js';
import { readFields, refuseAll } from '../../../shared/contract/input.js';

interface Reader {
  blocksLeft: number;
  /** Errors of blocks. The other blocks are read nevertheless, so that one response lists all errors. */
  readonly refused: ApiError[];
}

/**
 * Validates a page document whose outline is valid: every block by its type, and every link.
 *
 * @throws ApiError 422 that names the block and the field of every error
 */
export function readDocument(sent: SentDocument): PageDocument {
  if (sent.blocks.length === 0) throw errors.pageBlocksRequired();
  const reader: Reader = { blocksLeft: MOST_BLOCKS, refused: [] };
  const document = { ...sent, blocks: readBlocks(sent.blocks, 'page.blocks', 1, reader) };
  refuseAll(reader.refused);
  if (lengthWithoutPhotos(document) > LONGEST_PAGE) throw errors.pageTooLarge({ limit: LONGEST_PAGE });
  return document;
}

/** Props that contain files. */
const PHOTO_PROPS = new Set(['photo_base64', 'logo_data_base64']);

const lengthWithoutPhotos = (document: PageDocument): number =>
  JSON.stringify(document, (name, value: unknown) => (PHOTO_PROPS.has(name) ? undefined : value)).length;

/** @throws ApiError 422 at once for too many or too deep blocks */
function readBlocks(sent: unknown, path: string, depth: number, reader: Reader): Block[] {
  if (sent === undefined || sent === null) return [];
  if (!Array.isArray(sent)) {
    reader.refused.push(invalidInput(422, `${path} must be a list`, path));
    return [];
  }
  if (sent.length > 0 && depth > DEEPEST_BLOCKS) throw errors.blocksTooDeep({ limit: DEEPEST_BLOCKS });
  return sent.flatMap((block: unknown, at) => {
    if (--reader.blocksLeft < 0) throw errors.tooManyBlocks({ limit: MOST_BLOCKS });
    return readBlock(block, `${path}[${at}]`, depth, reader);
  });
}

function readBlock(sent: unknown, path: string, depth: number, reader: Reader): Block[] {
  if (typeof sent !== 'object' || sent === null) {
    reader.refused.push(invalidInput(422, `${path} must be an object`, path));
    return [];
  }
  const given = new Map(Object.entries(sent));
  const read = collectError(reader, () => {
    const type = given.get('type');
    if (!isBlockType(type)) throw errors.blockTypeUnknown({ path, types: blockTypes.join(', ') });
    return { type, props: readProps(type, given.get('props') ?? {}, `${path}.props`) };
  });
  const children = readBlocks(given.get('children'), `${path}.children`, depth + 1, reader);
  return read ? [createBlock(read.type, read.props, children)] : [];
}

/** Collects an ApiError that reading throws, and returns undefined then. */
function collectError<T>({ refused }: Reader, read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    refused.push(error);
    return undefined;
  }
}

/**
 * Validates the props of a block.
 *
 * @param path location of the props in the request, for the error
 * @throws ApiError 422 that names the field and what is allowed
 */
export function readProps<T extends BlockType>(type: T, sent: unknown, path: string): PropsOf<T> {
  return completeProps(type, readFields(blockProps[type], sent, 422, path) as PropsOf<T>, path);
}

type Completion<T extends BlockType> = (props: PropsOf<T>, path: string) => PropsOf<T>;

/** @throws ApiError 422 for an unknown time zone */
function checkZone(timezone: string, path: string): void {
  if (IANAZone.isValidZone(timezone)) return;
  throw invalidInput(422, `${path}.timezone must be a time zone such as Europe/Madrid`, `${path}.timezone`);
}

const event: Completion<'event'> = (props, path) => {
  checkZone(props.timezone, path);
  const start = readMoment(props.start, props.timezone, `${path}.start`);
  if (!props.end) return { ...props, start };
  const end = readMoment(props.end, props.timezone, `${path}.end`);
  if (isDay(start) !== isDay(end))
    throw invalidInput(422, `${path}.end must have a time if and only if start has one`, `${path}.end`);
  if (end < start) throw invalidInput(422, `${path}.end must not be before start`, `${path}.end`);
  return { ...props, start, end };
};

const coupon: Completion<'coupon'> = (props, path) => ({
  ...props,
  ...(props.valid_until ? { valid_until: readMoment(props.valid_until, 'UTC', `${path}.valid_until`) } : {}),
});

const hero: Completion<'hero'> = (props, path) => {
  if (!props.headline && !props.description && !props.image) {
    throw invalidInput(422, `${path} must have a headline, a description or an image`, path);
  }
  return props;
};

const appBadges: Completion<'appBadges'> = (props, path) => {
  if (!props.ios && !props.android) throw invalidInput(422, `${path} must have an ios or android URL`, path);
  return props;
};

const vcardPlus: Completion<'vcardPlus'> = (props, path) => {
  if (!props.first_name && !props.last_name && !props.org) {
    throw invalidInput(422, `${path} must have a first_name, a last_name or an org`, path);
  }
  return props;
};

const businessHours: Completion<'businessHours'> = (props, path) => {
  checkZone(props.timezone, path);
  for (const [at, { opens, closes }] of props.holidays.entries()) {
    if ((opens === undefined) !== (closes === undefined)) {
      const field = `${path}.holidays[${at}].${opens ? 'closes' : 'opens'}`;
      throw invalidInput(422, `${field} is required if the other time is sent`, field);
    }
  }
  return props;
};

const leadForm: Completion<'leadForm'> = (props, path) => {
  const seen = new Set<string>();
  for (const [at, { name, type, options }] of props.fields.entries()) {
    const field = `${path}.fields[${at}]`;
    if (seen.has(name)) throw invalidInput(422, `${field}.name must be unique`, `${field}.name`);
    if (type === 'choice' && options.length === 0) {
      throw invalidInput(422, `${field}.options is required for type choice`, `${field}.options`);
    }
    seen.add(name);
  }
  return props;
};

const wifi: Completion<'wifi'> = (props, path) => {
  if (props.security !== 'nopass' && !props.password) {
    throw invalidInput(422, `${path}.password is required unless security is nopass`, `${path}.password`);
  }
  return props;
};

const completions: { [T in BlockType]?: Completion<T> } = {
  event,
  coupon,
  hero,
  appBadges,
  vcardPlus,
  businessHours,
  leadForm,
  wifi,
};

/**
 * Validates props in combination, and normalises dates: days to YYYY-MM-DD, instants to UTC.
 *
 * @throws ApiError 422
 */
function completeProps<T extends BlockType>(type: T, props: PropsOf<T>, path: string): PropsOf<T> {
  const complete = completions[type];
  return complete ? complete(props, path) : props;
}

function readMoment(text: string, timezone: string, path: string): string {
  const read = DateTime.fromISO(text.replace(' ', 'T'), { zone: timezone });
  if (!read.isValid) throw invalidInput(422, `${path} must be an existing date`, path);
  return isDay(text) ? text : toUtc(read);
}

const toUtc = (moment: DateTime): string =>
  moment.toUTC().toISO({ suppressMilliseconds: true }) ?? moment.toJSDate().toISOString();
