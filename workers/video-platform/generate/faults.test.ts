import { ok } from 'node:assert/strict';
import { handlers } from '../../../test/helpers/promises.js';
import { sized } from '../../../test/helpers/scale.js';
import { write } from '../../../test/words/openings.js';

const CALLS = sized(5, 3);

/** Language, topic, and what texts on it have said once, by what was wrong. */
const FAULTS: Readonly<Record<string, readonly (readonly [language: string, topic: string, wrong: RegExp])[]>> = {
  'put a clause where a noun is wanted': [
    [
      'de',
      'Wie man einen tropfenden Wasserhahn repariert',
      /darüber, wie man|(?:was|wer) ich darüber|\bThema wie man\b/iu,
    ],
    ['fr', 'Comment réparer un robinet qui fuit', /\bde comment\b|sur comment\b/iu],
    ['es', 'Cómo arreglar un grifo que gotea', /\b(?:de|sobre) cómo arreglar\b|\bcon arreglar\b/iu],
  ],
  'join words without the letter between them, or with a hyphen in its place': [
    ['de', 'Steuererklärung', /Steuererklärung(?:-\p{L}|werkstatt|ecke|haus|notizen|welt|station)/u],
  ],
  'inflect a noun as what it is not': [
    ['de', 'Pferde', /Pferden(?:welt|werkstatt|ecke|haus|notizen|station)/u],
    ['de', 'Interview mit einer Tätowiererin', /Tätowiererin-/u],
    ['de', 'Gusseiserne Pfanne einbrennen', /Gusseisernen?(?:-|welt|ecke|werkstatt)/u],
    ['en', 'Why do leaves change colour?', /The Leave\b|Leaveyard|Leave (?:Letters|Desk|&)|leaves change,/u],
    ['en', 'Restoring a rusty cast iron pan', /\p{Ll} Restoring/u],
  ],
  'speak of what the topic does not, or in a case that no sentence asked for': [
    ['de', 'Das Fischerboot meines Opas', /Soße|Pfanne|Salz/u],
    ['de', 'Die 10 besten Brettspiele zu zweit', /Thema besten/u],
    ['de', 'Mit den Fingern pfeifen lernen', /Thema mit den|; Das /u],
  ],
  'leave a clause open, or what is said of a part': [
    [
      'de',
      '12 Wörter, die aus dem Jiddischen kommen',
      /Jiddischen kommen (?:ist|hängen|wissen|ein|zu|ganz|beschäftigt)/u,
    ],
    ['en', 'Ooni Karu 16 review', /^Say:\s*$/mu],
  ],
  'leave out the article': [
    ['es', 'Las 10 mejores series cortas', /(?<!\p{L})los mejores/iu],
    ['es', 'El Imperio romano', /\b(?:de|sobre|con) Imperio\b/iu],
    ['it', "L'Impero romano", /\b(?:di|su|con) Impero\b/iu],
    ['pt', 'O Império Romano', /\b(?:de|sobre|com) Império\b/iu],
  ],
  'leave an article and its preposition apart': [
    ['es', 'El café', /\b(?:de|a) el café\b/iu],
    ['fr', 'Le pain au levain', /\b(?:de|à) le pain\b/iu],
    ['it', 'Il caffè', /\b(?:di|a|da|in|su) il caffè\b/iu],
    ['pt', 'Minha primeira maratona', /\b(?:de|em|por) (?:minha|sua|a) primeira\b/iu],
  ],
  'take capitals from names': [
    ['en', 'LEGO Star Wars', /Lego star wars|LEGO star|star Wars/u],
    ['en', 'My honest Tesla review!!!?', /\btesla\b/u],
    ['de', 'LEGO Star Wars', /Lego|star wars/u],
  ],
  'leave a capital to an article': [['fr', 'Le Danemark augmente la taxe sur les vols', /(?:sur|avec|à) Le Danemark/u]],
  'shout as the topic does, or judge it before its maker': [
    ['en', 'My honest Tesla review!!!?', /[!?]{2}|\bhonest(?:ly)? .{0,30}honest/iu],
    ['en', 'WHY IS MY WIFI SO SLOW', /\bIS MY\b|SO SLOW/u],
  ],
  'say Sie to some and du to others': [
    ['de', 'Steuererklärung', /\b(?:Sie|Ihnen|Ihr|Ihre[mnrs]?)\b/u],
    ['de', 'Mein erster Marathon', /\b(?:Ihr Abonnement|Abonnieren Sie)\b/u],
  ],
  'mourn what is nobody': [
    [
      'en',
      'The last passenger pigeon died in 1914',
      /\b(?:respect for|those (?:concerned|affected|who (?:died|grieve)))/iu,
    ],
  ],
};

/** The title, tags and hashtags of a topic are its own words, and so are letters and marks that the maker typed. */
const isNamed = (name: string): boolean => name === 'tag-generator' || name === 'hashtag-generator';

/** What stands in brackets is the maker's, and labels and hashtags have rules of their own. */
const prose = (text: string): string => text.replace(/\[[^\]]*\]|#\S+/gu, '');

describe('texts no longer', () => {
  for (const [fault, rows] of Object.entries(FAULTS)) {
    it(fault, async () => {
      for (const [language, topic, wrong] of rows) {
        for (const name of Object.keys(handlers).filter((one) => !isNamed(one))) {
          for (let call = 0; call < CALLS; call++) {
            const text = prose(await write(name, topic, language, `fault ${call}`));
            const found = wrong.exec(text);
            ok(!found, `${name}: "${found?.[0]}" in\n${text}`);
          }
        }
      }
    });
  }
});
