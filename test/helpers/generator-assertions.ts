import { equal, ok } from 'node:assert/strict';
import type { Handler } from '../../workers/handle.js';
import allInOneGenerator from '../../workers/video-platform/generate/all-in-one-generator.js';
import channelDescriptionGenerator from '../../workers/video-platform/generate/channel-description-generator.js';
import channelNameIdeas from '../../workers/video-platform/generate/channel-name-ideas.js';
import commentGenerator from '../../workers/video-platform/generate/comment-generator.js';
import descriptionGenerator from '../../workers/video-platform/generate/description-generator.js';
import hashtagGenerator from '../../workers/video-platform/generate/hashtag-generator.js';
import scriptGenerator from '../../workers/video-platform/generate/script-generator.js';
import socialPostGenerator from '../../workers/video-platform/generate/social-post-generator.js';
import tagGenerator from '../../workers/video-platform/generate/tag-generator.js';
import titleGenerator from '../../workers/video-platform/generate/title-generator.js';

/** The handlers of the group, by the last part of their path. */
export const handlers: Readonly<Record<string, Handler>> = Object.fromEntries(
  [
    titleGenerator,
    descriptionGenerator,
    tagGenerator,
    hashtagGenerator,
    commentGenerator,
    channelDescriptionGenerator,
    channelNameIdeas,
    scriptGenerator,
    socialPostGenerator,
    allInOneGenerator,
  ].map((handler) => [handler.endpoint.id.split('/').at(-1), handler]),
);

type Answer = Readonly<Record<string, unknown>>;
type Request = Readonly<Record<string, unknown>>;

const readText = (answer: Answer, field: string): string => {
  const value = answer[field];
  ok(typeof value === 'string', `${field} is not text`);
  return value;
};

const readList = (answer: Answer, field: string): string[] => {
  const value = answer[field];
  ok(Array.isArray(value), `${field} is not a list`);
  return value;
};

/** A blank that the maker of a video fills in, in the outline of a script: words in brackets, on one line. */
const BLANK = /\[[^[\]{}\n]{2,260}\]/g;

/** Asserts that a text has no markup, no broken characters, no unfilled slots and no blank ends. */
function assertPlain(whole: string, multiline = false, isOutline = false): void {
  const text = isOutline ? whole.replace(BLANK, 'blank') : whole;
  ok(
    !/\*\*|__|`|^#{1,6} |^> |^\s*[-*] |\]\(|<\/?[a-z!]|&[a-z]+;|https?:|www\.|javascript:/im.test(text),
    `markup in: ${text}`,
  );
  ok(!/\{|\}|\[|\]|\b(?:undefined|null|NaN)\b/.test(text), `unfilled: ${text}`);
  ok(!/[\p{Cc}\u200B\u202A-\u202E\u2066-\u2069\uFFFD]/u.test(text.replaceAll('\n', '')), `controls in: ${text}`);
  ok(!/\p{Surrogate}/u.test(text), 'half a surrogate pair');
  equal(text, text.trim());
  // French puts a space before a semicolon.
  ok(!/ {2}|\n{3}| [,.](?: |$)/.test(text), `spacing in: ${text}`);
  if (!multiline) ok(!text.includes('\n'), `a line end in: ${text}`);
}

function assertTags(tags: string[]): void {
  ok(tags.length >= 1, 'no tags');
  const asCounted = tags.map((tag) => (tag.includes(' ') ? `"${tag}"` : tag)).join(',');
  ok(asCounted.length <= 500, `${asCounted.length} characters of tags`);
  equal(new Set(tags.map((tag) => tag.toLowerCase())).size, tags.length, `repeated: ${tags}`);
  for (const tag of tags) {
    assertPlain(tag);
    ok(!/[,"<>]|(?<!\p{L})#/u.test(tag), `sign in the tag ${tag}`);
  }
}

function assertDescription(description: string): void {
  assertPlain(description, true);
  ok(description.length <= 1_300, `${description.length} characters: ${description}`);
}

function assertTitle(title: string): void {
  assertPlain(title);
  ok(title.length <= 150, `${title.length} characters`);
  ok(/[\p{L}\p{N}]/u.test(title));
}

/** Assertions that hold for every response of each endpoint. */
export const assertions: Readonly<Record<string, (answer: Answer, request: Request) => void>> = {
  'title-generator': (answer) => assertTitle(readText(answer, 'title')),
  'description-generator': (answer) => assertDescription(readText(answer, 'description')),
  'tag-generator': (answer) => assertTags(readList(answer, 'tags')),
  'hashtag-generator': (answer) => {
    const hashtags = readList(answer, 'hashtags');
    ok(hashtags.length >= 3 && hashtags.length <= 15, `${hashtags.length} hashtags`);
    equal(new Set(hashtags.map((tag) => tag.toLowerCase())).size, hashtags.length, `repeated: ${hashtags}`);
    for (const tag of hashtags) ok(/^#[\p{L}\p{M}\p{N}]+$/u.test(tag), `hashtag ${tag}`);
  },
  'comment-generator': (answer) => {
    const comment = readText(answer, 'comment');
    assertPlain(comment, true);
    ok(comment.length <= 1_000);
  },
  'channel-description-generator': (answer) => {
    const description = readText(answer, 'channelDescription');
    assertPlain(description, true);
    ok(description.length <= 500);
  },
  'channel-name-ideas': (answer) => {
    const names = readList(answer, 'suggestions');
    equal(names.length, 10);
    equal(new Set(names.map((name) => name.toLowerCase())).size, 10, `repeated: ${names}`);
    for (const name of names) assertPlain(name);
  },
  'script-generator': (answer) => {
    const script = readText(answer, 'script');
    assertPlain(script, true, true);
  },
  'social-post-generator': (answer, request) => {
    const post = readText(answer, 'post');
    assertPlain(post, request.network !== 'MICROBLOG');
    if (request.network === 'MICROBLOG') ok(post.length <= 280, `${post.length} characters`);
    ok(/#[\p{L}\p{N}]/u.test(post), `no hashtag in: ${post}`);
  },
  'all-in-one-generator': (answer) => {
    assertTitle(readText(answer, 'title'));
    assertDescription(readText(answer, 'description'));
    assertTags(readList(answer, 'tags'));
  },
};
