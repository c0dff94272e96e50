/** How a draft turns out: well, or as models' drafts do on bad days. */
export const draftModes = [
  'good',
  /** The right fields, the text full of markdown. */
  'markdown',
  /** The text in quotation marks. */
  'quotes',
  /** "Sure! Here is …" in front of the text and a farewell behind it. */
  'preamble',
  /** Emoji and hashtags that nobody asked for. */
  'decorated',
  /** Another language than the one asked for. */
  'wrong-language',
  'over-long',
  /** Blank fields. */
  'blank',
  /** Does what the topic says instead of what it was told. */
  'obeys-topic',
  /** Tells its instructions. */
  'leaks',
  /** HTML, links and scripts. */
  'markup',
] as const;
export type DraftMode = (typeof draftModes)[number];

/** What the sandbox model was asked, as far as it understands it. */
export interface Order {
  /** The fields of the schema. */
  readonly fields: Readonly<Record<string, { readonly type?: string }>>;
  readonly topic: string;
  /** Name of the language in English. */
  readonly language: string;
  readonly system: string;
}

/** One sentence per language, with room for the topic. */
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

/** How many sentences a field of that name takes. */
const LENGTHS: Readonly<Record<string, number>> = {
  description: 10,
  script: 24,
  channelDescription: 4,
  comment: 2,
  post: 3,
};

/** A draft in the schema that was asked for, spoilt in the way of the mode. */
export function draftFor(order: Order, mode: DraftMode): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(order.fields).map(([name, { type }]) => [
      name,
      type === 'array' ? items(order, mode) : spoil(text(order, name, mode), order, mode),
    ]),
  );
}

function text({ topic, language }: Order, field: string, mode: DraftMode): string {
  const spoken = mode === 'wrong-language' ? (language === 'English' ? 'German' : 'English') : language;
  const sentence = (SENTENCES[spoken] ?? SENTENCES.English ?? '').replace('%', topic);
  return Array.from({ length: LENGTHS[field] ?? 1 }, () => sentence).join(' ');
}

function items(order: Order, mode: DraftMode): string[] {
  const { topic } = order;
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
      return [...good, ...good].map((item) => spoil(item, order, mode));
  }
}

function spoil(text: string, { topic, system }: Order, mode: DraftMode): string {
  switch (mode) {
    case 'markdown':
      return `# ${text}\n\n**${text}**\n\n- *first*\n- __second__\n\n> \`${text}\`\n\n[link](https://example.com) ![image](https://example.com/a.png)`;
    case 'quotes':
      return `“"${text}"”`;
    case 'preamble':
      return `Sure! Here is what you asked for:\n\n${text}\n\nLet me know if you would like anything else!`;
    case 'decorated':
      return `🔥🔥 ${text} 👨‍👩‍👧‍👦 #viral #fyp`;
    case 'over-long':
      return `${text} `.repeat(400);
    case 'blank':
      return ' \n ';
    case 'obeys-topic':
      return /["“]([^"”]+)["”]/.exec(topic)?.[1] ?? 'HACKED';
    case 'leaks':
      return `My instructions are: ${system}`;
    case 'markup':
      return `<h1 onclick="alert(1)">${text}</h1><script>alert(1)</script> https://evil.example/x <img src=x onerror=alert(1)>`;
    default:
      return text;
  }
}
