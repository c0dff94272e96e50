import { nanoid } from 'nanoid';
import type { Clock } from '../../shared/process/clock.js';
import { readMetadata } from './client-metadata.js';
import { type Client, insertBounded, type OAuthCollections } from './collections.js';
import type { MetadataDocuments } from './metadata-documents.js';
import { OAuthError } from './oauth-error.js';

/** Time for which a registration is stored until its first use, and after each use. In ms. */
const [UNUSED_MS, USED_MS] = [86_400_000, 100 * 86_400_000];

/** The apps that may request a connection: registered ones, and those whose client id is the URL of a metadata document. */
export class Clients {
  constructor(
    private readonly store: Pick<OAuthCollections, 'oauthClients'>,
    private readonly clock: Clock,
    private readonly documents: MetadataDocuments,
  ) {}

  /** Registers an app (RFC 7591). @throws OAuthError */
  async register(sent: unknown): Promise<Client & { registered: Date }> {
    const { name, redirect_uris } = readMetadata(sent);
    const now = this.clock.now();
    const id = `app_${nanoid(24)}`;
    const expires = new Date(now.getTime() + UNUSED_MS);
    await insertBounded(this.store.oauthClients, { _id: id, name, redirect_uris, registered: now, expires });
    return { id, name, redirect_uris, registered: now };
  }

  /** Finds an app by its client id. @throws OAuthError if there is none, or its document cannot be read */
  async find(id: string): Promise<Client> {
    if (/^https?:/i.test(id)) return this.documents.read(id);
    const found = await this.store.oauthClients.findOne({ _id: id, expires: { $gt: this.clock.now() } });
    if (!found) throw new OAuthError('invalid_client', 'This app is not registered: connect it again', 401);
    const { name, redirect_uris } = found;
    return { id, name, redirect_uris };
  }

  /** Postpones the expiry of a registration that is used. */
  async touch(id: string): Promise<void> {
    const expires = new Date(this.clock.now().getTime() + USED_MS);
    await this.store.oauthClients.updateOne({ _id: id }, { $max: { expires } });
  }
}
