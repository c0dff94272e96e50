import type { Manner } from '../language/phrase.js';

/** Texts that are listed with slashes between. */
const each = (texts: string): readonly string[] => texts.split(' / ');

/** Templates of titles and names in one language; `{s}` stands for the query. */
export interface Wording {
  /** Names of channels, at least as many as a phrase has channels. */
  readonly channels: readonly string[];
  /** Titles of videos, and where there are such, of those that are short or long. */
  readonly titles: readonly string[];
  readonly short?: readonly string[];
  readonly long?: readonly string[];
  readonly countries: readonly string[];
  /** Suffixes of a second, third … video with a title, and the one after these; `{n}` is a number. */
  readonly sequels: readonly string[];
  readonly part: string;
}

/** Titles that only fit what is spoken of in one way. */
export const englishTitles: Readonly<Record<Manner, readonly string[]>> = {
  many: each(
    'How to Choose {s} / Why {s} Are Worth Your Time / I Compared {n} {s} So You Don’t Have To / ' +
      '{s} That Surprised Me / Ranking {s} From Worst to Best / What {s} Are Really Like / ' +
      'The Only {s} I Would Recommend',
  ),
  pastime: each(
    'Getting Started With {s} / {s} Every Day for a Month / Why {s} Is Harder Than It Looks / ' +
      '{s} Is More Fun {where} / I Gave Up {s} for a Year. Here’s What Happened / You Are Probably {s} Too Fast / ' +
      'The Small Habit That Fixed My {s}',
  ),
  name: each(
    'The Story Behind {s} / Why People Keep Coming Back to {s} / {s} and the Art of Doing Less / ' +
      'What Makes {s} Different? / A Short History of {s} / How I Discovered {s} / {s}, and Why It Still Matters',
  ),
};

/** Words for the other gaps of English titles. */
export const englishGaps = {
  where: each(
    'in Winter / at Home / on a Rainy Sunday / Before Breakfast / in a Small Flat / After Dark / by the Sea / ' +
      'With Friends',
  ),
  who: each(
    'My Neighbour / My Grandmother / a Complete Beginner / Two Experts / a Sceptic / the Night Shift / ' +
      'My Students / a Ten-Year-Old',
  ),
  howLong: ['a Week', 'Thirty Days', 'One Weekend', 'a Whole Winter', '100 Hours', 'Six Months'],
};

export const english: Wording = {
  channels: each(
    '{s} After Hours / Mostly {s} / {s} & Coffee / Notes on {s} / Half an Hour of {s} / {s}, Plainly / ' +
      'The Other Side of {s} / {s} With Noor / A Year of {s} / Nothing but {s} / {s} on Sundays / Slow {s} / ' +
      'Letters About {s} / {s} in Practice / Planet {s} / Tea, Toast & {s}',
  ),
  titles: each(
    '{s}: Where to Start / {s} on a Budget / Everything I Got Wrong About {s} / {s}, Step by Step / ' +
      'The Truth About {s} / {s}: {n} Mistakes to Avoid / {n} Questions About {s}, Answered / ' +
      'What {who} Taught Me About {s} / {s} {where} / {n} Things Nobody Tells You About {s} / ' +
      'I Spent {howLong} on {s} / {s} for Absolute Beginners / {s}: What Changed This Year / ' +
      'We Asked {who} About {s} / Is This Still {s}? / {s}, but Make It Simple / My Honest Thoughts on {s} / ' +
      'The {s} Q&A: Your Questions, My Guesses / "It’s Only {s}": A Defence / {s} vs. {who} / ' +
      'One Year of {s}: What I’d Do Again / Explaining {s} to {who} / All the {s} You Can Fit Into {howLong} / ' +
      '{s} Through the Eyes of {who} / {s} Without the Fuss',
  ),
  short: each(
    '{s}, Briefly / One Thing About {s} / {s}: The Short Answer / A Quick Word on {s} / ' +
      '{s}, Blink and You’ll Miss It / {n} Quick Facts About {s} / Ask {who}: {s} / A Moment of {s} {where} / ' +
      '{s} {where}, Quickly',
  ),
  long: each(
    '{s}, Start to Finish / A Quiet Hour With {s} / {s}: The Long Version / The Whole Story of {s} / ' +
      '{s}: The Complete Evening Class / An Evening of {s} {where} / {s}: A Long Talk With {who} / {s}, Unhurried / ' +
      'Everything About {s} in One Sitting / {n} Hours of {s}, the Best Parts',
  ),
  countries: ['US', 'GB', 'CA', 'AU', 'IE', 'NZ', 'IN', 'ZA'],
  sequels: each(
    'One Year On / The Follow-Up / Your Letters / Live / Spring Edition / Autumn Edition / Revisited / ' +
      'Behind the Scenes',
  ),
  part: 'Part {n}',
};

/** By language; English is the one for all others. */
export const wordings: Readonly<Record<string, Wording>> = {
  en: english,
  es: {
    channels: each(
      '{s} sin prisa / Hablemos de {s} / {s} en casa / Cuaderno: {s} / {s} para todos / Planeta {s} / {s} y café / ' +
        'Todo sobre {s}',
    ),
    titles: each(
      '{s}: por dónde empezar / {s} paso a paso / {n} errores frecuentes: {s} / La verdad sobre {s} / ' +
        '{s} con poco dinero / Lo que nadie cuenta sobre {s} / {s}: preguntas y respuestas / ' +
        '{s} para principiantes / {s}: {n} ideas sencillas / Un año entero: {s} / {s} como en casa / {s} de principio a fin',
    ),
    countries: ['ES', 'MX', 'AR', 'CO', 'CL'],
    sequels: ['un año después', 'la continuación', 'tus preguntas', 'en directo', 'nueva versión'],
    part: 'parte {n}',
  },
  de: {
    channels: each(
      '{s} am Sonntag / {s} in Ruhe / Werkstatt {s} / {s} & Kaffee / Thema: {s} / {s} für alle / Planet {s} / ' +
        'Notizbuch {s}',
    ),
    titles: each(
      '{s}: So fängst du an / {s} Schritt für Schritt / {s}: {n} Fehler, die jeder macht / ' +
        '{s} mit kleinem Budget / Die Wahrheit über {s} / {s}: deine Fragen, meine Antworten / {s} für Anfänger / ' +
        '{s}: {n} einfache Ideen / Ein Jahr {s}: mein Fazit / {s} ganz entspannt / {s}: Was keiner erzählt / {s} von Anfang bis Ende',
    ),
    countries: ['DE', 'AT', 'CH'],
    sequels: ['ein Jahr später', 'die Fortsetzung', 'eure Fragen', 'live', 'neu gedacht'],
    part: 'Teil {n}',
  },
  fr: {
    channels: each(
      '{s} sans stress / Carnet : {s} / {s} à la maison / Parlons {s} / {s} pour tous / Planète {s} / {s} & café / ' +
        'Un peu de {s}',
    ),
    titles: each(
      '{s} : par où commencer / {s} pas à pas / {s} : {n} erreurs à éviter / {s} à petit budget / ' +
        'La vérité : {s} / {s} : vos questions, mes réponses / {s} pour débutants / {s} : {n} idées toutes simples / ' +
        'Un an de {s} : mon bilan / {s} en toute simplicité / {s} : ce que personne ne dit / {s} du début à la fin',
    ),
    countries: ['FR', 'BE', 'CH', 'CA'],
    sequels: ['un an après', 'la suite', 'vos questions', 'en direct', 'nouvelle version'],
    part: 'partie {n}',
  },
  pt: {
    channels: each(
      '{s} sem pressa / Caderno: {s} / {s} em casa / Vamos falar de {s} / {s} para todos / Planeta {s} / ' +
        '{s} e café / Tudo sobre {s}',
    ),
    titles: each(
      '{s}: por onde começar / {s} passo a passo / {s}: {n} erros comuns / {s} gastando pouco / ' +
        'A verdade sobre {s} / {s}: perguntas e respostas / {s} para iniciantes / {s}: {n} ideias simples / ' +
        'Um ano de {s}: o que aprendi / {s} sem complicação / O que ninguém conta sobre {s} / {s} do começo ao fim',
    ),
    countries: ['BR', 'PT'],
    sequels: ['um ano depois', 'a continuação', 'suas perguntas', 'ao vivo', 'nova versão'],
    part: 'parte {n}',
  },
  it: {
    channels: each(
      '{s} con calma / Quaderno: {s} / {s} a casa / Parliamo di {s} / {s} per tutti / Pianeta {s} / {s} e caffè / ' +
        'Tutto su {s}',
    ),
    titles: each(
      '{s}: da dove cominciare / {s} passo dopo passo / {s}: {n} errori da evitare / {s} spendendo poco / ' +
        'La verità su {s} / {s}: domande e risposte / {s} per principianti / {s}: {n} idee semplici / ' +
        'Un anno di {s}: com’è andata / {s} senza complicazioni / Quello che nessuno dice su {s} / {s} dall’inizio alla fine',
    ),
    countries: ['IT', 'CH'],
    sequels: ['un anno dopo', 'il seguito', 'le vostre domande', 'dal vivo', 'nuova versione'],
    part: 'parte {n}',
  },
  ru: {
    channels: each(
      '{s} без спешки / Тема дня: {s} / {s} дома / Блокнот: {s} / {s} для всех / Планета «{s}» / {s} и чай / ' +
        '{s} по воскресеньям',
    ),
    titles: each(
      '{s}: с чего начать / {s} шаг за шагом / {s}: частые ошибки / {s} без лишних трат / Вся правда: {s} / ' +
        '{s}: вопросы и ответы / {s} для начинающих / {s}: простые идеи / {s}: чему меня научил этот год / ' +
        '{s} без суеты / {s}: о чём никто не говорит / {s} от начала до конца',
    ),
    countries: ['KZ', 'AM', 'GE'],
    sequels: ['год спустя', 'продолжение', 'ваши вопросы', 'прямой эфир', 'новая версия'],
    part: 'часть {n}',
  },
  ja: {
    channels: each(
      '{s}のある暮らし / {s}ノート / のんびり{s} / {s}研究所 / 週末{s} / {s}とお茶 / みんなの{s} / {s}日和',
    ),
    titles: each(
      '{s}入門：まずはここから / はじめての{s} / {s}でよくある間違い{n}選 / {s}の本当の話 / 低予算で楽しむ{s} / {s}の質問に答えます / 一年間{s}を続けてみた / ' +
        '{s}をやさしく解説 / {s}のコツ{n}選 / 家で楽しむ{s} / 誰も教えてくれない{s} / {s}完全版',
    ),
    countries: ['JP'],
    sequels: ['一年後', '続編', '質問回', 'ライブ', '新版'],
    part: 'その{n}',
  },
  zh: {
    channels: each('{s}日记 / 慢慢聊{s} / {s}小课堂 / 周末{s} / {s}与茶 / 大家的{s} / {s}笔记 / {s}研究室'),
    titles: each(
      '{s}入门：从哪里开始 / {s}一步一步来 / {s}最常见的{n}个错误 / 关于{s}的真相 / 低预算玩转{s} / {s}问答 / 坚持{s}一年之后 / {s}新手指南 / {s}的{n}个小窍门 / ' +
        '在家也能{s} / 没人告诉你的{s} / {s}完整版',
    ),
    countries: ['TW', 'SG', 'HK'],
    sequels: ['一年之后', '续集', '问答专场', '直播', '新版'],
    part: '第{n}集',
  },
  ko: {
    channels: each('{s} 노트 / 느긋한 {s} / {s} 연구소 / 주말엔 {s} / {s} 한 잔 / 모두의 {s} / {s} 일기 / 오늘의 {s}'),
    titles: each(
      '{s} 입문: 어디서 시작할까 / {s} 차근차근 배우기 / {s} 흔한 실수 {n}가지 / {s}의 진실 / 적은 돈으로 즐기는 {s} / {s} 질문과 답변 / 1년 동안의 {s} / ' +
        '초보자를 위한 {s} / {s} 꿀팁 {n}가지 / 집에서 즐기는 {s} / 아무도 말해 주지 않는 {s} / {s} 처음부터 끝까지',
    ),
    countries: ['KR'],
    sequels: ['1년 후', '후속편', '질문 모음', '라이브', '새 버전'],
    part: '{n}편',
  },
  ar: {
    channels: each(
      '{s} بهدوء / دفتر {s} / {s} في البيت / حديث عن {s} / {s} للجميع / عالم {s} / {s} وقهوة / كل شيء عن {s}',
    ),
    titles: each(
      '{s}: من أين نبدأ؟ / {s} خطوة بخطوة / {s}: أخطاء شائعة / الحقيقة عن {s} / {s} بميزانية صغيرة / ' +
        '{s}: أسئلة وأجوبة / {s} للمبتدئين / {s}: أفكار بسيطة / عام كامل مع {s} / {s} بلا تعقيد / ' +
        'ما لا يقوله أحد عن {s} / {s} من البداية إلى النهاية',
    ),
    countries: ['EG', 'MA', 'JO', 'AE'],
    sequels: ['بعد عام', 'التتمة', 'أسئلتكم', 'مباشر', 'نسخة جديدة'],
    part: 'الجزء {n}',
  },
};

/** Words for names of generated channels. */
export const coinedNames = {
  first: each(
    'Quiet / Copper / Second / Northern / Paper / Lantern / Crooked / Tidal / Velvet / Orchard / Granite / ' +
      'Sunday / Marble / Harbour / Juniper / Plain',
  ),
  last: each(
    'Workshop / Almanac / Parlour / Notebook / Signal / Studio / Society / Gazette / Company / Corner / Atlas / ' +
      'Archive / Club / Radio / Table / Hour',
  ),
};
