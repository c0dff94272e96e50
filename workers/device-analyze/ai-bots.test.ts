import { deepEqual, equal, ok } from 'node:assert/strict';
import { analyse } from './analyse.js';

const linux = (chrome: string, compatible: string) =>
  `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko; compatible; ${compatible}) Chrome/${chrome} Safari/537.36`;
const like = (compatible: string) => `Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ${compatible})`;

/** User agents as the operators publish them, by source; name, category and purpose. */
const published: Record<string, readonly (readonly [ua: string, bot: string])[]> = {
  'developers.openai.com/api/docs/bots': [
    [like('GPTBot/1.3; +https://openai.com/gptbot'), 'GPTBot ai_crawler ai_training'],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36; compatible; OAI-SearchBot/1.3; +https://openai.com/searchbot',
      'OAI-SearchBot ai_crawler ai_search',
    ],
    [
      'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; ChatGPT-User/1.0; +https://openai.com/bot',
      'ChatGPT-User ai_assistant ai_assistant',
    ],
    [
      'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; OAI-AdsBot/1.0; +https://openai.com/adsbot',
      'OAI-AdsBot advertising',
    ],
  ],
  'support.claude.com article 8896518, github.com/anthropics/claude-code issue 38568': [
    [like('ClaudeBot/1.0; +claudebot@anthropic.com'), 'ClaudeBot ai_crawler ai_training'],
    [like('Claude-User/1.0; +Claude-User@anthropic.com'), 'Claude-User ai_assistant ai_assistant'],
    [like('Claude-SearchBot/1.0; +searchbot@anthropic.com'), 'Claude-SearchBot ai_crawler ai_search'],
    ['Claude-User (claude-code/2.1.83; +https://support.anthropic.com/)', 'Claude-User ai_assistant ai_assistant'],
    ['claude-cli/2.1.205 (external, cli)', 'Claude Code ai_agent ai_agent'],
  ],
  'docs.perplexity.ai/guides/bots': [
    [like('PerplexityBot/1.0; +https://perplexity.ai/perplexitybot'), 'PerplexityBot ai_crawler ai_search'],
    [like('Perplexity-User/1.0; +https://perplexity.ai/perplexity-user'), 'Perplexity-User ai_assistant ai_assistant'],
  ],
  'developers.google.com/crawling/docs/crawlers-fetchers': [
    [
      'Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X Build/MMB29P) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36 (compatible; GoogleOther)',
      'GoogleOther crawler',
    ],
    ['GoogleOther-Image/1.0', 'GoogleOther crawler'],
    [
      'Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X Build/MMB29P) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36 (compatible; Google-CloudVertexBot; +https://cloud.google.com/enterprise-search)',
      'Google-CloudVertexBot ai_crawler ai_training',
    ],
    [
      linux('141.0.0.0', 'Google-Agent; +https://developers.google.com/crawling/docs/crawlers-fetchers/google-agent'),
      'Google-Agent ai_agent ai_agent',
    ],
    [
      linux(
        '135.0.0.0',
        'GoogleAgent-Mariner; +https://developers.google.com/search/docs/crawling-indexing/google-agent-mariner',
      ),
      'GoogleAgent-Mariner ai_agent ai_agent',
    ],
    [
      `${like('Gemini-Deep-Research; +https://gemini.google/overview/deep-research/')} Chrome/135.0.0.0 Safari/537.36`,
      'Gemini-Deep-Research ai_assistant ai_assistant',
    ],
    ['Mozilla/5.0 (compatible; Google-NotebookLM)', 'Google-NotebookLM ai_assistant ai_assistant'],
  ],
  'developers.facebook.com/docs/sharing/webmasters/web-crawlers': [
    [
      'meta-externalagent/1.1 (+https://developers.facebook.com/docs/sharing/webmasters/crawler)',
      'Meta-ExternalAgent ai_crawler ai_training',
    ],
    ['meta-externalfetcher/1.1', 'Meta-ExternalFetcher ai_assistant ai_assistant'],
    ['meta-webindexer/1.1', 'Meta-WebIndexer ai_crawler ai_search'],
  ],
  'developer.amazon.com/amazonbot, github.com/aws/nova-act': [
    [
      `${like('Amazonbot/0.1; +https://developer.amazon.com/support/amazonbot')} Chrome/119.0.6045.214 Safari/537.36`,
      'Amazonbot ai_crawler ai_search',
    ],
    [`${like('Amzn-User/0.1')} Chrome/119.0.6045.214 Safari/537.36`, 'Amzn-User ai_assistant ai_assistant'],
    [
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.7339.16 Safari/537.36 Agent-NovaAct/0.9',
      'NovaAct ai_agent ai_agent',
    ],
  ],
  'duckduckgo.com/duckduckgo-help-pages, docs.mistral.ai/robots, support.apple.com/en-us/119829, commoncrawl.org/ccbot':
    [
      ['DuckAssistBot/1.2; (+http://duckduckgo.com/duckassistbot.html)', 'DuckAssistBot ai_assistant ai_assistant'],
      [like('MistralAI-User/1.0; +https://docs.mistral.ai/robots'), 'MistralAI-User ai_assistant ai_assistant'],
      [
        'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_5) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/13.1.1 Safari/605.1.15 (Applebot/0.1; +http://www.apple.com/go/applebot)',
        'Applebot ai_crawler ai_search',
      ],
      ['CCBot/2.0 (https://commoncrawl.org/faq/)', 'CCBot ai_crawler ai_training'],
    ],
  'github.com/ai-robots-txt/ai.robots.txt and github.com/monperrus/crawler-user-agents': [
    [
      'Mozilla/5.0 (Linux; Android 5.0) AppleWebKit/537.36 (KHTML, like Gecko) Mobile Safari/537.36 (compatible; Bytespider; spider-feedback@bytedance.com)',
      'Bytespider ai_crawler ai_training',
    ],
    ['Mozilla/5.0 (compatible; DeepSeekBot/1.0; +https://www.deepseek.com/bot)', 'DeepseekBot ai_crawler ai_training'],
    ['cohere-ai', 'Cohere AI ai_crawler ai_training'],
    ['Mozilla/5.0 (compatible; YouBot/1.0; +https://about.you.com/youbot/)', 'YouBot ai_crawler ai_search'],
    ['Mozilla/5.0 (compatible; PhindBot; +https://www.phind.com/)', 'PhindBot ai_assistant ai_assistant'],
    ['Mozilla/5.0 (compatible; FirecrawlAgent; +https://firecrawl.dev/)', 'FirecrawlAgent ai_crawler ai_training'],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/132.0.0.0 Safari/537.36; Manus-User/1.0',
      'Manus-User ai_agent ai_agent',
    ],
    [
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/137.0.0.0 Safari/537.36; Devin/1.0; +devin.ai',
      'Devin ai_agent ai_agent',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Trae/1.107.1 Chrome/142.0.7444.235 Electron/39.2.7 Safari/537.36',
      'Trae ai_agent ai_agent',
    ],
    ['Mozilla/5.0 (compatible; Kagibot/1.0; +https://kagi.com/bot)', 'Kagibot search_engine'],
  ],
};

describe('device-analyze: assistants and agents', () => {
  for (const [source, rows] of Object.entries(published)) {
    it(`names the bots of ${source}`, () => {
      for (const [ua, expected] of rows) {
        const { bot, is_bot } = analyse(ua);
        equal([bot?.name, bot?.category, bot?.purpose].filter(Boolean).join(' '), expected, ua);
        ok(is_bot && URL.canParse(bot?.url ?? ''), ua);
      }
    });
  }

  it('gives other bots no purpose', () => {
    deepEqual(
      ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', 'curl/8.5.0'].map(
        (ua) => analyse(ua).bot?.purpose,
      ),
      [null, null],
    );
  });
});
