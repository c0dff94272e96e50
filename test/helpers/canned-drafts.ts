import { readFileSync } from 'node:fs';
import { startSandboxModel } from 'sandbox/llm';
import Type, { type Static } from 'typebox';
import { Parse } from 'typebox/value';
import { readConfig } from '../../shared/process/config.js';
import { projectFile } from '../../shared/process/project-file.js';
import { longTimeout, modelFor } from './generated-endpoints.js';
import { handlers } from './generator-assertions.js';
import { runHandler } from './run-handler.js';

const cannedDraft = Type.Object({
  kind: Type.String(),
  language: Type.String(),
  topic: Type.String(),
  draft: Type.Record(Type.String(), Type.Union([Type.String(), Type.Array(Type.String())])),
  /** Fault of the draft, if it has one. */
  fault: Type.Optional(Type.String()),
});
export type CannedDraft = Static<typeof cannedDraft>;

/** Drafts as models write them on good or on bad days, over kinds and languages. */
export const cannedDrafts = (kind: 'good' | 'bad' | 'natural'): CannedDraft[] =>
  Parse(
    Type.Array(cannedDraft),
    JSON.parse(readFileSync(projectFile(`workers/video-platform/generate/checks/drafts/${kind}.json`), 'utf8')),
  );

const ENDPOINTS: Readonly<Record<string, string>> = {
  title: 'title-generator',
  description: 'description-generator',
  tags: 'tag-generator',
  hashtags: 'hashtag-generator',
  comment: 'comment-generator',
  channel_description: 'channel-description-generator',
  channel_names: 'channel-name-ideas',
  script: 'script-generator',
  social_post: 'social-post-generator',
  all_in_one: 'all-in-one-generator',
};

/** Outcome of a request for which the model always gives the same draft. */
interface Verdict {
  readonly isServed: boolean;
  /** Number of times that the model was asked: twice for a draft that could be better. */
  readonly requests: number;
  /** Reason that the second prompt gave to the model. */
  readonly reason: string | undefined;
}

export interface DraftJudge {
  judge(canned: CannedDraft): Promise<Verdict>;
  close(): Promise<void>;
}

/** Judges drafts by requests to the endpoints: a sandbox model gives the draft, and the `writer` of the response tells if it was served. */
export async function openDraftJudge(): Promise<DraftJudge> {
  const server = await startSandboxModel();
  const config = readConfig({
    ...longTimeout,
    LLM_BASE_URL: server.url,
    LLM_MODEL: 'sandbox',
    LLM_DIALECT: 'other',
    LLM_FALLBACK: 'composer',
  });
  const model = modelFor(config);
  return {
    async judge({ kind, language, topic, draft }) {
      const handler = handlers[ENDPOINTS[kind] ?? ''];
      if (!handler) throw new RangeError(`nothing writes ${kind}`);
      server.returnDraft(draft);
      const before = server.received.length;
      const headers = new Map<string, string>();
      const network = kind === 'social_post' ? { network: 'SOCIAL_NETWORK' } : {};
      await runHandler(handler, { topic, language, ...network }, { config, model, headers });
      const reason = /could not be used: (.*)\.$/s.exec(server.received.at(-1)?.system ?? '')?.[1];
      const isServed = headers.get('X-Writer') === 'model sandbox';
      return { isServed, requests: server.received.length - before, reason };
    },
    close: () => server.close(),
  };
}
