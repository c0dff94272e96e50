import type { Static, TObject } from 'typebox';
import type { Call } from '../../../handle.js';
import type { Composer } from '../../../lib/composer/compose.js';
import { discloseSandbox } from '../../../lib/upstream/upstreams.js';
import type { Brief } from './brief.js';
import { composerFor } from './composer.js';
import type { Terms } from './guarantees.js';
import { dataOf, instructionsFor } from './instructions.js';
import { judge } from './judge.js';
import { paletteOf } from './palette.js';
import { hashtagIdeas } from './tag-ideas.js';

/** A kind of text: how a model and the composer draft it, and what is promised of it whoever wrote it. */
export interface Kind<Draft extends TObject, Answer> {
  readonly name: string;
  readonly draft: Draft;
  /** What the model is asked for, in a few sentences. */
  readonly order: string;
  readonly maxTokens: number;
  compose(brief: Brief, composer: Composer): Static<Draft>;
  /**
   * Makes the answer of a draft, so that every promise holds.
   *
   * @param composer for what a draft lacks
   * @throws Unusable when the draft cannot be mended; a draft of the composer always can
   */
  settle(draft: Static<Draft>, terms: Terms, brief: Brief, composer: Composer): Answer;
}

/**
 * Writes a text: by the model when one is configured and its answer is usable, else by the composer.
 * Each call is written anew, so that a caller who asks again gets another text; the request id is the seed.
 */
export async function write<Draft extends TObject, Answer>(
  kind: Kind<Draft, Answer>,
  brief: Brief,
  call: Call,
): Promise<Answer> {
  const settle = (draft: Static<Draft>, composer: Composer): Answer => {
    const terms = {
      random: composer,
      emoji: paletteOf(brief, composer),
      hashtags: hashtagIdeas(brief, composer),
    };
    return kind.settle(draft, terms, brief, composer);
  };
  const instructions = instructionsFor(kind.order, brief);
  const modelled = await call.model?.ask(
    {
      name: kind.name,
      schema: kind.draft,
      instructions,
      data: dataOf(brief),
      maxTokens: kind.maxTokens,
      accept: (draft) => {
        judge(draft, instructions, brief);
        return settle(draft, composerFor(brief, call.requestId));
      },
    },
    call,
  );
  if (call.model && modelled !== undefined) {
    call.header('Content-Language', brief.language);
    discloseSandbox(call.model, call);
    return modelled;
  }
  call.header('Content-Language', brief.composed);
  const composer = composerFor(brief, call.requestId);
  return settle(kind.compose(brief, composer), composer);
}
