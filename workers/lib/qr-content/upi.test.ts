import { deepEqual, equal } from 'node:assert/strict';
import { problemsOf } from '../../../test/helpers/problems-of.js';
import { encodeContent } from './encode-content.js';

const upi = (content: object) => encodeContent('payment', { scheme: 'upi', ...content }).text;

describe('a UPI code', () => {
  it('has the parameters of the example of NPCI, UPI Linking Specifications 1.6, in their order', () => {
    const content = {
      ...{ vpa: 'nadeem@npci', name: 'nadeem chinna', merchant_code: '0000', reference: '4894398cndhcd23' },
      ...{ note: 'Pay to mystar store', amount: 10 },
    };
    equal(
      upi(content),
      'upi://pay?pa=nadeem@npci&pn=nadeem%20chinna&mc=0000&tr=4894398cndhcd23&tn=Pay%20to%20mystar%20store&am=10.00&cu=INR',
    );
  });

  it('leaves out what is not known, and encodes signs', () => {
    equal(upi({ vpa: 'a.b-c@okbank', name: 'Tea & Co' }), 'upi://pay?pa=a.b-c@okbank&pn=Tea%20%26%20Co&cu=INR');
  });

  it('names every wrong field', () => {
    const wrong = { vpa: 'nadeem', name: '', merchant_code: '12', reference: 'a b', note: 'x'.repeat(51), amount: -1 };
    deepEqual(
      problemsOf(() => upi(wrong)),
      {
        'content.name': 'content.name is required',
        'content.vpa': 'content.vpa must be a UPI ID such as name@bank',
        'content.merchant_code': 'content.merchant_code must be four digits',
        'content.reference': 'content.reference must be at most 35 letters, digits and . _ / -',
        'content.note': 'content.note must be one line of at most 50 characters',
        'content.amount': 'content.amount must be a number from 0.01 to 999999999.99',
      },
    );
  });
});
