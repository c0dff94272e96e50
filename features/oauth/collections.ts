import type { Collection, Db, IndexDescription, OptionalUnlessRequiredId } from 'mongodb';

/** An app as its client metadata describes it, or the document at its client id. */
export interface Client {
  /** Client id: an id of ours, or the URL of the app's metadata document. */
  id: string;
  /** Name, as the app calls itself. */
  name: string;
  redirect_uris: string[];
}

/** A dynamically registered app (RFC 7591). */
export interface RegisteredClient extends Omit<Client, 'id'> {
  /** Client id. */
  _id: string;
  registered: Date;
  /** The registration is deleted then. Each use postpones it. */
  expires: Date;
}

/** The request of an app to be connected, until a member allows or cancels it. */
export interface ConnectionRequest {
  /** SHA-256 of the id in the URL of the consent page. */
  _id: string;
  client: Pick<Client, 'id' | 'name'>;
  redirect_uri: string;
  state?: string;
  /** PKCE challenge (S256). */
  challenge: string;
  /** The request is refused then, and deleted soon after. */
  expires: Date;
}

/** A code, an access token or a refresh token of a connection. */
export interface ConnectionToken {
  /** SHA-256 of its secret. */
  _id: string;
  kind: 'access' | 'code' | 'refresh';
  client: string;
  /** Hash of the key of the connection. */
  key: string;
  account: string;
  /** Time from which it is refused. */
  until: Date;
  /** Time of its use, for codes and refresh tokens, which work once. */
  used?: Date;
  /** Redirect URI and PKCE challenge that the code was issued for. */
  redirect_uri?: string;
  challenge?: string;
  /** It is deleted then. A used one is stored until then, so that a second use is recognised. */
  expires: Date;
}

const expiring = { key: { expires: 1 }, expireAfterSeconds: 0 } as const;

export const oauthIndexes = {
  oauthClients: [expiring],
  oauthRequests: [expiring],
  oauthTokens: [expiring, { key: { key: 1 } }, { key: { account: 1 } }],
} satisfies Record<string, IndexDescription[]>;

/** Maximum number of documents in a collection that everyone can write to. */
const MOST_DOCUMENTS = 100_000;

/** Inserts a document that everyone can create. When there are too many, that which would expire first is deleted. */
export async function insertBounded<Document extends RegisteredClient | ConnectionRequest>(
  collection: Collection<Document>,
  document: OptionalUnlessRequiredId<Document>,
): Promise<void> {
  if ((await collection.estimatedDocumentCount()) >= MOST_DOCUMENTS)
    await collection.findOneAndDelete({}, { sort: { expires: 1 } });
  await collection.insertOne(document);
}

export interface OAuthCollections {
  oauthClients: Collection<RegisteredClient>;
  oauthRequests: Collection<ConnectionRequest>;
  oauthTokens: Collection<ConnectionToken>;
}

export const oauthCollections = (db: Db): OAuthCollections => ({
  oauthClients: db.collection('oauthClients'),
  oauthRequests: db.collection('oauthRequests'),
  oauthTokens: db.collection('oauthTokens'),
});
