import { deepEqual, equal } from 'node:assert/strict';
import { createRequire } from 'node:module';
import { knownProviders } from './domains.js';
import type { MailState } from './records.js';
import { repair, suggestDomain } from './suggest.js';

const load = createRequire(import.meta.url);
/** npm's email-providers 2.26 (ISC): 8,760 domains that give mailboxes, typosquats among them. */
const providers: readonly string[] = load('email-providers/all.json');

const meantBy = (domain: string, mail: MailState) => suggestDomain(domain, mail)?.meant;

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
    for (const [typed, wanted] of Object.entries(meant)) equal(meantBy(typed, 'unknown'), wanted, typed);
  });

  it('corrects what is near a provider once the DNS says that no mail goes there', () => {
    equal(meantBy('hotmall.com', 'none'), 'hotmail.com');
    equal(meantBy('gmakkl.com', 'none'), 'gmail.com');
    equal(meantBy('company.com', 'none'), undefined);
    equal(meantBy('outtlookk.com', 'null_mx'), 'outlook.com');
    equal(meantBy('liberoo.it', 'none'), 'libero.it');
    equal(suggestDomain('liberoo.it', 'none')?.kind, 'no_mail');
  });

  it('leaves alone what takes mail, or may', () => {
    for (const domain of ['gail.com', 'hotmall.com', 'liberoo.it', 'mail.co', 'email.cz', 'live.co']) {
      equal(meantBy(domain, 'mx'), undefined, domain);
      equal(meantBy(domain, 'address_only'), undefined, domain);
      equal(meantBy(domain, 'unknown'), undefined, domain);
    }
  });

  it('corrects no known provider, whatever the DNS says', () => {
    for (const domain of knownProviders) {
      for (const mail of ['mx', 'none', 'null_mx', 'unknown', 'address_only'] as const) {
        equal(meantBy(domain, mail), undefined, domain);
      }
    }
  });

  it(`corrects none of ${providers.length} domains with mailboxes, but for typosquats among them`, () => {
    // Listed endings that are not, or no longer, in the root zone, so they receive no mail.
    const alive = providers.filter((domain) => !/\.(?:con|ry|ney|yu)$/.test(domain));
    const corrected = alive.filter((domain) => suggestDomain(domain, 'mx') !== undefined);
    deepEqual(
      corrected.toSorted(),
      `gamil.com gmai.com gmail.co gmail.om gmal.com gmial.com homail.com hotmai.com hotmail.cm hotmial.com yaho.com
      yahoo.om`.split(/\s+/),
    );
  });

  it('leaves reserved endings alone', () => {
    for (const domain of ['company.test', 'company.example', 'printer.local', 'abc.onion', 'localhost.localhost']) {
      equal(meantBy(domain, 'none'), undefined, domain);
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
      'jane@web.d': 'jane@web.de',
      'jane@gmail.c': 'jane@gmail.com',
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
