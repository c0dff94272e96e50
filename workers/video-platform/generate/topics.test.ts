import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { handlers, promises } from '../../../test/helpers/promises.js';
import { runHandler } from '../../../test/helpers/run-handler.js';
import { withArticle } from './writing/article.js';
import { fieldOf } from './writing/field.js';
import { readTopic, type Topic } from './writing/topic.js';

function topicOf(raw: string, language: string): Topic {
  const topic = readTopic(raw, language);
  ok(topic, raw);
  return topic;
}

async function textOf(name: string, raw: Readonly<Record<string, unknown>>): Promise<string> {
  const handler = handlers[name];
  ok(handler);
  const answer = (await runHandler(handler, raw, { requestId: 'topics' })) as Readonly<Record<string, unknown>>;
  promises[name]?.(answer, raw);
  return Object.values(answer).flat().join('\n');
}

describe('topics of any kind', () => {
  it('get a sensible answer on every endpoint', async () => {
    for (const topic of [
      'yoga',
      'Why do cats purr?',
      'قطتي تعلمت فتح الأبواب وأنا سعيد جدا بذلك',
      `bread ${'and more bread '.repeat(130)}`,
      '🍕🎸',
      '<h1>Home <b>baking</b></h1><script>alert(1)</script>',
    ]) {
      for (const name of Object.keys(handlers)) {
        const text = await textOf(name, { topic, network: 'MICROBLOG' });
        ok(!/script|alert|h1/.test(text.replace(/(?:tran|sub)script/g, '')), text);
      }
    }
  });

  it('begin with no verb where a name ends like one', () => {
    for (const [raw, language] of [
      ['Docker para principiantes', 'es'],
      ['Docker pour débutants', 'fr'],
      ['Blender para iniciantes', 'pt'],
      ['Zíper ou botões', 'pt'],
    ] as const) {
      equal(topicOf(raw, language).shape, 'thing', raw);
    }
    equal(topicOf('Tejer un gorro', 'es').shape, 'action');
    equal(topicOf('Étudier chez soi', 'fr').shape, 'action');
    equal(topicOf('My honest Tesla review!!!?', 'en').shape, 'thing');
    equal(topicOf('What is a wallet?!', 'en').shape, 'question');
  });

  it('are of the field that their telling words speak for, and not of a broader one', () => {
    for (const [language, raw, field] of [
      ['fr', 'Recette de gâteau au chocolat', 'cakes'],
      ['fr', 'Cookies sans sucre', 'cakes'],
      ['fr', "10 plantes d'intérieur faciles", 'houseplants'],
      ['fr', 'Apprendre à programmer en Python', 'programming'],
      ['fr', "L'entretien d'embauche", 'career'],
      ['fr', 'La seconde guerre mondiale', 'history'],
      ['fr', 'Les meilleurs jeux vidéo', 'gaming'],
      ['es', 'Galletas sin azúcar', 'cakes'],
      ['es', 'Plantas de interior', 'houseplants'],
      ['es', 'Aprender inglés en 30 días', 'languages'],
      ['es', 'La entrevista de trabajo', 'career'],
      ['es', 'La segunda guerra mundial', 'history'],
      ['es', 'Los agujeros negros', 'space'],
    ] as const) {
      equal(fieldOf(topicOf(raw, language), [], language)?.id, field, raw);
    }
  });

  it('emoji alone are read as their names, in the language of the text', async () => {
    match(await textOf('title-generator', { topic: '🍕🎸' }), /pizza & guitar/i);
    match(await textOf('title-generator', { topic: '🎸', language: 'it' }), /chitarra/i);
  });

  it('in another language than the text are quoted in it', async () => {
    const topic = 'أفضل الطرق لتعلم الطبخ في المنزل';
    match(await textOf('description-generator', { topic }), /“أفضل الطرق لتعلم الطبخ في المنزل”/);
    match(await textOf('description-generator', { topic, language: 'fr' }), /« أفضل الطرق لتعلم الطبخ في المنزل »/);
    ok((await textOf('hashtag-generator', { topic })).includes('#الطبخ'));
    const danish = { topic: 'Sådan bager du surdejsbrød', language: 'da' };
    match(await textOf('description-generator', danish), /“Sådan bager du surdejsbrød”/);
  });

  it('have the article that their nouns want in a sentence, and names have none', () => {
    for (const [language, pairs] of Object.entries({
      es: {
        'Pan de masa madre': 'el pan de masa madre',
        'Recetas veganas': 'las recetas veganas',
        Yoga: 'el yoga',
        'Agua con gas': 'el agua con gas',
        'Canciones de cuna': 'las canciones de cuna',
        'Mis gatos': 'mis gatos',
        Japón: 'Japón',
        'Taylor Swift': 'Taylor Swift',
        Minecraft: 'Minecraft',
        '10 trucos de cocina': '10 trucos de cocina',
        'Sin gluten': 'sin gluten',
      },
      fr: {
        'Photographie de paysage': 'la photographie de paysage',
        Yoga: 'le yoga',
        'Eau potable': "l'eau potable",
        'Haricots verts': 'les haricots verts',
        Japon: 'le Japon',
        "L'histoire de l'art": "l'histoire de l'art",
        'Château de Versailles': 'le château de Versailles',
      },
      pt: {
        'Pão caseiro': 'o pão caseiro',
        'Viagem ao Japão': 'a viagem ao Japão',
        Vulcões: 'os vulcões',
        Brasil: 'o Brasil',
      },
      it: {
        Yoga: 'lo yoga',
        'Zaino perfetto': 'lo zaino perfetto',
        'Amici veri': 'gli amici veri',
        'Ricette vegane': 'le ricette vegane',
        'Intelligenza artificiale': "l'intelligenza artificiale",
        Giappone: 'il Giappone',
      },
      de: { Sauerteigbrot: 'Sauerteigbrot' },
    })) {
      for (const [raw, spoken] of Object.entries(pairs)) {
        equal(withArticle(topicOf(raw, language).natural, language), spoken, language);
      }
    }
  });

  it('that are done are told by their infinitive', () => {
    for (const [language, raw, action] of [
      ['es', 'Viajar a Japón', 'viajar a Japón'],
      ['fr', 'Rénover une salle de bain', 'rénover une salle de bain'],
      ['pt', 'Viajar pelo Japão', 'viajar pelo Japão'],
      ['it', 'Viaggiare in Giappone', 'viaggiare in Giappone'],
      ['en', 'How to fix a leaking tap', 'fix a leaking tap'],
    ] as const) {
      equal(topicOf(raw, language).action, action);
    }
    for (const [language, raw] of [
      ['es', 'Mar de plástico'],
      ['fr', 'Mer de Chine'],
      ['it', 'Mare pulito'],
      ['pt', 'Mulher na ciência'],
    ] as const) {
      equal(topicOf(raw, language).shape, 'thing', raw);
    }
  });

  it('belong to a field of life where their words say so', () => {
    for (const [language, raw, field] of [
      ['en', 'Sourdough bread for beginners', 'bread'],
      ['en', 'budget gaming PC build', 'computers'],
      ['en', 'the moon landing', 'history'],
      ['en', 'container orchestration', 'containers'],
      ['en', 'my first marathon', 'running'],
      ['en', 'xyzzy', undefined],
      ['en', 'WHY IS MY WIFI SO SLOW', 'homenet'],
      ['de', 'WLAN im ganzen Haus', 'homenet'],
      ['es', 'Cómo mejorar el wifi en casa', 'homenet'],
      ['fr', 'Pourquoi mon wifi est lent', 'homenet'],
      ['it', 'Come scegliere un router', 'homenet'],
      ['pt', 'Roteador ou repetidor', 'homenet'],
      // What is done says more than what with, and learning is not what is learnt.
      ['es', 'dibujar un retrato', 'drawing'],
      ['es', 'aprender a tocar la guitarra', 'instruments'],
      ['fr', 'Apprendre à siffler avec les doigts', undefined],
      ['de', 'Mit den Fingern pfeifen lernen', undefined],
      // What a sentence happens to name is not what it is about.
      ['en', 'Lufthansa announces a new lounge', undefined],
      // Not by a word of ours, but by what it is a kind of.
      ['en', 'the ocarina', 'instruments'],
      ['en', 'the wombat', 'wildlife'],
    ] as const) {
      equal(fieldOf(topicOf(raw, language), [], language)?.id, field, raw);
    }
  });

  it('give hashtags and names that are words of their own, no verbs and no stumps', async () => {
    for (const [language, topic, stumps] of [
      ['es', 'Mi gato aprendió a abrir puertas', /#(?:aprendió|abrir|GatoAprendió)\b/],
      ['es', 'Cómo arreglar un grifo que gotea', /#gotea/],
      ['fr', "apprendre l'anglais à la maison", /#l?langlais|#lart/i],
      ['it', "imparare l'inglese a casa", /#linglese/i],
      ['de', 'Wie man einen tropfenden Wasserhahn repariert', /#tropfenden|#repariert/i],
      ['en', 'My cat learned to open doors', /#learned|#CatLearned/],
    ] as const) {
      const tags = await textOf('hashtag-generator', { topic, language, hashtags_mode: 'seo_block' });
      ok(!stumps.test(tags), tags);
    }
    const { suggestions } = JSON.parse(
      JSON.stringify({
        suggestions: (await textOf('channel-name-ideas', { topic: 'los volcanes', language: 'es' })).split('\n'),
      }),
    ) as { suggestions: string[] };
    deepEqual(
      suggestions.filter((name) => /\bde Volcanes/.test(name)),
      [],
    );
  });
});
