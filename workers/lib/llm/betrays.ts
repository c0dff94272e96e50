import { wordedPlainly } from '../topics/phrases.js';

/** How models call tools, and how their messages are marked. */
const MACHINES =
  /<\|\w+\|>|<\/?(?:tool|function)_?calls?\b|\[\/?INST\]|<<\/?SYS>>|"(?:arguments|role|content|parameters)"\s*:|\b(?:tool_calls?|function_call)\b/i;

/** What keys of services look like. */
const SECRET = /\b(?:[sprg]k|ghp|xox[bp])[-_][\w-]{12,}|\bAKIA[0-9A-Z]{12,}|\bBearer\s+[\w.-]{16,}|-----BEGIN /;

/** Parts of the instructions as long as this do not occur in an answer by chance. */
const TELLING = 30;

const tells = (words: string, instructions: string): boolean =>
  instructions
    .split(/[\n.:;]/)
    .map((part) => wordedPlainly(part).trim())
    .some((part) => part.length >= TELLING && words.includes(part));

/**
 * Whether an answer is of the machinery and not of its subject: the syntax of tools and messages, what looks like a key, or a
 * part of the instructions.
 *
 * @param words the answer, worded plainly
 */
export const betrays = (answer: string, words: string, instructions: string): boolean =>
  MACHINES.test(answer) || SECRET.test(answer) || tells(words, instructions);
