import { Binary } from 'bson';
import { refuse } from '../errors.js';
import { compileFilter } from '../language/match.js';
import { isIdentical } from '../language/order.js';
import { Scope } from '../language/scope.js';
import { type Doc, isDoc, toNumber, type Value } from '../language/values.js';
import { type Command, type Context, readDoc, readDocs, readFlag, toNamespace } from './command.js';
import { parseCommandFields } from './fields.js';

export const catalogCommands: Readonly<Record<string, Command>> = {
  create: {
    fields: parseCommandFields(
      `capped:no size:no max:no viewOn:no pipeline:no validator:no validationLevel:no validationAction:no timeseries:no
      expireAfterSeconds:no clusteredIndex:no storageEngine:no indexOptionDefaults:no changeStreamPreAndPostImages:no
      encryptedFields:no collation:no`,
    ),
    writes: true,
    run: (command, context) => {
      const namespace = toNamespace(command, context);
      if (!context.store.find(namespace)) context.store.create(namespace);
      return { ok: 1 };
    },
  },
  drop: {
    fields: parseCommandFields(''),
    writes: true,
    run: (command, context) => {
      const namespace = toNamespace(command, context);
      const indexes = context.store.find(namespace)?.indexes.size ?? 0;
      return context.store.drop(namespace) ? { nIndexesWas: indexes, ns: namespace, ok: 1 } : { ok: 1 };
    },
  },
  dropDatabase: {
    fields: parseCommandFields(''),
    writes: true,
    run: (_command, context) => {
      const names = listNamespaces(context);
      for (const namespace of names) context.store.drop(namespace);
      return names.length > 0 ? { dropped: context.database, ok: 1 } : { ok: 1 };
    },
  },
  createIndexes: { fields: parseCommandFields('indexes:docs! commitQuorum'), writes: true, run: createIndexes },
  dropIndexes: { fields: parseCommandFields('index!'), writes: true, run: dropIndexes },
  listIndexes: {
    fields: parseCommandFields('cursor:doc'),
    run: (command, context) => {
      const namespace = toNamespace(command, context);
      const collection = context.store.find(namespace);
      if (!collection) refuse(26, `ns does not exist: ${namespace}`);
      return context.cursors.openCursor(
        namespace,
        [...collection.indexes.values()].map(({ spec }) => spec),
        readDoc(command, 'cursor').batchSize,
      );
    },
  },
  listCollections: {
    fields: parseCommandFields('filter:doc nameOnly:bool cursor:doc authorizedCollections:bool'),
    run: listCollections,
  },
  listDatabases: {
    fields: parseCommandFields('filter:doc nameOnly:bool authorizedDatabases:bool'),
    run: listDatabases,
  },
  collStats: {
    fields: parseCommandFields('scale:number'),
    run: (command, context) => ({
      ...readCollectionStats(toNamespace(command, context), parseScale(command), context),
      ok: 1,
    }),
  },
  dbStats: { fields: parseCommandFields('scale:number freeStorage:number'), run: readDatabaseStats },
};

function listNamespaces(context: Context): string[] {
  return [...context.store.collections.keys()].filter((namespace) => namespace.startsWith(`${context.database}.`));
}

function createIndexes(command: Doc, context: Context): Doc {
  const namespace = toNamespace(command, context);
  const specs = readDocs(command, 'indexes', 2);
  const createdCollectionAutomatically = !context.store.find(namespace);
  const numIndexesBefore = context.store.find(namespace)?.indexes.size ?? 1;
  const made = specs.filter((spec) => context.store.createIndex(namespace, spec)).length;
  const note = made === 0 ? { note: 'all indexes already exist' } : {};
  return { numIndexesBefore, numIndexesAfter: numIndexesBefore + made, createdCollectionAutomatically, ...note, ok: 1 };
}

function dropIndexes(command: Doc, context: Context): Doc {
  const namespace = toNamespace(command, context);
  const collection = context.store.find(namespace);
  if (!collection) refuse(26, `ns not found ${namespace}`);
  const indexes = [...collection.indexes.values()];
  const named = (requested: Value): string[] => {
    if (requested === '*') return indexes.map(({ name }) => name).filter((name) => name !== '_id_');
    if (typeof requested === 'string') return [requested];
    if (!isDoc(requested)) return refuse(14, "BSON field 'dropIndexes.index' is the wrong type");
    return indexes.filter(({ spec }) => isIdentical(spec.key, requested)).map(({ name }) => name);
  };
  for (const name of [command.index].flat().flatMap(named)) {
    if (name === '_id_') refuse(72, 'cannot drop _id index');
    context.store.dropIndex(namespace, name);
  }
  return { nIndexesWas: indexes.length, ok: 1 };
}

function listCollections(command: Doc, context: Context): Doc {
  const nameOnly = readFlag(command, 'nameOnly');
  const all = listNamespaces(context).map((namespace): Doc => {
    const name = namespace.slice(context.database.length + 1);
    const uuid = new Binary(
      Buffer.from(context.store.findUuid(namespace).replaceAll('-', ''), 'hex'),
      Binary.SUBTYPE_UUID,
    );
    const about = { options: {}, info: { readOnly: false, uuid }, idIndex: { v: 2, key: { _id: 1 }, name: '_id_' } };
    return { name, type: 'collection', ...(nameOnly ? {} : about) };
  });
  const test = compileFilter(readDoc(command, 'filter'), new Scope(new Date()));
  return context.cursors.openCursor(
    `${context.database}.$cmd.listCollections`,
    all.filter(test),
    readDoc(command, 'cursor').batchSize,
  );
}

function listDatabases(command: Doc, context: Context): Doc {
  const names = new Set(
    [...context.store.collections.keys()].map((namespace) => namespace.slice(0, namespace.indexOf('.'))),
  );
  const all = [...names].sort().map((name): Doc => {
    if (readFlag(command, 'nameOnly')) return { name };
    const sizeOnDisk = measureData(listNamespaces({ ...context, database: name }), context);
    return { name, sizeOnDisk, empty: false };
  });
  const databases = all.filter(compileFilter(readDoc(command, 'filter'), new Scope(new Date())));
  if (readFlag(command, 'nameOnly')) return { databases, ok: 1 };
  return { databases, totalSize: databases.reduce((sum, { sizeOnDisk }) => sum + Number(sizeOnDisk), 0), ok: 1 };
}

function measureData(namespaces: readonly string[], context: Context): number {
  return namespaces.reduce((sum, namespace) => sum + (context.store.find(namespace)?.bytes ?? 0), 0);
}

function parseScale({ scale = 1 }: Doc): number {
  const factor = Math.trunc(toNumber(scale));
  return factor >= 1 ? factor : refuse(2, `BSON field 'scale' value must be >= 1, actual value '${factor}'`);
}

function readCollectionStats(namespace: string, scale: number, context: Context): Doc {
  const collection = context.store.find(namespace);
  const [count, size] = [collection?.size ?? 0, measureData([namespace], context)];
  const indexes = [...(collection?.indexes.values() ?? [])];
  return {
    ns: namespace,
    size: Math.trunc(size / scale),
    count,
    ...(count > 0 ? { avgObjSize: Math.trunc(size / count) } : {}),
    storageSize: Math.trunc(size / scale),
    nindexes: indexes.length,
    indexSizes: Object.fromEntries(indexes.map((index) => [index.name, index.size])),
    scaleFactor: scale,
  };
}

function readDatabaseStats(command: Doc, context: Context): Doc {
  const stats = listNamespaces(context).map((namespace) => readCollectionStats(namespace, 1, context));
  const scale = parseScale(command);
  const total = (field: string): number => stats.reduce((sum, stat) => sum + Number(stat[field]), 0);
  const [objects, size] = [total('count'), total('size')];
  return {
    db: context.database,
    collections: stats.length,
    views: 0,
    objects,
    avgObjSize: objects > 0 ? size / objects : 0,
    dataSize: size / scale,
    storageSize: size / scale,
    indexes: total('nindexes'),
    scaleFactor: scale,
    ok: 1,
  };
}
