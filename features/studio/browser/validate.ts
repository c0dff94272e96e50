import { findWords } from './field-words';
import { asText, type Json } from './json';
import type { Schema } from './schema';
import { words } from './words';

const { fields: texts } = words;

/** Returns what is wrong with the value of one field, in plain words; undefined if nothing is, as far as a browser can tell. */
export function findProblem(schema: Schema, value: Json | undefined, isRequired: boolean): string | undefined {
  if (value === undefined || value === '') return isRequired ? texts.required : undefined;
  if (schema.type === 'string') return findTextProblem(schema, asText(value));
  if (schema.type === 'integer' || schema.type === 'number') return findNumberProblem(schema, value);
  return undefined;
}

function findTextProblem({ minLength = 0, maxLength, pattern, format }: Schema, text: string): string | undefined {
  if (maxLength !== undefined && [...text].length > maxLength) return texts.tooLong(maxLength);
  if ([...text].length < minLength && minLength > 1) return texts.tooShort(minLength);
  if (format === 'web-address' && !isWebAddress(text)) return texts.url;
  if (format === 'link' && !isLink(text)) return texts.link;
  if (pattern && !new RegExp(pattern).test(text)) {
    if (pattern.includes('@')) return texts.email;
    return pattern.includes('#([0-9a-fA-F]') ? texts.colour : texts.format;
  }
  return undefined;
}

function findNumberProblem({ type, minimum, maximum }: Schema, value: Json): string | undefined {
  if (typeof value !== 'number') return texts.number;
  if (type === 'integer' && !Number.isInteger(value)) return texts.whole;
  if (minimum !== undefined && value < minimum) return texts.tooSmall(minimum);
  if (maximum !== undefined && value > maximum) return texts.tooLarge(maximum);
  return undefined;
}

const isWebAddress = (text: string): boolean => /^https?:\/\/[^\s<>"\\]+$/i.test(text) && URL.canParse(text);
const isLink = (text: string): boolean => isWebAddress(text) || /^(mailto|tel|sms):[^\s<>"]+$/i.test(text);

/** Completes what people type as a link: `example.com` → `https://example.com`, `anna@example.com` → `mailto:anna@example.com`. */
export function completeLink(text: string, format: string | undefined): string {
  const trimmed = text.trim();
  if (!trimmed || /^[a-z][a-z0-9+.-]*:/i.test(trimmed)) return trimmed;
  if (format === 'link' && /^[^\s@/]+@[^\s@/]+\.[^\s@/]+$/.test(trimmed)) return `mailto:${trimmed}`;
  if (format === 'link' && /^\+?[\d\s()/-]{6,}$/.test(trimmed)) return `tel:${trimmed.replaceAll(/[^\d+]/g, '')}`;
  return /^[^\s/]+\.[^\s/]+/.test(trimmed) ? `https://${trimmed}` : trimmed;
}

/** Names of fields in messages of the server. */
const FIELD_NAME = /\b[a-z][a-z0-9]*(?:\[\d+\])?(?:[._][a-z0-9]+(?:\[\d+\])?)+\b/g;

/**
 * Returns a message of the server without names of fields of the API: `content.items[0].url must be …` → `Must be …`, and others by
 * their labels.
 */
export function plainMessage(message: string, param: string): string {
  const prefix = [`"${param}" `, `${param} `].find((start) => message.startsWith(start));
  const rest = prefix && !/^(and|or) /.test(message.slice(prefix.length)) ? message.slice(prefix.length) : message;
  if (rest === 'is required') return texts.required;
  const plain = rest
    .replaceAll(FIELD_NAME, (name) => (isField(name) ? `“${findWords(withoutIndexes(name)).label}”` : name))
    .replace(/^[\s:]+/, '');
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}

const withoutIndexes = (path: string): string => path.replaceAll(/\[\d+\]/g, '');

/** True for a name of a field; hosts such as example.com have the same format. */
const isField = (name: string): boolean => name.includes('_') || /^(content|page|targets|ended)\./.test(name);
