import { normaliseWords } from '../topics/phrases.js';

/** Syntax of tool calls and chat messages. */
const TOOL_SYNTAX =
  /<\|\w+\|>|<\/?(?:tool|function)_?calls?\b|\[\/?INST\]|<<\/?SYS>>|"(?:arguments|role|content|parameters)"\s*:|\b(?:tool_calls?|function_call)\b/i;

/** Formats of API keys and private keys. */
const SECRET = /\b(?:[sprg]k|ghp|xox[bp])[-_][\w-]{12,}|\bAKIA[0-9A-Z]{12,}|\bBearer\s+[\w.-]{16,}|-----BEGIN /;

/** Length from which a part of the instructions does not occur in an output by chance, in characters. */
const QUOTE_LENGTH = 30;

const quotes = (words: string, instructions: string): boolean =>
  instructions
    .split(/[\n.:;]/)
    .map((part) => normaliseWords(part).trim())
    .some((part) => part.length >= QUOTE_LENGTH && words.includes(part));

/**
 * True if an output has the syntax of tool calls, what looks like a key, or a part of the instructions.
 *
 * @param words the output, worded plainly
 */
export const leaksInternals = (output: string, words: string, instructions: string): boolean =>
  TOOL_SYNTAX.test(output) || SECRET.test(output) || quotes(words, instructions);

/** Email addresses, domains, account names and telephone numbers. */
const CONTACT =
  /(?<![\w.])(?:[a-z\d-]+\.)+(?:com|net|org|info|example|xyz|shop|store|link|site|online|gg|tv|me|de|fr|es|it|br|pt)\b|[\w.+-]+@[\w-]+(?:\.[\w-]+)+|(?<![\w.])@\w{3,}|\+\d[\d ().-]{7,}\d|(?<!\d)0\d[\d ()/-]{8,}\d/gi;

/** Returns contact details in a text that are not in `known`. */
export const findContactDetails = (text: string, known = ''): string | undefined =>
  text.match(CONTACT)?.find((details) => !known.includes(details));
