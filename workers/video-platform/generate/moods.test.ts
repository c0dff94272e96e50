import { deepEqual } from 'node:assert/strict';
import { styleOf } from './writing/moods.js';

const found = (title: string, keywords: readonly string[] = [], description = '') => ({
  title,
  keywords,
  description,
  language: undefined,
});

describe('the style of a video or channel', () => {
  it('is the mood and tone that its title and keywords name, in any language of the packs', () => {
    for (const [context, style] of [
      [found('Funny cats', ['comedy']), { mood: 'funny' }],
      [found('El gato divertido'), { mood: 'funny' }],
      [found('Mystères de Paris'), { mood: 'mysterious' }],
      [found('Gitarre lernen für Anfänger'), { tone: 'educational' }],
      [found('Corso di cucina', ['divertente']), { mood: 'funny', tone: 'educational' }],
      [found('My week', ['vlog']), { tone: 'casual' }],
      [found('Sourdough bread', ['baking']), {}],
      // A word inside another word is not the word.
      [found('Dramatis personae, glossed'), {}],
    ] as const) {
      deepEqual(styleOf([context]), style, context.title);
    }
  });

  it('is energetic where its sentences shout', () => {
    deepEqual(styleOf([found('Go!', [], 'New record! Faster than ever! See for yourself.')]), { mood: 'energetic' });
    deepEqual(styleOf([found('Go', [], 'A calm walk. With one surprise! Then home. And tea. And bed.')]), {});
  });

  it('is nothing without a video or channel', () => {
    deepEqual(styleOf([]), {});
  });
});
