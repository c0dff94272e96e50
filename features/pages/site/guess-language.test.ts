import { equal } from 'node:assert/strict';
import { guessLanguage } from './guess-language.js';

describe('the language of a text', () => {
  for (const [language, text] of [
    ['en', 'How was your evening? Tell us what you liked and what we can do better for you.'],
    ['de', 'Wir freuen uns auf Sie und haben von Montag bis Freitag für Sie geöffnet, die Küche ist warm.'],
    ['es', 'Reserva tu mesa en el centro de la ciudad y disfruta del menú con los tuyos.'],
    ['fr', 'Réservez une table pour ce soir et découvrez les vins de la région dans notre cave.'],
    ['it', 'Prenota un tavolo per questa sera e scopri il menu della casa con i vini del posto.'],
    ['pt', 'Reserve uma mesa para hoje e conheça os vinhos da casa com a gente, que não têm igual no bairro.'],
    ['ar', 'مرحبا بكم في مطعمنا'],
    ['he', 'ברוכים הבאים למסעדה שלנו'],
    ['nl', 'Reserveer een tafel voor vanavond en proef de wijnen van het huis bij ons aan het water.'],
    ['pl', 'Zapraszamy na kolację przy świecach, z winem od lokalnych producentów i widokiem na rzekę.'],
    ['tr', 'Bu akşam için bir masa ayırtın ve şefimizin sizin için hazırladığı menüyü keşfedin.'],
    ['ja', 'ようこそ私たちのレストランへ'],
    ['ja', '当店自慢の本格四川料理を個室でお楽しみください'],
    ['zh', '欢迎光临我们的餐厅，营业时间每天上午十点至晚上十点'],
    ['zh', '鲜の味日式料理，每日新鲜食材，欢迎预订包间'],
    ['uk', 'Ласкаво просимо до нашого ресторану, ми чекаємо на вас щодня'],
    ['ru', 'Добро пожаловать в наш ресторан'],
  ] as const)
    it(`is recognised: ${language}`, () => equal(guessLanguage(text), language));

  it('is unknown for a few words, and without words', () => {
    for (const text of ['Trattoria Lucia', 'Guest Wi-Fi', '', '2026-05-01'])
      equal(guessLanguage(text), undefined, text);
  });
});
