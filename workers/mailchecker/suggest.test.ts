import { deepEqual, equal } from 'node:assert/strict';
import { createRequire } from 'node:module';
import { knownProviders } from './domains.js';
import { repair, suggestDomain } from './suggest.js';

/** npm's email-providers 2.26 (ISC): 8,760 domains that give mailboxes. */
const providers: readonly string[] = createRequire(import.meta.url)('email-providers/all.json');

/** Domains of that list which are slips of the largest providers' names. */
const slipsOnTheList = [
  'gamil.com',
  'gmai.com',
  'gmail.co',
  'gmail.om',
  'gmal.com',
  'gmial.com',
  'hotmai.com',
  'hotmail.cm',
  'hotmail.con',
  'hotmial.com',
  'yaho.com',
  'yahoo.om',
];

describe('mailchecker: suggestions', () => {
  it('corrects slips in domains and endings', () => {
    const meant: Record<string, string> = {
      'gmial.con': 'gmail.com',
      'gmail.con': 'gmail.com',
      'gmail.cmo': 'gmail.com',
      'gmail.comm': 'gmail.com',
      'gmaik.com': 'gmail.com',
      'gmail.co': 'gmail.com',
      'hotmial.com': 'hotmail.com',
      'hotmail.cm': 'hotmail.com',
      'yahooo.com': 'yahoo.com',
      'yaho.con': 'yahoo.com',
      'outlok.com': 'outlook.com',
      'iclould.com': 'icloud.com',
      'gmx.dee': 'gmx.de',
      'company.ogr': 'company.org',
      'company.cpm': 'company.com',
      'company.nte': 'company.net',
    };
    for (const [typed, wanted] of Object.entries(meant)) equal(suggestDomain(typed, 'unknown'), wanted, typed);
  });

  it('corrects what is near a provider once the DNS says that no mail goes there', () => {
    equal(suggestDomain('hotmali.fr', 'none'), 'hotmail.fr');
    equal(suggestDomain('gmakl.com', 'none'), 'gmail.com');
    equal(suggestDomain('outlookk.com', 'null_mx'), 'outlook.com');
    equal(suggestDomain('t-onlin.de', 'none'), 't-online.de');
  });

  it('leaves alone what takes mail, or may', () => {
    for (const domain of ['gail.com', 'hotmall.com', 'hotmali.fr', 'gmakl.com', 'mail.co', 'email.cz', 'live.co']) {
      equal(suggestDomain(domain, 'mx'), undefined, domain);
      equal(suggestDomain(domain, 'address_only'), undefined, domain);
      equal(suggestDomain(domain, 'unknown'), undefined, domain);
    }
  });

  it('corrects no known provider, whatever the DNS says', () => {
    for (const domain of knownProviders) {
      for (const mail of ['mx', 'none', 'null_mx', 'unknown', 'address_only'] as const) {
        equal(suggestDomain(domain, mail), undefined, domain);
      }
    }
  });

  it(`corrects none of ${providers.length} domains with mailboxes, but for known slips among them`, () => {
    // Listed endings that are not, or no longer, in the root zone, so they receive no mail.
    const alive = providers.filter((domain) => !/\.(?:ry|ney|yu)$/.test(domain));
    const corrected = alive.filter((domain) => suggestDomain(domain, 'mx') !== undefined);
    deepEqual(corrected.toSorted(), slipsOnTheList.toSorted());
  });

  it('leaves reserved endings alone', () => {
    for (const domain of ['company.test', 'company.example', 'printer.local', 'abc.onion', 'localhost.localhost']) {
      equal(suggestDomain(domain, 'none'), undefined, domain);
    }
  });

  it('makes addresses of what is none', () => {
    const meant: Record<string, string | undefined> = {
      'jane@gmail,com': 'jane@gmail.com',
      'jane@gmail..com': 'jane@gmail.com',
      'jane@@gmail.com': 'jane@gmail.com',
      'jane@gmail.com.': 'jane@gmail.com',
      'jane @ gmail.com': 'jane@gmail.com',
      'jane@gmail': 'jane@gmail.com',
      'jane@gmailcom': 'jane@gmail.com',
      'jane(at)gmial.con': 'jane@gmail.com',
      'mailto:jane@company.example': 'jane@company.example',
      'Jane Doe <jane@company.example>': 'jane@company.example',
      'jane@.company.example': 'jane@company.example',
      jane: undefined,
      'jane@company': undefined,
      '@gmail.com': undefined,
    };
    for (const [typed, wanted] of Object.entries(meant)) equal(repair(typed), wanted, typed);
  });
});
