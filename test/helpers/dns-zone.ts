import { createMailDomain, sandboxZone, type Zone } from 'sandbox/dns/zone';

/** The sandbox's zone, and what only tests need. */
export const testZone: Zone = {
  ...sandboxZone,
  // Free names one slip away from a provider's, and a working company's that is as near to one.
  'hotmali.fr': { fault: 'absent' },
  'gmakl.com': { fault: 'absent' },
  'outlookk.com': { fault: 'absent' },
  ...createMailDomain('gail.com', ['mx.gail.com']),
  ...createMailDomain('hotmall.com', ['mx.hotmall.com']),
  // A subdomain that inherits its DMARC policy, by sp= before p=.
  'sub.company.example': { mx: [[10, 'mx1.company.example']] },
  'strict.example': { mx: [[10, 'mx1.company.example']] },
  'sub.strict.example': { mx: [[10, 'mx1.company.example']] },
  '_dmarc.strict.example': { txt: ['v=DMARC1; p=none; sp=quarantine'] },
  // An answer too long for UDP: many texts, the SPF one of several strings.
  'long.example': {
    mx: [[10, 'mx1.company.example']],
    txt: [`v=spf1 ${'ip4:192.0.2.1 '.repeat(30)}-all`, ...Array.from({ length: 12 }, (_, at) => `${at}`.repeat(200))],
  },
  'brief.example': { mx: [[10, 'mx1.company.example']], ttl: 30 },
  'localhost-mx.example': { mx: [[10, 'localhost']] },
  'loopback.example': { a: ['127.0.0.1'], aaaa: ['::1'] },
  'two-mx.example': {
    mx: [
      [20, 'mx2.company.example'],
      [5, 'gone.company.example'],
    ],
  },
  'behind-mailinator.example': { mx: [[10, 'mail.mailinator.com']] },
  'slow-host.example': { mx: [[10, 'silent.example']] },
};
