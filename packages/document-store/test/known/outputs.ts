import type { Document } from 'mongodb';
import { NAME, type Told } from './setting.js';

const TARGET = 'known_target';

/** A pipeline's outcome, and what it left in its target, which is the same before each. */
const written = (...pipeline: Document[]): Document[] => [
  { drop: TARGET },
  {
    insert: TARGET,
    documents: [
      { _id: 2, old: true, k: 'b' },
      { _id: 9, old: true, k: 'z' },
    ],
  },
  { createIndexes: TARGET, indexes: [{ key: { k: 1 }, name: 'k_1', unique: true }] },
  { aggregate: NAME, pipeline, cursor: {} },
  { find: TARGET, projection: { _id: { $cond: [{ $isNumber: '$_id' }, '$_id', 'made'] }, x: 1, k: 1, old: 1, m: 1 } },
  { find: TARGET, hint: 'k_1', sort: { k: 1 }, projection: { _id: 0, k: 1, old: 1 } },
];

const merge = (spec: Document, ...before: Document[]): Document[] =>
  written(...before, { $merge: { into: TARGET, ...spec } });

const withKey: Document = { $match: { k: { $exists: true } } };
const withoutId: Document = { $project: { _id: 0 } };

/** Stories about the stages that write: `$out` and `$merge`. */
export const outputStories: Told[] = [
  {
    about: 'stages that write',
    documents: [
      { _id: 1, x: 11, k: 'a' },
      { _id: 2, x: 22, k: 'b' },
      { _id: 3, x: 33 },
    ],
    commands: [
      written({ $out: TARGET }),
      written({ $match: { _id: 99 } }, { $out: TARGET }),
      written({ $set: { k: 'same' } }, { $out: TARGET }),
      written(withoutId, withKey, { $out: TARGET }),
      written({ $out: { coll: TARGET } }),
      written({ $out: { db: 'x', coll: 'y', z: 1 } }),
      written({ $out: 5 }),
      written({ $out: '' }),
      written({ $out: TARGET }, { $match: {} }),
      written({ $merge: TARGET }, { $match: {} }),
      written({ $merge: TARGET }),
      written({ $merge: { into: { coll: TARGET } } }),
      written({ $merge: 5 }),
      written({ $merge: {} }),
      ...[
        'replace',
        'keepExisting',
        'merge',
        'fail',
        'nope',
        5,
        [],
        [{ $set: { m: '$$new.x' } }],
        [{ $set: { m: '$x' } }],
        [{ $set: { m: '$$nope' } }],
        [{ $match: {} }],
        [{ $nope: 1 }],
        [{ $replaceWith: '$$new' }],
        [{ $replaceWith: { m: 1 } }],
        [{ $project: { old: 1 } }],
      ].flatMap((whenMatched) => [
        merge({ whenMatched }),
        merge({ whenMatched, whenNotMatched: 'discard' }),
        merge({ whenMatched, whenNotMatched: 'fail' }),
        merge({ whenMatched, let: { y: '$x' } }),
      ]),
      merge({ whenNotMatched: 'nope' }),
      merge({ whenNotMatched: 5 }),
      merge({ let: { y: '$x' }, whenMatched: [{ $set: { m: ['$$y', '$$new.x', '$k'] } }] }),
      merge({ let: { new: '$x' }, whenMatched: [{ $set: { m: '$$new' } }] }),
      merge({ let: 5, whenMatched: [] }),
      merge({ nope: 1 }),
      merge({ into: 5 }),
      merge({ on: 'k' }),
      merge({ on: 'k' }, withKey),
      merge({ on: ['k'] }, withKey, withoutId),
      merge({ on: 'k', whenMatched: 'replace' }, withKey, withoutId),
      merge({ on: 'x' }),
      merge({ on: [] }),
      merge({ on: 5 }),
      merge({ on: ['k', 'k'] }),
      merge({ on: 'k' }, { $set: { k: [1, 2] } }),
      merge({ on: 'k' }, { $set: { k: null } }),
      merge({ on: ['_id', 'k'] }),
      merge({}, withoutId, withKey),
      merge({}, { $set: { k: 'z' } }),
      merge({}, { $project: { k: 1 } }),
      [
        { aggregate: NAME, pipeline: [{ $set: { x: { $add: ['$x', 1] } } }, { $merge: NAME }], cursor: {} },
        { aggregate: NAME, pipeline: [{ $match: { x: { $gt: 12 } } }, { $out: NAME }], cursor: {} },
        { find: NAME, sort: { _id: 1 } },
        { aggregate: `${NAME}_not_there`, pipeline: [{ $out: TARGET }], cursor: {} },
        { find: TARGET, sort: { _id: 1 } },
        { update: NAME, updates: [{ q: {}, u: [{ $merge: TARGET }] }] },
        { drop: TARGET },
      ],
    ].flat(),
  },
];
