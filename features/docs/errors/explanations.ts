import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { projectFile } from '../../../shared/process/project-file.js';

/** Texts of the page of an error beyond its row of the error table. They are inline Markdown. */
export interface Explanation {
  /** Path of the file that it was read from. */
  readonly file: string;
  readonly type: string;
  readonly cause: string;
  readonly remedy: string;
  /** The cost of the request, where it does not follow from the origin of the error. */
  readonly cost: string | undefined;
  /** Values for the slots of the message, for the example of its body. */
  readonly example: Readonly<Record<string, string | number>>;
}

/** Reads every `errors.md`: those of features and endpoint groups, and those of errors that any request can get. */
export function readExplanations(): Explanation[] {
  const folders = ['features', 'workers'].flatMap((parent) =>
    readdirSync(projectFile(parent)).map((name) => `${parent}/${name}`),
  );
  return ['shared/contract', 'api', ...folders]
    .map((folder) => `${folder}/errors.md`)
    .filter((file) => existsSync(projectFile(file)))
    .flatMap(parseFile);
}

/** Parses the sections of a file: `## error_type`, and paragraphs that begin with `**What to do:**` and the like. */
function parseFile(file: string): Explanation[] {
  const [, ...sections] = readFileSync(projectFile(file), 'utf8').split(/^## /m);
  return sections.map((section) => {
    const [type = '', ...paragraphs] = section.trim().split(/\n{2,}/);
    const texts = new Map(
      paragraphs.map((paragraph) => {
        const [, label = '', text = ''] = /^\*\*(.+?):\*\* (.*)$/s.exec(paragraph) ?? [];
        return [label, text.replaceAll('\n', ' ')];
      }),
    );
    return {
      file,
      type,
      cause: texts.get('Why it happens') ?? '',
      remedy: texts.get('What to do') ?? '',
      cost: texts.get('What it costs'),
      example: JSON.parse(texts.get('Example values')?.replaceAll('`', '') ?? '{}'),
    };
  });
}
