import { deepEqual, equal, notEqual, ok, throws } from 'node:assert/strict';
import { Webhook } from 'standardwebhooks';
import { SigningSecrets } from './signing-secrets.js';

const OLD = 'old:the-older-secret-of-the-tests';
const NEW = 'new:the-newer-secret-of-the-tests';

describe('signing secrets', () => {
  it('round-trip through encryption', () => {
    const signing = new SigningSecrets(OLD);
    const secret = signing.generate();
    const [one, two] = [signing.encrypt(secret), signing.encrypt(secret)];
    notEqual(one, two, 'the same secret looks different each time');
    deepEqual([signing.decrypt(one), signing.decrypt(two)], [secret, secret]);
    ok(new Webhook(secret).sign('msg', new Date(), '{}').startsWith('v1,'));
  });

  it('decrypt with an older secret of WEBHOOK_SECRETS, and refuse what was tampered with', () => {
    const sealed = new SigningSecrets(OLD).encrypt('whsec_x');
    equal(new SigningSecrets(`${NEW},${OLD}`).decrypt(sealed), 'whsec_x');
    throws(() => new SigningSecrets(NEW).decrypt(sealed), /no secret with the id old/);
    const [id = '', bytes = ''] = sealed.split(':');
    const touched = Buffer.from(bytes, 'base64');
    touched[touched.length - 1] = (touched.at(-1) ?? 0) ^ 1;
    throws(() => new SigningSecrets(OLD).decrypt(`${id}:${touched.toString('base64')}`));
  });

  it('are re-encrypted with the newest secret, and keep their ends', () => {
    const until = new Date();
    const rotating = new SigningSecrets(`${NEW},${OLD}`);
    const stored = [
      { sealed: rotating.encrypt('whsec_a') },
      { sealed: new SigningSecrets(OLD).encrypt('whsec_b'), until },
    ];
    const reencrypted = rotating.reencrypt(stored);
    const alone = new SigningSecrets(NEW);
    deepEqual(
      reencrypted?.map(({ sealed, ...rest }) => ({ secret: alone.decrypt(sealed), ...rest })),
      [{ secret: 'whsec_a' }, { secret: 'whsec_b', until }],
    );
    equal(rotating.reencrypt(reencrypted ?? []), undefined);
  });

  it('are off without WEBHOOK_SECRETS', () => {
    const off = new SigningSecrets(undefined);
    equal(off.areOff, true);
    throws(() => off.encrypt('whsec_x'), /Webhooks are not configured/);
    throws(() => new SigningSecrets('short:x'), /WEBHOOK_SECRETS must be id:secret/);
  });
});
