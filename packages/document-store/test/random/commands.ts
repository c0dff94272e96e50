import { type Document, Int32 } from 'mongodb';
import { RandomUpdates } from './updates.js';

/** Makes commands on one collection: what the application asks of it, and much besides. */
export class RandomCommands extends RandomUpdates {
  next(): Document {
    const kind = this.draw.below(100);
    if (kind < 24) return this.find();
    if (kind < 48) return this.update();
    if (kind < 58) return this.findAndModify();
    if (kind < 70) return this.insert();
    if (kind < 74) return this.delete();
    if (kind < 93) return this.aggregate();
    if (kind < 95) return { count: this.collection, query: this.filter() };
    if (kind < 97) return { distinct: this.collection, key: this.path(), query: this.filter() };
    return this.indexCommand();
  }

  protected find(): Document {
    const draw = this.draw;
    const command: Document = { find: this.collection, filter: draw.chance(85) ? this.filter() : {} };
    if (draw.chance(60)) command.sort = this.sort();
    if (command.sort && draw.chance(30)) command.limit = 1 + draw.below(5);
    if (command.sort && draw.chance(15)) command.skip = draw.below(4);
    if (draw.chance(40)) command.projection = this.projection();
    return command;
  }

  protected aggregate(): Document {
    const draw = this.draw;
    const pipeline: Document[] = [];
    if (draw.chance(60)) pipeline.push({ $match: this.filter() });
    pipeline.push({ $sort: { _id: 1 } });
    for (let i = draw.below(3); i > 0; i--) pipeline.push(...this.plainStage());
    const last = this.stage();
    const grouped = pipeline.some((stage) => stage.$group);
    pipeline.push(last.$sort && grouped ? { $sort: { _id: -1 } } : last);
    return { aggregate: this.collection, pipeline, cursor: { batchSize: 1000 } };
  }

  protected insert(): Document {
    const draw = this.draw;
    return {
      insert: this.collection,
      documents: draw.list(1 + draw.below(3), () => this.document(draw.below(60))),
      ordered: draw.chance(50),
    };
  }

  protected delete(): Document {
    const one = this.draw.chance(50);
    return {
      delete: this.collection,
      deletes: [
        { q: one ? { _id: this.id() } : { ...this.filter(), _id: { $gt: new Int32(30) } }, limit: one ? 1 : 0 },
      ],
    };
  }

  protected update(): Document {
    const draw = this.draw;
    const multi = draw.chance(25);
    const filter = multi ? this.filter() : { ...(draw.chance(40) ? this.filter() : {}), _id: this.id() };
    const statement: Document = { q: filter, ...this.change(multi), multi };
    if (!multi && Object.keys(filter).length === 1 && draw.chance(60)) statement.upsert = true;
    return { update: this.collection, updates: [statement] };
  }

  protected findAndModify(): Document {
    const draw = this.draw;
    const command: Document = {
      findAndModify: this.collection,
      query: draw.chance(50) ? { _id: this.id() } : this.filter(),
      sort: { _id: 1 },
    };
    if (draw.chance(15)) return { ...command, remove: true };
    const { u, arrayFilters } = this.change(false);
    if (command.query._id instanceof Int32 && draw.chance(30)) command.upsert = true;
    if (draw.chance(30)) command.fields = { n: 1, t: 1 };
    return { ...command, update: u, new: draw.chance(60), ...(arrayFilters ? { arrayFilters } : {}) };
  }

  protected indexCommand(): Document {
    const draw = this.draw;
    const key = draw.pick<Document>([
      { n: 1 },
      { b: 1, n: -1 },
      { s: 1 },
      { 'd.x': 1 },
      { t: 1 },
      { 'o.p': 1, b: 1 },
      { a: 1 },
    ]);
    const name = Object.keys(key).join('_');
    if (draw.chance(35)) return { dropIndexes: this.collection, index: name };
    const options = draw.pick<Document>([
      {},
      {},
      { sparse: true },
      { unique: true },
      { partialFilterExpression: { n: { $gt: 2 } } },
    ]);
    return { createIndexes: this.collection, indexes: [{ key, name, ...options }] };
  }
}
