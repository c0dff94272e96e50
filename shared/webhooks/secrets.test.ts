import { deepEqual, equal, notEqual, ok, throws } from 'node:assert/strict';
import { Webhook } from 'standardwebhooks';
import { SigningSecrets } from './secrets.js';

const OLD = 'old:the-older-secret-of-the-tests';
const NEW = 'new:the-newer-secret-of-the-tests';

describe('signing secrets', () => {
  it('are kept encrypted, and come back as they were', () => {
    const signing = new SigningSecrets(OLD);
    const secret = signing.make();
    const [one, two] = [signing.seal(secret), signing.seal(secret)];
    notEqual(one, two, 'the same secret looks different each time');
    deepEqual([signing.open(one), signing.open(two)], [secret, secret]);
    ok(new Webhook(secret).sign('msg', new Date(), '{}').startsWith('v1,'));
  });

  it('are read with an older secret of ours as long as it is there, and not when they were tampered with', () => {
    const sealed = new SigningSecrets(OLD).seal('whsec_x');
    equal(new SigningSecrets(`${NEW},${OLD}`).open(sealed), 'whsec_x');
    throws(() => new SigningSecrets(NEW).open(sealed), /WEBHOOK_SECRETS has no old/);
    const [id = '', bytes = ''] = sealed.split(':');
    const touched = Buffer.from(bytes, 'base64');
    touched[touched.length - 1] = (touched.at(-1) ?? 0) ^ 1;
    throws(() => new SigningSecrets(OLD).open(`${id}:${touched.toString('base64')}`));
  });

  it('are encrypted anew with the newest, with their ends', () => {
    const until = new Date();
    const changing = new SigningSecrets(`${NEW},${OLD}`);
    const kept = [{ sealed: changing.seal('whsec_a') }, { sealed: new SigningSecrets(OLD).seal('whsec_b'), until }];
    const anew = changing.resealed(kept);
    const alone = new SigningSecrets(NEW);
    deepEqual(
      anew?.map(({ sealed, ...rest }) => ({ secret: alone.open(sealed), ...rest })),
      [{ secret: 'whsec_a' }, { secret: 'whsec_b', until }],
    );
    equal(changing.resealed(anew ?? []), undefined);
  });

  it('are none without a setting', () => {
    const off = new SigningSecrets(undefined);
    equal(off.areOff, true);
    throws(() => off.seal('whsec_x'), /Webhooks are switched off/);
    throws(() => new SigningSecrets('short:x'), /WEBHOOK_SECRETS must be id:secret/);
  });
});
