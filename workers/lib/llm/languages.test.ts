import { deepEqual, equal } from 'node:assert/strict';
import { startSandboxModel } from 'sandbox/llm';
import { readConfig } from '../../../shared/process/config.js';
import { ask, findGeneratedEndpoint, longTimeout, modelFor } from '../../../test/helpers/generated-endpoints.js';
import { declarationTexts } from '../../../test/helpers/language-samples.js';
import { takeTurns } from '../../../test/helpers/scale.js';
import { languageName } from '../text/languages.js';

const comment = findGeneratedEndpoint('video-platform/generate/comment-generator');

describe('languages of the model', () => {
  it('are all of ISO 639-1 with a sample, and a text in another language is rejected', async () => {
    const server = await startSandboxModel();
    try {
      const texts = declarationTexts();
      for (const [language, [, sentence = '']] of texts) {
        server.learn({ [languageName(language) ?? '']: `${sentence} «%».` });
      }
      const settings = { LLM_BASE_URL: server.url, LLM_MODEL: 'sandbox', LLM_DIALECT: 'other' };
      const config = readConfig({ ...longTimeout, ...settings });
      const given = { config, model: modelFor(config) };
      const notWritten: string[] = [];
      for (const language of takeTurns([...texts.keys()], 0)) {
        const { headers, writer } = await ask(comment, given, { topic: 'Sourdough', language });
        const isWritten = writer === 'model sandbox' && headers.get('Content-Language') === language;
        if (!isWritten || headers.has('X-Language-Warning')) notWritten.push(language);
      }
      deepEqual(notWritten, []);

      server.behave('wrong-language');
      const { headers, writer } = await ask(comment, given, { language: 'is' });
      equal(writer, 'composer');
      equal(headers.get('Content-Language'), 'en');
      equal(headers.get('X-Language-Warning'), 'Icelandic (is) is not supported: the text is in English (en)');
      const before = server.received.length;
      const unknown = await ask(comment, given, { language: 'xx' });
      equal(unknown.headers.get('X-Language-Warning'), 'xx is not an ISO 639-1 language: the text is in English (en)');
      equal(server.received.length, before, 'sends no request to the model');
    } finally {
      await server.close();
    }
  });
});
