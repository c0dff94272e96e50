import { wordedPlainly } from '../topics/phrases.js';

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
    .map((part) => wordedPlainly(part).trim())
    .some((part) => part.length >= QUOTE_LENGTH && words.includes(part));

/**
 * True if an output has the syntax of tool calls, what looks like a key, or a part of the instructions.
 *
 * @param words the output, worded plainly
 */
export const leaksInternals = (output: string, words: string, instructions: string): boolean =>
  TOOL_SYNTAX.test(output) || SECRET.test(output) || quotes(words, instructions);
