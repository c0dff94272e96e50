import { Decimal128, Double, Int32, Long } from 'mongodb';
import { aggregate, everything, NAME, type Told, update, withValues } from './setting.js';

const numbers: unknown[] = [
  new Int32(7),
  new Int32(-7),
  new Int32(2147483647),
  new Double(7),
  new Double(2.5),
  new Double(-0.5),
  new Double(1e20),
  Long.fromNumber(7),
  Long.fromString('9223372036854775807'),
  Decimal128.fromString('2.50'),
  null,
  'text',
];

const long = Long.fromString;
/** Numbers whose sum depends on the order of additions. */
const addends: unknown[][] = [
  [2, new Double(-0.1), 0.5, -1.5],
  [0.5, new Double(3), 0.3, new Double(-0.1), -3],
  [0.3, 0.3, long('4294967299'), long('-6442450945')],
  [long('4294967299'), long('4294967299'), -0.1, long('4294967299'), long('-6442450945'), long('-6442450945')],
  [long('9223372036854775807'), long('4294967299'), long('-9223372036854775807')],
  [long('9223372036854775807'), 1],
  [-0.1, 1e20, 2, 0.3, -1e20, 0.3],
  [1.7e308, 1.7e308, -1.7e308],
  [Number.POSITIVE_INFINITY, 1, Number.NEGATIVE_INFINITY],
  [Number.NaN, 1],
  [Decimal128.fromString('1.5'), -0.1, long('4294967299')],
  [new Double(-0)],
  ['text', null],
  [],
];

/** Stories about numbers of every type. */
export const numberStories: Told[] = [
  {
    about: 'arithmetic between types of numbers',
    documents: withValues(numbers),
    commands: numbers.flatMap((value) => [
      ...['$add', '$subtract', '$multiply'].map((operator) =>
        aggregate(
          { $match: { v: { $type: 'number' } } },
          { $sort: { _id: 1 } },
          { $project: { r: { [operator]: ['$v', { $literal: value }] } } },
        ),
      ),
      ...['$inc', '$mul', '$min', '$max'].flatMap((operator) =>
        withValues(numbers).map(({ _id }) => ({
          findAndModify: NAME,
          query: { _id },
          update: { [operator]: { [`w${operator.slice(1)}`]: value } },
          fields: { [`w${operator.slice(1)}`]: 1 },
          new: true,
        })),
      ),
      ...[1, 3, 4, 7].map((_id) => ({ update: NAME, updates: [{ q: { _id }, u: { $inc: { w: value } } }] })),
    ]),
  },
  {
    about: 'functions of numbers',
    documents: withValues(numbers.filter((value) => value !== 'text')),
    commands: [
      ...['$abs', '$ceil', '$floor', '$round', '$trunc'].map((operator) =>
        aggregate({ $sort: { _id: 1 } }, { $project: { r: { [operator]: '$v' } } }),
      ),
      ...[-1, 0, 1, 2].flatMap((places) =>
        ['$round', '$trunc'].map((operator) =>
          aggregate({ $sort: { _id: 1 } }, { $project: { r: { [operator]: ['$v', places] } } }),
        ),
      ),
      ...[
        [7, 3],
        [-7, 3],
        [7, -3],
        [7.5, 2],
        [Long.fromNumber(7), 2],
        [7, 0],
      ].flatMap((pair) =>
        ['$mod', '$divide'].map((operator) => aggregate({ $limit: 1 }, { $project: { r: { [operator]: pair } } })),
      ),
      ...[
        ['$sum', [1, 'a', null, 2.5]],
        ['$avg', [1, 2]],
        ['$avg', []],
        ['$min', [3, null, 1]],
        ['$max', [3, null, 'a']],
        ['$sum', [-1.5, -0.1, 2.5]],
      ].map(([operator, list]) =>
        aggregate({ $limit: 1 }, { $project: { r: { [String(operator)]: { $literal: list } } } }),
      ),
    ],
  },
  {
    about: 'arithmetic that changes nothing',
    documents: [{ _id: 1 }],
    commands: [
      new Double(0),
      new Double(-0),
      Decimal128.fromString('1.0'),
      new Int32(0),
      Long.fromNumber(0),
      new Double(NaN),
    ].flatMap((n) =>
      [
        { $mul: { n: new Int32(-3) } },
        { $mul: { n: 1 } },
        { $inc: { n: 0 } },
        { $inc: { n: Decimal128.fromString('0.00') } },
        { $inc: { n: Long.fromNumber(0) } },
        { $mul: { n: new Double(-1) } },
      ].flatMap((change) => [update({ $set: { n } }), update(change), everything]),
    ),
  },
  {
    about: 'sums and averages',
    documents: addends.map((v, i) => ({ _id: i + 1, v })),
    commands: [
      aggregate({ $sort: { _id: 1 } }, { $project: { sum: { $sum: '$v' }, average: { $avg: '$v' } } }),
      aggregate(
        { $unwind: '$v' },
        { $group: { _id: '$_id', sum: { $sum: '$v' }, average: { $avg: '$v' } } },
        { $sort: { _id: 1 } },
      ),
      ...[
        ['$add', [2147483647, 2, -3]],
        ['$add', [2147483647, long('1'), -2147483647]],
        ['$multiply', [2147483647, 2, 0]],
        ['$multiply', [2147483647, 2147483647, 2147483647, 0]],
      ].map(([operator, values]) => aggregate({ $limit: 1 }, { $project: { r: { [String(operator)]: values } } })),
    ],
  },
];
