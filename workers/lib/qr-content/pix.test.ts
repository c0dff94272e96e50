import { deepEqual, equal, ok } from 'node:assert/strict';
import { problemsOf } from '../../../test/helpers/problems-of.js';
import { encodeContent } from './encode-content.js';

const pix = (content: object) => encodeContent('payment', { scheme: 'pix', ...content }).text;

const payee = { name: 'Fulano de Tal', city: 'BRASILIA' };
const key = '123e4567-e12b-12d1-a456-426655440000';

describe('a Pix code', () => {
  // Banco Central do Brasil, Manual de Padrões para Iniciação do Pix: the examples of a static and a dynamic code.
  it('is that of the examples of the central bank', () => {
    equal(
      pix({ ...payee, key }),
      '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D',
    );
    equal(
      pix({ ...payee, url: 'https://pix.example.com/8b3da2f39a4140d1a91abd93113bd441' }),
      '00020101021226700014br.gov.bcb.pix2548pix.example.com/8b3da2f39a4140d1a91abd93113bd4415204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***630464E4',
    );
  });

  it('has the amount, the id of the transaction and the description', () => {
    const text = pix({ ...payee, key, amount: 10, txid: 'RP2019', description: 'Café' });
    equal(text.includes('0204Cafe52040000530398654' + '0510.00'), true);
    equal(text.includes('62100506RP20196304'), true);
  });

  it('writes names without accents', () => {
    equal(pix({ name: 'José Conceição', city: 'São Paulo', key }).includes('5914Jose Conceicao6009Sao Paulo'), true);
  });

  it('takes every kind of key, and normalizes it', () => {
    const keyIn = (sent: string) => /br\.gov\.bcb\.pix01\d\d(.+?)5204/.exec(pix({ ...payee, key: sent }))?.[1];
    // The CNPJ with letters is the example of the Brazilian tax authority.
    for (const [sent, expected] of [
      ['111.444.777-35', '11144477735'],
      ['11.222.333/0001-81', '11222333000181'],
      ['12.ABC.345/01DE-35', '12ABC34501DE35'],
      ['+55 (11) 98888-7777', '+5511988887777'],
      ['Fulano@Example.com', 'fulano@example.com'],
      [key.toUpperCase(), key],
    ]) {
      equal(keyIn(sent ?? ''), expected);
    }
  });

  it('says what is wrong with a key', () => {
    const problem = (sent: string) => problemsOf(() => pix({ ...payee, key: sent }))['content.key'];
    const wrongDigits = 'content.key has wrong check digits: compare it with the original';
    equal(problem('111.444.777-36'), wrongDigits);
    equal(problem('111.111.111-11'), wrongDigits);
    equal(problem('11.222.333/0001-82'), wrongDigits);
    equal(problem('+44 20 7946 0000'), 'content.key must be +55, the area code, and 8 or 9 digits');
    // Lengths are those of characters, and apps count bytes.
    ok(problem('fulano@exämple.com'));
    equal(problem('fulano@example'), 'content.key must be an email address of at most 77 characters');
    equal(
      problem('fulano'),
      'content.key must be a CPF, a CNPJ, a phone number that begins with +55, an email address, or a random key (UUID)',
    );
  });

  it('needs a key or a URL, and with a URL nothing that it leads to', () => {
    deepEqual(
      problemsOf(() => pix(payee)),
      { 'content.key': 'content.key is required, or url for a dynamic charge' },
    );
    const both = { ...payee, key, url: 'pix.example.com/v2/1', amount: 1, txid: 'A1' };
    deepEqual(Object.keys(problemsOf(() => pix(both))), ['content.key', 'content.amount', 'content.txid']);
  });

  it('names every other wrong field', () => {
    const wrong = { name: 'x'.repeat(26), city: '東京', txid: 'a-b', url: 'not a URL', description: 'x'.repeat(73) };
    deepEqual(
      problemsOf(() => pix(wrong)),
      {
        'content.name': 'content.name must be one line of at most 25 characters',
        'content.city': 'content.city must be in letters a–z, digits and common signs',
        'content.txid': 'content.txid must be at most 25 letters a–z and digits',
        'content.url': 'content.url must be a URL such as pix.example.com/v2/0123',
        'content.description': 'content.description must be one line of at most 72 characters',
      },
    );
    const long = { ...payee, key, description: 'x'.repeat(38) };
    deepEqual(
      problemsOf(() => pix(long)),
      {
        'content.description': 'content.description must have at most 37 characters with this key',
      },
    );
  });
});
