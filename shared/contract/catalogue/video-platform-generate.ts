import type { TProperties } from 'typebox';
import { LONGEST_ADDRESS, LONGEST_KEYWORD, LONGEST_TOPIC, MOST_KEYWORDS } from '../bounds.js';
import { endpoint, group } from '../endpoint.js';
import { errors } from '../errors.js';
import { language, list, named, object, oneOf, optional, Type, text, withDefault } from '../fields.js';

const generateGroup = group({
  id: 'video-platform/generate',
  title: 'Content generation',
  summary: 'Titles, descriptions, tags, scripts and posts for videos and channels',
  inputStatus: 400,
  isWritten: true,
});

export const moods = [
  'cheerful',
  'dramatic',
  'inspiring',
  'sarcastic',
  'romantic',
  'mysterious',
  'uplifting',
  'funny',
  'serious',
  'neutral',
  'energetic',
  'friendly',
  'angry',
  'nostalgic',
] as const;

export const tones = ['casual', 'formal', 'educational', 'persuasive', 'friendly', 'authoritative'] as const;
export const emojiModes = ['none', 'random_inject', 'delimiter', 'seo_block'] as const;
export const hashtagModes = ['none', 'end', 'random_inject', 'seo_block'] as const;
export const networks = ['VIDEO_PLATFORM', 'MICROBLOG', 'SOCIAL_NETWORK'] as const;

/** Request fields of every endpoint of the group. */
const topic = named(
  'VideoTopic',
  object(
    {
      topic: text({
        description: 'Topic of the text; only the first 120 characters are used',
        brief: '',
        maxLength: LONGEST_TOPIC,
        missing: errors.missingTopic,
      }),
      language,
      video: optional(
        text({
          description: 'URL or id of a video whose style and keywords to follow',
          advanced: true,
          maxLength: LONGEST_ADDRESS,
        }),
      ),
      channel: optional(
        text({
          description: 'Id of a channel whose style and keywords to follow',
          advanced: true,
          maxLength: LONGEST_ADDRESS,
        }),
      ),
    },
    { description: 'Topic of a text, its language, and the video or channel whose style to follow' },
  ),
);

const keywords = optional(
  list(text({ minLength: 0, maxLength: LONGEST_KEYWORD }), {
    maxItems: MOST_KEYWORDS,
    description: 'Keywords; the first three are used, and the first weighs most. Unusual symbols are removed',
    brief: '',
  }),
);
const mood = optional(
  named('Mood', oneOf(moods, { description: 'Mood of the text', brief: 'e.g. cheerful, funny, serious' })),
);
const tone = optional(named('Tone', oneOf(tones, { description: 'Tone of the text', brief: '' })));
const emojisMode = withDefault(oneOf(emojiModes, { description: 'Placement of emoji', brief: '' }), 'none');

/** Placement of hashtags, for endpoints that always return some. */
const hashtagsAt = withDefault(
  oneOf(['end', 'random_inject', 'seo_block'], { description: 'Placement of hashtags', brief: '' }),
  'end',
);

/** Tags of a video; the platform allows 500 characters in total. */
const tags = list(text({ maxLength: 100 }), { minItems: 1, description: 'At most 500 characters in total' });
const hashtag = Type.String({ pattern: '^#[\\p{L}\\p{M}\\p{N}_]+$' });
const title = text({ maxLength: 150 });
const description = text({ maxLength: 1300, description: 'Plain text of about 1,000 characters' });

/** Fields of every response: the language and the writer of the text. */
const writer = {
  language: text({
    description: 'Language of the text (ISO 639-1); English if the composer does not support the requested one',
  }),
  writer: text({
    description: 'Writer of the text: `composer`, or `model` followed by the name of the language model',
  }),
};

const generator = <Request extends TProperties, Response extends TProperties>(declared: {
  name: string;
  credits: number;
  summary: string;
  keywords?: readonly string[];
  request: Request;
  response: Response;
  example: Record<string, unknown>;
}) =>
  endpoint(generateGroup, {
    path: `/v1/video-platform/generate/${declared.name}`,
    pool: 'content',
    credits: declared.credits,
    summary: declared.summary,
    keywords: declared.keywords ?? [],
    request: object({ ...topic.properties, ...declared.request }, { includes: [topic] }),
    response: object({ ...declared.response, ...writer }),
    errors: [errors.missingTopic, errors.topicRefused, errors.noUsableDraft],
    example: { request: declared.example },
  });

export const titleGenerator = generator({
  name: 'title-generator',
  keywords: ['headline'],
  credits: 0.009,
  summary: 'Writes a video title',
  request: { keywords, mood, tone, emojis_mode: emojisMode },
  response: { title },
  example: { topic: 'Sourdough bread for beginners', mood: 'inspiring', keywords: ['sourdough'] },
});

export const descriptionGenerator = generator({
  name: 'description-generator',
  credits: 0.02,
  summary: 'Writes a video description',
  request: {
    keywords,
    mood,
    tone,
    emojis_mode: emojisMode,
    hashtags_mode: withDefault(oneOf(hashtagModes, { description: 'Placement of hashtags', brief: '' }), 'none'),
  },
  response: { description },
  example: { topic: 'Sourdough bread for beginners', tone: 'friendly', hashtags_mode: 'end' },
});

export const tagGenerator = generator({
  name: 'tag-generator',
  keywords: ['SEO'],
  credits: 0.009,
  summary: 'Suggests tags for a video',
  request: { keywords },
  response: { tags },
  example: { topic: 'Sourdough bread for beginners', keywords: ['sourdough', 'baking'] },
});

export const hashtagGenerator = generator({
  name: 'hashtag-generator',
  credits: 0.009,
  summary: 'Suggests hashtags for a video',
  request: { hashtags_mode: hashtagsAt },
  response: { hashtags: list(hashtag, { minItems: 3, maxItems: 15 }) },
  example: { topic: 'Sourdough bread for beginners' },
});

export const commentGenerator = generator({
  name: 'comment-generator',
  credits: 0.01,
  summary: 'Writes a comment on a video',
  request: { mood, tone, emojis_mode: emojisMode },
  response: { comment: text({ maxLength: 1000 }) },
  example: { topic: 'Sourdough bread for beginners', mood: 'cheerful', emojis_mode: 'random_inject' },
});

export const channelDescriptionGenerator = generator({
  name: 'channel-description-generator',
  credits: 0.009,
  summary: 'Writes a channel description',
  request: { keywords, tone },
  response: { channelDescription: text({ maxLength: 500 }) },
  example: { topic: 'Home baking', tone: 'friendly', keywords: ['sourdough'] },
});

export const channelNameIdeas = generator({
  name: 'channel-name-ideas',
  credits: 0.009,
  summary: 'Suggests ten channel names',
  request: {},
  response: { suggestions: list(text({ maxLength: 60 }), { minItems: 10, maxItems: 10 }) },
  example: { topic: 'Home baking' },
});

export const scriptGenerator = generator({
  name: 'script-generator',
  keywords: ['narration', 'voice-over'],
  credits: 0.05,
  summary: 'Writes a video script',
  request: {
    person: withDefault(
      oneOf(['1st', '3rd'], { description: 'Grammatical person of the narration', brief: '' }),
      '1st',
    ),
    tone,
  },
  response: { script: text({ maxLength: 12_000 }) },
  example: { topic: 'Sourdough bread for beginners', person: '1st', tone: 'educational' },
});

export const socialPostGenerator = generator({
  name: 'social-post-generator',
  keywords: ['tweet', 'share', 'announcement'],
  credits: 0.01,
  summary: 'Writes a social media post that announces a video',
  request: {
    network: withDefault(
      oneOf(networks, {
        description: 'Network of the post; MICROBLOG limits it to 280 characters',
        brief: 'MICROBLOG: 280 characters',
      }),
      'VIDEO_PLATFORM',
    ),
    hashtags_mode: hashtagsAt,
  },
  response: { post: text({ maxLength: 2_000 }) },
  example: { topic: 'Sourdough bread for beginners', network: 'MICROBLOG' },
});

export const allInOneGenerator = generator({
  name: 'all-in-one-generator',
  credits: 0.1,
  summary: 'Writes a matching title, description and tags for a video',
  request: { keywords },
  response: { title, description, tags },
  example: { topic: 'Sourdough bread for beginners', keywords: ['sourdough'] },
});
