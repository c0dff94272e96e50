import { deepEqual, equal, notEqual, ok, throws } from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { capitalise, compose, openPacks, type Pack } from '../src/compose/index.js';

describe('the composition engine', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'packs-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  function write(files: Readonly<Record<string, unknown>>, language = 'en'): void {
    mkdirSync(join(folder, language), { recursive: true });
    for (const [name, content] of Object.entries(files))
      writeFileSync(join(folder, language, name), JSON.stringify(content));
  }

  function packWith(moves: unknown, language: unknown = {}): Pack {
    write({ 'moves.json': moves, 'language.json': language });
    return openPacks(folder).of('en');
  }

  it('opens the pack of a language or its variant, else the English one', () => {
    write({ 'moves.json': {} });
    write({ 'moves.json': {} }, 'pt');
    const packs = openPacks(folder);
    deepEqual(packs.languages, ['en', 'pt']);
    deepEqual(
      ['pt-BR', 'PT', 'ja'].map((language) => packs.of(language).language),
      ['pt', 'pt', 'en'],
    );
  });

  it('says which file of a pack is wrong', () => {
    write({ 'moves.json': { opening: [{ say: [] }] } });
    throws(() => openPacks(folder).of('en'), /en\/moves\.json\/opening\/0\/say/);
    write({ 'moves.json': { opening: [{ say: ['A brace {is left'] }] } });
    throws(() => openPacks(folder).of('en'), /a brace is left over in the line/);
  });

  it('says only lines whose conditions are met', () => {
    const pack = packWith({
      open: [
        { when: { sign: ['leo', 'aries'] }, say: ['Fire.'] },
        { when: { '!sign': ['leo', 'aries'] }, say: ['No fire.'] },
        { when: { planet: 'mars' }, say: ['Mars.'] },
      ],
    });
    const linesFor = (facts: Record<string, string | string[]>) =>
      compose(pack, { facts, seed: '' }).list('open').sort();
    deepEqual(linesFor({ sign: 'leo' }), ['Fire.']);
    deepEqual(linesFor({ sign: 'virgo', planet: ['venus', 'mars'] }), ['Mars.', 'No fire.']);
  });

  it('fills slots, joins prepositions with articles and leaves out lines whose slot has no value', () => {
    const pack = packWith(
      { open: [{ say: ['La verità {di topic}. {topic} conta.', '{missing} manca.'] }] },
      { joins: { di: { 'il ': 'del ', '': 'di ' } } },
    );
    const composer = compose(pack, { facts: {}, slots: { topic: 'il pane' }, seed: '' });
    deepEqual(composer.list('open'), ['La verità del pane. Il pane conta.']);
  });

  it('never says a line twice in a text, and throws where none is left', () => {
    const composer = compose(packWith({ open: [{ say: ['One.', 'Two.'] }] }), { facts: {}, seed: 'x' });
    deepEqual([composer.say('open'), composer.say('open')].sort(), ['One.', 'Two.']);
    equal(composer.tell(['open?']), '');
    throws(() => composer.say('open'), RangeError);
  });

  it('chooses by the seed', () => {
    const pack = packWith({ open: [{ say: Array.from({ length: 20 }, (_, at) => `Line ${at}.`) }] });
    const composeLine = (seed: string) => compose(pack, { facts: {}, seed }).say('open');
    equal(composeLine('a'), composeLine('a'));
    notEqual(composeLine('a'), composeLine('b'));
  });

  it('says every line of a group before it repeats one in a series', () => {
    const pack = packWith({ open: [{ say: ['One.', 'Two.', 'Three.', 'Four.'] }] });
    const said = Array.from({ length: 8 }, (_, turn) =>
      compose(pack, { facts: {}, seed: String(turn), series: { of: 'leo', turn } }).say('open'),
    );
    equal(new Set(said.slice(0, 4)).size, 4);
    deepEqual(said.slice(4), said.slice(0, 4));
  });

  it('rests a line for the given number of turns', () => {
    const pack = packWith({ open: [{ say: ['One.', 'Two.'] }] });
    const said = Array.from({ length: 20 }, (_, turn) =>
      compose(pack, { facts: {}, seed: String(turn), series: { of: 'leo', turn } }).find('open', { rest: 10 }),
    );
    equal(said.filter((line) => line === 'One.').length, 2);
    equal(said.filter((line) => line === undefined).length, 16);
  });

  it('leaves out what a pack names as unsuitable for minors, unless a group would be empty', () => {
    const { forMinors } = packWith(
      { open: [{ say: ['A kiss.', 'A walk.'] }, { when: { sign: 'leo' }, say: ['Wine.'] }] },
      { minors: { without: ['kiss', 'wine'], phrases: {} } },
    );
    ok(forMinors);
    deepEqual(
      compose(forMinors, { facts: { sign: 'leo' }, seed: '' })
        .list('open')
        .sort(),
      ['A walk.', 'Wine.'],
    );
  });

  it('capitalises the first letter, but not a name that has capitals of its own', () => {
    deepEqual(['leo', '«été', 'iPhone', "l'Empire", ''].map(capitalise), ['Leo', '«Été', 'iPhone', "L'Empire", '']);
  });
});
