/** Purpose of a bot of an AI service. */
export type AiPurpose = 'ai_training' | 'ai_search' | 'ai_assistant' | 'ai_agent';

/** A bot of an AI service. */
interface AiBot {
  name: string;
  category: 'advertising' | 'ai_agent' | 'ai_assistant' | 'ai_crawler' | 'browser_automation' | 'crawler';
  purpose: AiPurpose | null;
  url: string;
}

const google = 'https://developers.google.com/crawling/docs/crawlers-fetchers';
const meta = 'https://developers.facebook.com/docs/sharing/webmasters/web-crawlers';

type Row = readonly [
  pattern: RegExp,
  name: string,
  category: AiBot['category'],
  purpose: AiPurpose | null,
  url: string,
];

/**
 * Bots of AI services that the libraries do not know, or whose operator describes them otherwise. The URL is the operator's description; where
 * there is none, that of the product, with the purpose that github.com/ai-robots-txt/ai.robots.txt lists.
 */
const rows: readonly Row[] = [
  [/\bOAI-AdsBot\b/, 'OAI-AdsBot', 'advertising', null, 'https://developers.openai.com/api/docs/bots'],
  [
    /\bChatGPT[- ]Agent\b/i,
    'ChatGPT Agent',
    'ai_agent',
    'ai_agent',
    'https://help.openai.com/en/articles/11845367-chatgpt-agent-allowlisting',
  ],
  [/^claude-(?:code|cli)\//, 'Claude Code', 'ai_agent', 'ai_agent', 'https://code.claude.com/docs'],
  [/\bGoogleOther(?:-(?:Image|Video))?\b/, 'GoogleOther', 'crawler', null, `${google}/google-common-crawlers`],
  [/\bGoogle-Agent\b/, 'Google-Agent', 'ai_agent', 'ai_agent', `${google}/google-agent`],
  [
    /\bGoogleAgent-URLContext\b/,
    'GoogleAgent-URLContext',
    'ai_assistant',
    'ai_assistant',
    'https://ai.google.dev/gemini-api/docs/url-context',
  ],
  [/\bGoogle-Gemini-CLI\b|^GeminiCLI\//, 'Gemini CLI', 'ai_agent', 'ai_agent', 'https://geminicli.com/'],
  [/\bmeta-externalagent\b/i, 'Meta-ExternalAgent', 'ai_crawler', 'ai_training', meta],
  [/\bmeta-externalfetcher\b/i, 'Meta-ExternalFetcher', 'ai_assistant', 'ai_assistant', meta],
  [/\bmeta-webindexer\b/i, 'Meta-WebIndexer', 'ai_crawler', 'ai_search', meta],
  [/\bAgent-NovaAct\b/, 'NovaAct', 'ai_agent', 'ai_agent', 'https://nova.amazon.com/act'],
  [
    /\bbedrockbot\b/i,
    'bedrockbot',
    'ai_crawler',
    'ai_search',
    'https://docs.aws.amazon.com/bedrock/latest/userguide/webcrawl-data-source-connector.html',
  ],
  [/\bBytespider\b/i, 'Bytespider', 'ai_crawler', 'ai_training', 'https://bytedance.com/'],
  [/\bTikTokSpider\b/i, 'TikTokSpider', 'ai_crawler', 'ai_training', 'https://www.tiktok.com/'],
  [/\bCCBot\b/, 'CCBot', 'ai_crawler', 'ai_training', 'https://commoncrawl.org/ccbot'],
  [/\b(?:GrokBot|xAI-Grok|Grok-DeepSearch)\b/, 'Grok', 'ai_assistant', 'ai_assistant', 'https://x.ai/'],
  [/\bkagi-fetcher\b/, 'kagi-fetcher', 'ai_assistant', 'ai_assistant', 'https://help.kagi.com/kagi/ai/kagi-ai.html'],
  [/\bPhindBot\b/, 'PhindBot', 'ai_assistant', 'ai_assistant', 'https://www.phind.com/'],
  [/\bManus-User\b/, 'Manus-User', 'ai_agent', 'ai_agent', 'https://manus.im/help/Manus-user'],
  [/\bDevin\/\d/, 'Devin', 'ai_agent', 'ai_agent', 'https://docs.devin.ai/get-started/devin-intro'],
  [/\bCursor\/\d.*\bElectron\//, 'Cursor', 'ai_agent', 'ai_agent', 'https://cursor.com/'],
  [/\bTrae\/\d.*\bElectron\//, 'Trae', 'ai_agent', 'ai_agent', 'https://www.trae.ai/'],
  [/^opencode\//, 'opencode', 'ai_agent', 'ai_agent', 'https://opencode.ai/'],
  [/\bTwinAgent\b/, 'TwinAgent', 'ai_agent', 'ai_agent', 'https://twin.so/'],
  [/\bExa(?:Search)?Bot\b.*\bexa\.ai\b/, 'ExaBot', 'ai_crawler', 'ai_search', 'https://exa.ai/'],
  [/\bTavilyBot\b/, 'TavilyBot', 'ai_crawler', 'ai_search', 'https://tavily.com/'],
  [/\bShapBot\b/, 'ShapBot', 'ai_crawler', 'ai_search', 'https://docs.parallel.ai/resources/crawler'],
  [/\bTongyiBot\b/, 'TongyiBot', 'ai_assistant', 'ai_assistant', 'https://tongyi.aliyun.com/'],
  [/\bYiyanBot\b/, 'YiyanBot', 'ai_assistant', 'ai_assistant', 'https://yiyan.baidu.com/'],
  [/^Lightpanda\//, 'Lightpanda', 'browser_automation', null, 'https://lightpanda.io/'],
];

/** Agents that sign their requests (RFC 9421), whose user agent is that of an ordinary browser, by the host of `Signature-Agent`. */
const signers = new Map([
  ['chatgpt.com', 'ChatGPT Agent'],
  ['agent.bot.goog', 'Google-Agent'],
]);

/** Finds the bot of an AI service. */
export function findAiBot(ua: string): AiBot | null {
  const row = rows.find(([pattern]) => pattern.test(ua));
  return row === undefined ? null : toBot(row);
}

/** Returns the agent that claims to have signed a request; null for hosts that are not known. */
export function findSigner(signer: string | null): AiBot | null {
  const host = /^(?:\w+=")?https:\/\/([\w.-]+)/.exec(signer ?? '')?.[1];
  const name = host === undefined ? undefined : signers.get(host);
  const row = rows.find(([, known]) => known === name);
  return row === undefined ? null : toBot(row);
}

const toBot = ([, name, category, purpose, url]: Row): AiBot => ({ name, category, purpose, url });
